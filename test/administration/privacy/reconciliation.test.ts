import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Difference, NOTES, STEPS } from '../../../src/administration/privacy/reconciliation/rules.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { backUp, newFilledCompany } from '../../harness/restoring.ts';
import { at, call, newCompany, restart } from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';
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

const differences = (all: Difference[]) => all.filter(({ kind }) => !NOTES.includes(kind));

const kindsOf = (all: Difference[]) => [...new Set(all.map(({ kind }) => kind))].sort();

const of = (all: Difference[], kind: Difference['kind']) => all.filter((one) => one.kind === kind);

/** Runs the jobs, and returns the error with which they notice a restore. */
async function noticed(date: string): Promise<string | null> {
	at(date);
	const { JOBS_QUEUE: _, ...bindings } = env;
	const { failed } = await runDueJobs(bindings, Date.parse(date));
	const { noticeRestore, ...others } = failed;
	expect(others).toEqual({});
	return noticeRestore instanceof Error ? noticeRestore.message : null;
}

test('D1 and R2 agree after an ordinary day, and only the operator may ask', async () => {
	await newFilledCompany();
	expect(await noticed('2023-03-08T02:00:00.000Z')).toBeNull();
	expect(await reconciled(false)).toEqual([]);
	expect((await ask({ step: 'erasures', after: '', repair: false }, 'another')).status).toBe(401);
	expect((await ask({ step: 'all', after: '', repair: false })).status).toBe(400);
});

test('nobody is erased whose erasure failed, and who was changed afterwards', async () => {
	const { employee, employeeId } = await newSpender({}, await newCompany());
	const { userId } = employee;
	// The list has the time of R2, which is later than that of the tests.
	for (const id of [employeeId, userId]) await env.BACKUPS.put(`erased/service/${id}`, '');
	await env.DB.prepare('UPDATE employees SET date_modified = ? WHERE id = ?')
		.bind(Date.now() + 60_000, employeeId)
		.run();
	expect(await reconciled(true)).toMatchObject(
		[employeeId, userId].toSorted().map((id) => ({ kind: 'ERASURE_FAILED', id, isRepaired: false })),
	);
	const erased = 'SELECT date_erased FROM employees WHERE id = ?';
	expect(await env.DB.prepare(erased).bind(employeeId).first('date_erased')).toBeNull();
	// A change after the restored time says nothing about the erasure.
	const back = of(await reconciled(true, { since: '2023-03-07T12:00:00.000Z' }), 'ERASED_PERSON_BACK');
	expect(back).toHaveLength(2);
	expect(await env.DB.prepare(erased).bind(employeeId).first('date_erased')).not.toBeNull();
});

test('lost companies and newer backups are named, but count as no difference', async () => {
	const travel = await copyOf(env.DB, [], 'saved_then_4_');
	const lost = await newCompany();
	await backUp(lost.id, null);
	await travel();
	restart();
	const notes = await reconciled(false, { since: '2023-03-07T12:00:00.000Z' });
	expect(of(notes, 'COMPANY_UNKNOWN')).toMatchObject([
		{ id: lost.id, detail: expect.stringContaining('Its last backup is of 2023-03-08T01:00:00.000Z.') },
	]);
	expect(kindsOf(differences(notes))).toEqual(['NUMBERS_BEHIND']);
	expect(await noticed('2023-03-08T03:00:00.000Z')).toContain('a time before the first run of its jobs');
	await reconciled(true);
	const known = await newCompany();
	await backUp(known.id, null);
	const newer = of(await reconciled(false, { since: '2023-03-07T12:00:00.000Z' }), 'NEWER_BACKUP');
	expect(newer).toMatchObject([
		{ id: known.id, detail: expect.stringContaining('is newer than the restored D1') },
	]);
});
