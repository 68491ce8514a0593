import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendBytes } from '../../../harness/bytes.ts';
import { eventsFor } from '../../../harness/events.ts';
import { as, at, newCompany, newUser, openSession, runCron } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let expense: string;
let line: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	expense = await spender.approved();
	line = (await spender.transactionOf(expense)).id;
});

describe('a waiting line that is settled outside payroll', () => {
	test('is in no later run, and the balance stays as it was', async () => {
		const balance = await spender.balance('2023-02');
		const { status, body, headers } = await spender.settle(line);
		const settlement = {
			transactionId: line,
			dateCreated: '2023-03-07T12:00:00.000Z',
			authorId: spender.admin.userId,
			date: '2023-03-06',
			reason: 'Paid by bank transfer',
			flexDataId: expense,
			module: 'INTERNET',
			kind: 'EXPENSE',
			personnelNumber: null,
			amount: cents(1000),
			takenBack: cents(0),
		};
		expect({ status, body }).toEqual({ status: 201, body: settlement });
		const location = headers.get('Location') ?? '';
		expect(location).toBe(
			`/api/v2/companies/${spender.company.id}/flex/payroll-transactions/${line}/settlement`,
		);
		expect((await as(spender.admin).get(location.slice('/api/v2'.length))).body).toEqual(settlement);
		expect(await spender.settlements()).toEqual([settlement]);
		expect(await spender.transactions()).toEqual([]);
		expect(await spender.balance('2023-02')).toEqual(balance);
		await runCron('2023-03-08T00:00:00.000Z');
		await runCron('2023-04-08T00:00:00.000Z');
		expect(await spender.runs()).toEqual([]);
	});

	test('leaves an event with day, reason and author', async () => {
		await spender.settle(line);
		const events = await eventsFor(await newUser(['PLATFORM_ADMIN']), 'type=payroll_transaction.settled');
		expect(events.filter(({ recordId }) => recordId === line)).toMatchObject([
			{
				subject: { id: spender.employeeId },
				before: { state: 'PENDING' },
				after: { state: 'SETTLED', reason: 'Paid by bank transfer', authorId: spender.admin.userId },
			},
		]);
	});

	test('is taken back by a correction, which the next run pays without touching the balance', async () => {
		const balance = await spender.balance('2023-02');
		await spender.settle(line);
		expect(await spender.correct(line, -1000)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 1000 }),
		);
		expect(await spender.correct(line, 1001)).toMatchObject(refusal(409, 'correction_exceeds_transaction'));
		const { body } = await spender.correct(line, 400, { reason: 'Only 6 euros were paid' });
		expect(body).toMatchObject({ correctsId: line, amount: cents(400), state: 'PENDING' });
		expect(await spender.correct(line, 601)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 600 }),
		);
		expect((await spender.correct(line, 600)).status).toBe(201);
		expect(await spender.settlements()).toMatchObject([{ takenBack: cents(1000) }]);
		expect(await spender.balance('2023-02')).toEqual(balance);
		const { body: run } = await spender.close('2023-02');
		expect(run).toMatchObject({ lineCount: 2, sums: [{ amount: cents(1000) }] });
		const path = `/companies/${spender.company.id}/flex/payroll-runs/${run.id}/export?format=csv`;
		const file = await sendBytes(spender.admin, 'GET', path);
		expect(await file.text()).toContain(`${line},Only 6 euros were paid`);
		expect(await spender.balance('2023-02')).toEqual(balance);
	});

	test('and then paid can be corrected down to nothing once', async () => {
		await spender.settle(line);
		const { body } = await spender.correct(line, 1000);
		await spender.close('2023-02');
		expect(await spender.correct(body.id, -1001)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 1000 }),
		);
		expect((await spender.correct(body.id, -1000)).status).toBe(201);
		expect(await spender.correct(body.id, -1)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 0 }),
		);
		expect((await spender.balance('2023-02')).spent).toBe(0);
	});

	test('that takes money back is settled and taken back with its sign', async () => {
		await spender.close('2023-02');
		const { body: deduction } = await spender.correct(line, -300);
		const balance = await spender.balance('2023-02');
		expect(await spender.settle(deduction.id)).toMatchObject({ status: 201, body: { amount: cents(-300) } });
		expect(await spender.correct(deduction.id, 300)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction'),
		);
		expect((await spender.correct(deduction.id, -300)).status).toBe(201);
		expect(await spender.balance('2023-02')).toEqual(balance);
	});
});

