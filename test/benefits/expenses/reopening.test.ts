import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { deliver, postOffice, register } from '../../harness/mail.ts';
import { storedReceipts, upload } from '../../harness/receipts.ts';
import { as, at, newCompany, newUser, openSession, runCron } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

const DECIDED = '2023-03-07T12:00:00.000Z';
const JUST_BEFORE = '2023-03-07T12:09:59.999Z';
const TEN_MINUTES = '2023-03-07T12:10:00.000Z';

let spender: Spender;

beforeEach(async () => {
	at(DECIDED);
	spender = await newSpender();
});

const read = async (id: string) => (await as(spender.admin).get(`/flex/expenses/${id}`)).body;
const queue = async () =>
	(await as(spender.verifier).get(`/companies/${spender.company.id}/flex/expense-queue`)).body.map(
		({ expense }: { expense: { id: string } }) => expense.id,
	);

const erased = (at: number | null) =>
	env.DB.prepare('UPDATE employees SET date_erased = ? WHERE id = ?').bind(at, spender.employeeId).run();

const DECISIONS: [string, (id: string) => Promise<{ status: number }>][] = [
	['an approval', (id) => spender.approve(id)],
	['a partial approval', (id) => spender.approvePart(id, 400, { reasons: ['no_items'] })],
	['a rejection', (id) => spender.reject(id)],
	['a return', (id) => spender.sendBack(id, { reasons: ['other'], reason: 'Two pages' })],
];

