import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at } from '../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../harness/spending.ts';

const LAST_MOMENT = '2023-03-05T23:59:59.999Z';
const TOO_LATE = '2023-03-06T00:00:00.000Z';

let spender: Spender;

const set = (fields: object) => as(spender.admin).put(`/companies/${spender.company.id}`, fields);

beforeEach(async () => {
	at('2023-03-05T12:00:00.000Z');
	spender = await newSpender();
});

describe('with the 5th to submit and the 7th to decide', () => {
	beforeEach(() => set({ submissionDay: 5 }));

	test('the last millisecond of the 5th is in time for the month before, the next one is not', async () => {
		at(LAST_MOMENT);
		const expense = await spender.submitted();
		at(TOO_LATE);
		expect(await spender.submit()).toMatchObject(refusal(409, 'period_closed'));
		expect((await spender.submit({ date: '2023-03-05' })).status, 'of the present month').toBe(201);

		at('2023-03-07T23:59:59.999Z');
		await spender.approve(expense);
		const { payrollReferenceDate } = await spender.transactionOf(expense);
		expect(payrollReferenceDate).toBe('2023-03-07T23:59:59.999Z');
	});

	test('a decision after the 7th moves it into the next run', async () => {
		const expense = await spender.submitted();
		at('2023-03-08T00:00:00.000Z');
		await spender.approve(expense);
		const { payrollReferenceDate } = await spender.transactionOf(expense);
		expect(payrollReferenceDate).toBe('2023-04-07T23:59:59.999Z');
	});

	test('a returned expense can be corrected after the 5th, by its submission', async () => {
		const expense = await spender.submitted();
		at(TOO_LATE);
		await spender.sendBack(expense);
		expect((await spender.mend(expense, { note: 'Now with the bill' })).status).toBe(200);
	});

	test('the employee learns the day, and how far back an expense may lie', async () => {
		const windows = async () =>
			(await as(spender.employee).get(`/employees/${spender.employeeId}/date-windows`)).body;
		const [february, march] = ['2023-02-01T00:00:00.000Z', '2023-03-01T00:00:00.000Z'];
		at(LAST_MOMENT);
		expect(await windows()).toMatchObject({
			payrollReferenceDay: 7,
			submissionDay: 5,
			submitExpense: { earliestStartDate: february, earliestEndDate: null },
			setAccess: { earliestStartDate: february },
		});
		at(TOO_LATE);
		expect(await windows()).toMatchObject({
			submitExpense: { earliestStartDate: march },
			setAccess: { earliestStartDate: february },
		});
		await set({ submissionDay: null });
		expect(await windows()).toMatchObject({
			submissionDay: 7,
			submitExpense: { earliestStartDate: february },
		});
	});

	test('an access of the month before is still set until the 7th', async () => {
		at('2023-03-07T23:59:59.999Z');
		expect((await spender.grant({ startDate: '2023-02-01T00:00:00.000Z' })).status).toBe(200);
	});
});

test('an earlier day affects only later submissions: earlier ones can be corrected for their month', async () => {
	at('2023-03-06T12:00:00.000Z');
	const expense = await spender.submitted();
	await spender.sendBack(expense);
	await set({ submissionDay: 5 });
	expect(await spender.submit()).toMatchObject(refusal(409, 'period_closed'));
	expect((await spender.mend(expense)).status).toBe(200);
});

test('unless set, it is the reference day, and follows it', async () => {
	expect((await set({ payrollReferenceDay: 8 })).body).toMatchObject({ submissionDay: null });
	at('2023-03-08T23:59:59.999Z');
	expect((await spender.submit()).status).toBe(201);
	at('2023-03-09T00:00:00.000Z');
	expect(await spender.submit()).toMatchObject(refusal(409, 'period_closed'));
});

test('it does not come after the reference day, neither by a request nor in the database', async () => {
	const late = { code: 'validation_failed', errors: [{ pointer: '#/submissionDay', code: 'too_late' }] };
	expect(await set({ submissionDay: 8 })).toMatchObject({ status: 400, body: late });
	expect((await set({ submissionDay: 7 })).status).toBe(200);
	expect(await set({ payrollReferenceDay: 6 })).toMatchObject({ status: 400, body: late });
	expect((await set({ payrollReferenceDay: 6, submissionDay: null })).status).toBe(200);
	const store = env.DB.prepare('UPDATE companies SET submission_day = 7 WHERE id = ?');
	await expect(store.bind(spender.company.id).run()).rejects.toThrow('submission_day');
});
