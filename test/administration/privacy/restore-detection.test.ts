import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Difference, NOTES, STEPS } from '../../../src/administration/privacy/reconciliation/rules.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { newErasable, requireErased } from '../../harness/erasing.ts';
import { upload } from '../../harness/receipts.ts';
import { backUp, rowsOf } from '../../harness/restoring.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	restart,
	type TestUser,
} from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';
import { copyOf } from '../../harness/storage.ts';

const KEY = 'an operator key of the tests, 32 bytes or more';

const OPERATED: Bindings = { ...env, OPERATOR_KEY: KEY };

let platform: TestUser;

let cleared: () => Promise<void>;

beforeAll(async () => {
	cleared = await copyOf(env.DB, [env.RECEIPTS, env.HISTORY, env.BACKUPS]);
});

beforeEach(async () => {
	await cleared();
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2023-03-07T12:00:00.000Z');
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
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

test('Time Travel of D1 is noticed, erased people are gone before anything else happens, and a repair ends all differences', async () => {
	const company = await newCompany();
	const inCell = await newCompanyInCell();
	const people = await newErasable(platform, company);
	const spender = await newSpender({}, company);
	const removed = (await upload(spender.employee, await spender.submitted())).body.id;
	await backUp(company.id, null);
	const travel = await copyOf(env.DB, [], 'saved_then_1_');

	// After this time, people are erased, receipts come and go, and a cell gets an employee.
	at('2023-03-09T12:00:00.000Z');
	await people.erase();
	const late = (await upload(spender.employee, await spender.submitted({ date: '2023-03-01' }))).body.id;
	await as(company.admin).delete(`/flex/receipts/${removed}`);
	await env.RECEIPTS.delete(removed);
	const email = 'late@cells.example';
	await newEmployee(inCell, { email });
	expect(await noticed('2023-03-09T13:00:00.000Z')).toBeNull();
	expect((await env.RECEIPTS.list()).objects.map(({ key }) => key)).toEqual([late]);

	await travel();
	restart();
	expect(await noticed('2023-03-09T14:00:00.000Z')).toMatch(
		/^D1 was restored to about 2023-03-08T01:00:00.000Z. [^.]+\. For the rest, run: npm run reconcile -- --repair$/,
	);
	await requireErased(await openSession(platform.userId), people, null);
	expect(await noticed('2023-03-09T15:00:00.000Z')).toContain('npm run reconcile');

	const listed = await reconciled(false);
	expect(kindsOf(differences(listed))).toEqual([
		'CELL_DIFFERS',
		'NUMBERS_BEHIND',
		'RECEIPT_MISSING',
		'RECEIPT_WITHOUT_ROW',
	]);
	expect(listed.every(({ isRepaired }) => !isRepaired)).toBe(true);
	expect(of(listed, 'RECEIPT_MISSING')).toMatchObject([{ id: removed }]);
	expect(of(listed, 'RECEIPT_WITHOUT_ROW')).toMatchObject([{ id: late, detail: 'No database has its row.' }]);
	expect(await env.RECEIPTS.head(removed)).toBeNull();

	// The first repair only copies, even if the file is old, because a cell that D1 does not know yet may have its row.
	at('2023-03-12T12:00:00.000Z');
	const first = await reconciled(true);
	expect(differences(first).filter(({ isRepaired }) => !isRepaired)).toMatchObject([
		{ id: late, detail: expect.stringContaining('in 2 days') },
	]);
	expect(await env.RECEIPTS.head(late)).not.toBeNull();
	expect(await env.RECEIPTS.head(removed)).not.toBeNull();
	expect(await env.DB.prepare('SELECT cell FROM addresses WHERE address = ?').bind(email).first('cell')).toBe(
		inCell.cell,
	);
	at('2023-03-13T12:00:00.000Z');
	expect(differences(await reconciled(true))).toMatchObject([{ id: late, isRepaired: false }]);
	at('2023-03-14T12:00:00.000Z');
	const second = await reconciled(true);
	expect(differences(second)).toMatchObject([{ id: late, isRepaired: true }]);
	expect(await env.RECEIPTS.head(late)).toBeNull();
	expect(await env.BACKUPS.head(`orphans/RECEIPTS/${late}`)).not.toBeNull();
	expect(differences(await reconciled(false))).toEqual([]);
	expect(await noticed('2023-03-14T13:00:00.000Z')).toBeNull();
	expect(await noticed('2023-04-14T13:00:00.000Z')).toBeNull();
	expect(await env.BACKUPS.head(`orphans/RECEIPTS/${late}`)).toBeNull();
});

test('people are erased again before the operator does anything, and by the command too', async () => {
	const people = await newErasable(platform, await newCompany());
	const travel = await copyOf(env.DB, [], 'saved_then_2_');
	await people.erase();
	await travel();
	restart();
	// The jobs have not run since, so nothing shows that D1 went back. The list of erasures does.
	const listed = await reconciled(false);
	expect(listed.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(
		people.ids.map((id) => `ERASED_PERSON_BACK ${id}`).sort(),
	);
	expect(differences(await reconciled(true)).every(({ isRepaired }) => isRepaired)).toBe(true);
	expect(await reconciled(false)).toEqual([]);
	const text = JSON.stringify(await rowsOf(null));
	for (const secret of people.secrets) expect(text).not.toContain(secret);
});
