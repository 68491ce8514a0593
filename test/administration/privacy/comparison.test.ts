import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Difference, STEPS } from '../../../src/administration/privacy/reconciliation/rules.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { closeYear, newPast } from '../../harness/archives.ts';
import { backUp } from '../../harness/restoring.ts';
import { as, at, call, openSession, restart } from '../../harness/service.ts';
import { copyOf } from '../../harness/storage.ts';

const KEY = 'an operator key of the tests, 32 bytes or more';

const OPERATED: Bindings = { ...env, OPERATOR_KEY: KEY };

let cleared: () => Promise<void>;

beforeAll(async () => {
	cleared = await copyOf(env.DB, [env.RECEIPTS, env.HISTORY, env.BACKUPS]);
});

beforeEach(async () => {
	await cleared();
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2023-03-07T12:00:00.000Z');
	restart();
});

const ask = (body: object, key = KEY) =>
	call(
		'POST',
		'https://zubrot.example/operator/reconciliation',
		body,
		{ Authorization: `Bearer ${key}` },
		OPERATED,
	);

/** Does all steps, as the command does them. */
async function reconciled(repair: boolean, more: object = {}): Promise<Difference[]> {
	const all: Difference[] = [];
	for (const step of STEPS) {
		for (let after: string | null = ''; after !== null; ) {
			const { status, body } = await ask({ step, after, repair, ...more });
			expect([status, step, body]).toEqual([200, step, expect.anything()]);
			all.push(...body.found);
			after = body.next;
		}
	}
	return all;
}

const of = (all: Difference[], kind: Difference['kind']) => all.filter((one) => one.kind === kind);

test('files of archived history are found again, or set aside if their events are back', async () => {
	const { platform: admin, companies, employee: leaver } = await newPast();
	const [company] = companies;
	const travel = await copyOf(env.DB, [], 'saved_then_3_');
	await closeYear();
	at('2023-03-07T12:00:00.000Z');
	const files = async () => (await env.HISTORY.list({ prefix: company.id })).objects.map(({ key }) => key);
	const [kept = '', rewritten = ''] = await files();
	await backUp(company.id, null);
	const content = await env.HISTORY.get(rewritten);
	// An erasure replaces a file and deletes the old one.
	const other = `${rewritten.slice(0, rewritten.lastIndexOf('/'))}/0186bbf1-5200-7000-8000-00000000abcd.ndjson.gz`;
	await env.HISTORY.put(other, (await content?.arrayBuffer()) ?? '');
	await env.HISTORY.delete([kept, rewritten]);
	await env.DB.prepare(
		'UPDATE event_archive_subjects SET is_due = TRUE WHERE archive = (SELECT id FROM event_archives WHERE key = ?)',
	)
		.bind(rewritten)
		.run();
	const listed = await reconciled(false);
	expect(
		of(listed, 'FILE_MISSING')
			.map(({ id }) => id)
			.sort(),
	).toEqual([kept, rewritten].sort());
	const repaired = await reconciled(true);
	expect(
		of(repaired, 'FILE_MISSING')
			.map(({ detail }) => detail)
			.sort(),
	).toEqual([`An erasure had replaced it by ${other}.`, 'Put back from the copy in BACKUPS.']);
	expect(await reconciled(false)).toEqual([]);
	const read = async () =>
		(
			await as(await openSession(admin.userId)).get(
				`/events?companyId=${company.id}&subject=${leaver}&limit=100`,
			)
		).status;
	expect(await read()).toBe(200);

	// Before they were archived, the events were in D1. The files are then superfluous.
	await travel();
	at('2023-04-05T12:00:00.000Z');
	expect(of(await reconciled(true), 'FILE_WITHOUT_ROW').some(({ isRepaired }) => isRepaired)).toBe(false);
	at('2023-04-07T12:00:00.000Z');
	const again = await reconciled(true);
	const orphans = of(again, 'FILE_WITHOUT_ROW');
	expect(orphans.every(({ isRepaired }) => isRepaired)).toBe(true);
	expect(orphans.map(({ id }) => id)).toEqual(expect.arrayContaining([kept, other]));
	expect(await files()).toEqual([]);
	for (const key of [kept, other]) expect(await env.BACKUPS.head(`orphans/HISTORY/${key}`)).not.toBeNull();
});
