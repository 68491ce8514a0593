import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import { storedReceipts, upload } from '../../../harness/receipts.ts';
import { as, at, newUser, runCron, type TestUser } from '../../../harness/service.ts';
import { expenseOf, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const LEFT = '2023-03-05T00:00:00.000Z';
const erased = refusal(409, 'employee_erased');

let platform: TestUser;
let spender: Spender;
let pending: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	spender = await newSpender();
	pending = await spender.submitted();
	await as(platform).put(`/companies/${spender.company.id}`, { retentionMonths: 0 });
	await as(spender.admin).put(`/employees/${spender.employeeId}`, { dateTerminated: LEFT });
});

const HOLIDAY = { module: 'HOLIDAY', recreationFor: { spouse: true, children: 1 } };

const erase = () => as(platform).post(`/employees/${spender.employeeId}/erasure`);

test('nothing is written about an erased employee any more', async () => {
	await erase();
	expect(await spender.submit({ note: 'Ada’s router' }, spender.admin)).toMatchObject(erased);
	expect(await upload(spender.admin, pending)).toMatchObject(erased);
	expect(await spender.reject(pending, 'Not Ada’s')).toMatchObject(erased);
	const path = `/employees/${spender.employeeId}/flex/expenses`;
	expect((await as(platform).get(path)).body).toMatchObject([
		{ id: pending, note: null, state: 'SUBMITTED' },
	]);
});

test('no reason is written to what was paid', async () => {
	const paid = await spender.approved();
	await spender.close('2023-02');
	await erase();
	const { id } = await spender.transactionOf(paid);
	expect(await spender.correct(id, -100, { reason: 'Paid to Ada twice' })).toMatchObject(erased);
});

test('an expense that was pending can still be approved', async () => {
	await erase();
	expect(await spender.approve(pending)).toMatchObject({ status: 200, body: { state: 'APPROVED' } });
});

/** A database in which the erasure comes first. */
const overtaken = (matching: RegExp) => {
	const DB = intercepted(matching, async (run) => {
		await erase();
		return run();
	});
	return { ...env, DB };
};

test('a receipt that an erasure overtakes leaves nothing behind', async () => {
	const bindings = overtaken(/update "receipts"/);
	expect(await upload(spender.admin, pending, undefined, bindings)).toMatchObject(erased);
	await runCron('2023-03-07T12:00:00.000Z');
	expect(await storedReceipts()).toEqual({ rows: [], objects: [] });
});

test('a correction that an erasure overtakes names no relatives', async () => {
	const { body } = await spender.submit(HOLIDAY, spender.admin);
	await spender.sendBack(body.id);
	const { send } = as(spender.admin, overtaken(/update "expenses"/));
	expect(await send('PUT', `/flex/expenses/${body.id}`, expenseOf(HOLIDAY))).toMatchObject(erased);
});

test('a rejection that an erasure overtakes says nothing', async () => {
	const { send } = as(spender.verifier, overtaken(/update "expenses"/));
	const refused = await send('POST', `/flex/expenses/${pending}/rejection`, { reason: 'Not Ada’s' });
	expect(refused).toMatchObject(erased);
	expect(await eventsFor(spender.admin, 'type=expense.rejected')).toEqual([]);
});