describe.each(DECISIONS)('%s that is taken back', (_, decide) => {
	test('leaves the expense as it was submitted, at its place in the queue', async () => {
		const [first, second, third] = [
			await spender.submitted({ date: '2023-02-01' }),
			await spender.submitted({ date: '2023-02-02' }),
			await spender.submitted({ date: '2023-02-03' }),
		];
		const [before, balance] = [await read(second), await spender.balance('2023-02')];
		expect((await decide(second)).status).toBe(200);
		at('2023-03-07T12:05:00.000Z');
		expect(await spender.reopen(second)).toMatchObject({ status: 200, body: { state: 'SUBMITTED' } });
		expect(await read(second)).toEqual({ ...before, dateModified: '2023-03-07T12:05:00.000Z' });
		expect(await queue()).toEqual([first, second, third]);
		expect(await spender.transactions()).toEqual([]);
		expect(await spender.balance('2023-02')).toEqual(balance);
	});

	test('needs no reason of the decider until 10:00.000 after the decision, and one from then on', async () => {
		const [undone, late] = [await spender.submitted(), await spender.submitted()];
		await decide(undone);
		await decide(late);
		at(JUST_BEFORE);
		expect((await spender.reopen(undone)).status).toBe(200);
		at(TEN_MINUTES);
		const missing = refusal(400, 'validation_failed', {
			errors: [{ pointer: '#/reason', code: 'required' }],
		});
		expect(await spender.reopen(late)).toMatchObject(missing);
		expect((await spender.reopen(late, 'Wrong receipt')).status).toBe(200);
	});

	test('needs a reason of everybody else at once', async () => {
		const expense = await spender.submitted();
		await decide(expense);
		const other = await newUser(['FLEX_DOCUMENT_VERIFIER'], [spender.company.id]);
		expect(await spender.reopen(expense, undefined, other)).toMatchObject(refusal(400, 'validation_failed'));
		expect((await spender.reopen(expense, 'Wrong receipt', other)).status).toBe(200);
	});

	test('leaves an event with the reason, and can be decided again', async () => {
		const expense = await spender.submitted();
		await decide(expense);
		const before = await read(expense);
		await spender.reopen(expense, 'Wrong receipt');
		const events = await eventsFor(await newUser(['PLATFORM_ADMIN']), `subject=${spender.employeeId}`);
		const { type, after, before: was } = events.findLast((event) => event.recordId === expense) ?? {};
		expect({ type, after, was }).toMatchObject({
			type: 'expense.reopened',
			was: { state: before.state },
			after: { state: 'SUBMITTED', reason: 'Wrong receipt' },
		});
		expect((await spender.approve(expense)).status).toBe(200);
		expect(await spender.transactionOf(expense)).toMatchObject({ amount: cents(1000), state: 'PENDING' });
	});

	test('sends no mail before ten minutes have passed, and none at all once it is taken back', async () => {
		await register(spender.employee.userId);
		await env.DB.exec('DELETE FROM mails');
		const [kept, undone] = [await spender.submitted(), await spender.submitted()];
		await decide(kept);
		await decide(undone);
		const { bindings, sent } = postOffice();
		at(JUST_BEFORE);
		await deliver(bindings);
		expect(sent).toEqual([]);
		await spender.reopen(undone);
		at(TEN_MINUTES);
		await deliver(bindings);
		expect(sent).toHaveLength(1);
	});

	test('behind its mail tells the person once that the expense waits again', async () => {
		await register(spender.employee.userId);
		await env.DB.exec('DELETE FROM mails');
		const expense = await spender.submitted();
		const { bindings, sent } = postOffice();
		await decide(expense);
		at(TEN_MINUTES);
		await deliver(bindings);
		await spender.reopen(expense, 'Wrong receipt');
		await deliver(bindings);
		expect(sent).toHaveLength(2);
		expect(JSON.stringify(sent[1])).toContain('waits for a new decision');
		await decide(expense);
		await spender.reopen(expense);
		await deliver(bindings);
		expect(sent).toHaveLength(2);
	});

	test('nobody takes back the decision on their own expense, nor on that of another company', async () => {
		const expense = await spender.submitted();
		await decide(expense);
		const self = { roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'] };
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		await platform.put(`/users/${spender.employee.userId}`, self);
		const companies = { manageableCompanyIds: [spender.company.id] };
		await platform.put(`/users/${spender.employee.userId}`, companies);
		const both = await openSession(spender.employee.userId);
		expect(await spender.reopen(expense, 'Mine', both)).toMatchObject(refusal(403, 'forbidden'));
		const stranger = await newUser(['FLEX_DOCUMENT_VERIFIER'], [(await newCompany()).id]);
		expect(await spender.reopen(expense, 'Not mine', stranger)).toMatchObject(refusal(404, 'not_found'));
		expect(await spender.reopen(expense, 'No role', spender.admin)).toMatchObject(refusal(403, 'forbidden'));
	});

	test('is refused when the employee was erased', async () => {
		const expense = await spender.submitted();
		await decide(expense);
		await erased(1);
		expect(await spender.reopen(expense, 'Late')).toMatchObject(refusal(409, 'employee_erased'));
		await erased(null);
	});

	test('heeds If-Match, and a repetition under its idempotency key', async () => {
		const expense = await spender.submitted();
		const stale = (await as(spender.verifier).get(`/flex/expenses/${expense}`)).headers.get('ETag') ?? '';
		await decide(expense);
		const path = `/flex/expenses/${expense}/reopening`;
		const verifier = as(spender.verifier);
		expect(await verifier.send('POST', path, {}, { 'If-Match': stale })).toMatchObject(
			refusal(412, 'precondition_failed'),
		);
		const ETag = (await verifier.get(`/flex/expenses/${expense}`)).headers.get('ETag') ?? '';
		const headers = { 'If-Match': ETag, 'Idempotency-Key': 'undo' };
		const once = await verifier.send('POST', path, {}, headers);
		const twice = await verifier.send('POST', path, {}, headers);
		expect([once.status, twice.status]).toEqual([200, 200]);
		expect(twice.body).toEqual(once.body);
		expect(await spender.reopen(expense)).toMatchObject(refusal(409, 'not_decided'));
	});
});

describe('an approval', () => {
	test('whose line a run has committed stands, and the refusal names the correction', async () => {
		const expense = await spender.approved();
		const { id } = await spender.transactionOf(expense);
		await spender.close('2023-02');
		const { status, body } = await spender.reopen(expense, 'Too late');
		expect({ status, code: body.code }).toEqual({ status: 409, code: 'line_committed' });
		expect(body.detail).toContain(
			`POST /companies/${spender.company.id}/flex/payroll-transactions/${id}/corrections`,
		);
		expect((await spender.correct(id, -1000)).status).toBe(201);
		expect((await read(expense)).state).toBe('APPROVED');
	});

	test('taken back leaves the open run, and the history tells of its line', async () => {
		const expense = await spender.approved();
		const { id } = await spender.transactionOf(expense);
		const open = async () =>
			(await as(spender.admin).get(`/companies/${spender.company.id}/flex/payroll-runs/open`)).body;
		expect(await open()).toMatchObject({ lineCount: 1, toVerify: 0 });
		await spender.reopen(expense);
		expect(await open()).toMatchObject({ lineCount: 0, toVerify: 1 });
		expect((await spender.close('2023-02')).body.lineCount).toBe(0);
		const events = await eventsFor(await newUser(['PLATFORM_ADMIN']), `subject=${spender.employeeId}`);
		expect(events.findLast(({ recordId }) => recordId === id)).toMatchObject({
			type: 'payroll_transaction.withdrawn',
			before: { state: 'PENDING', dateDeleted: null },
			after: { state: 'WITHDRAWN', dateDeleted: DECIDED },
		});
	});

	test('taken back before an early closing may be given again, for the next run', async () => {
		const expense = await spender.approved();
		await spender.reopen(expense);
		await spender.close('2023-02');
		expect((await spender.approve(expense)).status).toBe(200);
		expect(await spender.transactionOf(expense)).toMatchObject({
			payrollReferenceDate: '2023-04-07T23:59:59.999Z',
		});
	});

	test('a part that is taken back counts as pending again with the whole amount', async () => {
		const expense = await spender.submitted({ amount: cents(5000) });
		await spender.approvePart(expense, 1000);
		const other = await spender.submitted({ amount: cents(4000) });
		await spender.reopen(expense);
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 0, pending: 9000 });
		expect((await spender.approve(other)).status).toBe(200);
		expect(await spender.approve(expense)).toMatchObject(refusal(409, 'budget_exceeded', { left: 1000 }));
		expect((await spender.approvePart(expense, 1000)).status).toBe(200);
	});

	test('among many decisions can be taken back like a single one', async () => {
		const [first, second] = [await spender.submitted(), await spender.submitted()];
		await spender.decide([first, second].map((expenseId) => ({ expenseId, decision: 'APPROVED' })));
		expect((await spender.reopen(first)).status).toBe(200);
		expect((await spender.transactions()).map(({ flexDataId }) => flexDataId)).toEqual([second]);
	});
});