describe('a settlement is refused', () => {
	test('on a committed line, which a correction changes', async () => {
		await spender.close('2023-02');
		expect(await spender.settle(line)).toMatchObject(refusal(409, 'line_committed'));
	});

	test('on a settled line, and on one whose approval was taken back', async () => {
		await spender.settle(line);
		expect(await spender.settle(line)).toMatchObject(refusal(409, 'line_settled'));
		const other = await spender.approved();
		const withdrawn = (await spender.transactionOf(other)).id;
		await spender.reopen(other);
		expect(await spender.settle(withdrawn)).toMatchObject(refusal(404, 'not_found'));
		expect(await spender.correct(withdrawn, -100)).toMatchObject(refusal(404, 'not_found'));
	});

	test('on a day to come; today is the last one', async () => {
		expect(await spender.settle(line, { date: '2023-03-08' })).toMatchObject(
			refusal(400, 'validation_failed', { errors: [{ pointer: '#/date', code: 'in_future' }] }),
		);
		expect((await spender.settle(line, { date: '2023-03-07' })).status).toBe(201);
	});

	test('when it pays oneself, is in another company, or comes from a verifier', async () => {
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		await platform.put(`/users/${spender.employee.userId}`, {
			roles: ['EMPLOYEE', 'COMPANY_ADMIN'],
			manageableCompanyIds: [spender.company.id],
		});
		const both = await openSession(spender.employee.userId);
		expect(await spender.settle(line, {}, both)).toMatchObject(refusal(403, 'forbidden'));
		const { admin } = await newCompany();
		expect(await spender.settle(line, {}, admin)).toMatchObject(refusal(404, 'not_found'));
		expect(await spender.settle(line, {}, spender.verifier)).toMatchObject(refusal(403, 'forbidden'));
	});
});

test('an approval whose line is settled stands', async () => {
	await spender.settle(line);
	expect(await spender.reopen(expense, 'Wrong receipt')).toMatchObject(refusal(409, 'line_settled'));
});

test('the line of an erased employee can be settled, without a reason that is kept', async () => {
	await env.DB.prepare('UPDATE employees SET date_erased = 1 WHERE id = ?').bind(spender.employeeId).run();
	expect(await spender.settle(line, { reason: 'Paid to Ada' })).toMatchObject({
		status: 201,
		body: { reason: 'erased' },
	});
});

describe('at the same time', () => {
	test('one of two settlements of a line is stored', async () => {
		const answers = await Promise.all([spender.settle(line), spender.settle(line)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(await spender.settlements()).toHaveLength(1);
	});

	test('a settlement and a closing leave the line either settled or committed', async () => {
		const [settled, closed] = await Promise.all([spender.settle(line), spender.close('2023-02')]);
		if (settled.status !== 201) expect(settled).toMatchObject(refusal(409, 'line_committed'));
		expect(closed.body.lineCount).toBe(settled.status === 201 ? 0 : 1);
		expect(await spender.settlements()).toHaveLength(settled.status === 201 ? 1 : 0);
	});

	test('a settlement and a taking back of the approval leave one of both', async () => {
		const [settled, reopened] = await Promise.all([spender.settle(line), spender.reopen(expense)]);
		expect([
			[201, 409],
			[404, 200],
		]).toContainEqual([settled.status, reopened.status]);
	});
});

describe('the database', () => {
	const run = (sql: string) => env.DB.prepare(sql).bind(line).run();

	test('refuses to commit, to change or to delete a settled line', async () => {
		await spender.settle(line);
		const settled = /settled/;
		await expect(run(`UPDATE payroll_transactions SET state = 'COMMITTED' WHERE id = ?`)).rejects.toThrow(
			settled,
		);
		await expect(run('UPDATE payroll_transactions SET amount_value = 1 WHERE id = ?')).rejects.toThrow(
			settled,
		);
		await expect(run('DELETE FROM payroll_transactions WHERE id = ?')).rejects.toThrow(settled);
		await expect(run('UPDATE payroll_settlements SET date = 0 WHERE transaction_id = ?')).rejects.toThrow(
			settled,
		);
		await expect(run('DELETE FROM payroll_settlements WHERE transaction_id = ?')).rejects.toThrow(settled);
	});

	test('refuses to settle a committed line, and to take its approval back', async () => {
		await spender.close('2023-02');
		const committed = /committed/;
		await expect(run(`UPDATE payroll_transactions SET state = 'SETTLED' WHERE id = ?`)).rejects.toThrow(
			committed,
		);
		const insertion = `INSERT INTO payroll_settlements SELECT id, 0, company_id, '${spender.admin.userId}', 0, 'x'
			FROM payroll_transactions WHERE id = ?`;
		await expect(run(insertion)).rejects.toThrow(committed);
		const reopening = `UPDATE expenses SET state = 'SUBMITTED', approved_amount_value = NULL, decider_id = NULL,
			date_decided = NULL WHERE id = (SELECT flex_data_id FROM payroll_transactions WHERE id = ?)`;
		await expect(run(reopening)).rejects.toThrow(committed);
	});
});