describe('a decision that cannot be taken back', () => {
	test('there is none on a waiting, a corrected or a withdrawn expense', async () => {
		const [waiting, corrected, withdrawn] = [
			await spender.submitted(),
			await spender.submitted(),
			await spender.submitted(),
		];
		await spender.sendBack(corrected);
		await spender.mend(corrected, { amount: cents(900) });
		await spender.withdraw(withdrawn);
		for (const id of [waiting, corrected, withdrawn])
			expect(await spender.reopen(id, 'Why')).toMatchObject(refusal(409, 'not_decided'));
		expect((await read(corrected)).amount).toEqual(cents(900));
	});
});

describe('a rejection', () => {
	test('by the cron, because nobody corrected the expense, can be taken back with a reason', async () => {
		const expense = await spender.submitted();
		await spender.sendBack(expense);
		await runCron('2023-04-06T12:00:00.000Z');
		at('2023-04-06T12:00:00.000Z');
		expect((await read(expense)).state).toBe('REJECTED');
		expect(await spender.reopen(expense)).toMatchObject(refusal(400, 'validation_failed'));
		expect(await spender.reopen(expense, 'The person was ill')).toMatchObject({
			status: 200,
			body: { state: 'SUBMITTED', reasons: [], mendUntil: null },
		});
	});

	test('keeps the receipts when it is taken back within 90 days, and stands from then on', async () => {
		const [kept, late] = [await spender.submitted(), await spender.submitted()];
		const receipt = (await upload(spender.employee, kept)).body.id;
		await upload(spender.employee, late);
		await spender.reject(kept);
		await spender.reject(late);
		at('2023-06-05T11:59:59.999Z');
		expect((await spender.reopen(kept, 'Legible after all')).status).toBe(200);
		at('2023-06-05T12:00:00.000Z');
		expect(await spender.reopen(late, 'Too late')).toMatchObject(refusal(409, 'receipts_removed'));
		await runCron('2023-06-05T12:00:00.000Z');
		expect((await storedReceipts()).rows).toEqual([receipt]);
	});
});

describe('at the same time', () => {
	test('one of two people takes a decision back', async () => {
		const expense = await spender.approved();
		const answers = await Promise.all([spender.reopen(expense), spender.reopen(expense)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test('a closing and a taking back leave either a committed line or a waiting expense', async () => {
		const expense = await spender.approved();
		const [reopened, closed] = await Promise.all([spender.reopen(expense), spender.close('2023-02')]);
		expect(closed.status).toBe(201);
		const isReopened = reopened.status === 200;
		if (!isReopened) expect(reopened).toMatchObject(refusal(409, 'line_committed'));
		expect((await read(expense)).state).toBe(isReopened ? 'SUBMITTED' : 'APPROVED');
		expect(closed.body.lineCount).toBe(isReopened ? 0 : 1);
	});
});
