import { beforeEach, describe, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	runCron,
	type TestCompany,
	userOf,
} from '../../../harness/service.ts';
import { cents, refusal } from '../../../harness/spending.ts';

let company: TestCompany;
let employeeId: string;
let path: string;

beforeEach(async () => {
	at('2024-02-20T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	path = `/employees/${employeeId}/goodies`;
});

const GIFT = {
	amount: cents(6000),
	goodiesVoucherType: 'SPECIAL',
	interval: 'YEARLY',
	startDate: '2024-02-29T00:00:00.000Z',
};
const BUDGET = { ...GIFT, goodiesVoucherType: 'GENERIC', interval: 'MONTHLY' };
const plan = (fields: object = {}, query = '') =>
	as(company.admin).post(`${path}/planned-vouchers${query}`, { ...GIFT, ...fields });
const update = (fields: object) => as(company.admin).put(`/employees/${employeeId}`, fields);
const plans = async () => (await as(company.admin).get(`${path}/planned-vouchers`)).body;
const issued = async () =>
	(await as(company.admin).get(`${path}/vouchers`)).body.map((voucher: { dueDate: string }) =>
		voucher.dueDate.slice(0, 10),
	);

describe('a planned voucher', () => {
	test('is created with an address of its own, which its employee may read', async () => {
		const { status, headers, body } = await plan();
		expect(status).toBe(201);
		expect(body).toMatchObject({
			employeeId,
			amount: cents(6000),
			goodiesVoucherType: 'SPECIAL',
			interval: 'YEARLY',
			nextDate: '2024-02-29T00:00:00.000Z',
			endDate: null,
		});
		const address = headers.get('Location')?.replace('/api/v2', '') ?? '';
		expect((await as(await userOf(employeeId)).get(address)).body).toEqual(body);
		expect(await plans()).toEqual([body]);
	});

	test.each<[string, string, string, string[]]>([
		['ONCE', '2024-02-29', '2025-12-31', ['2024-02-29']],
		[
			'YEARLY',
			'2024-02-29',
			'2028-03-01',
			['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
		],
		['MONTHLY', '2024-03-31', '2024-06-30', ['2024-03-31', '2024-04-30', '2024-05-31', '2024-06-30']],
		['WEEKLY', '2024-02-28', '2024-03-13', ['2024-02-28', '2024-03-06', '2024-03-13']],
		['DAILY', '2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
	])('%s from %s on is issued by the cron on its days', async (interval, start, until, expected) => {
		await plan({ interval, startDate: `${start}T00:00:00.000Z` });
		await runCron(`${until}T00:00:00.000Z`);
		expect(await issued()).toEqual(expected);
	});

	test('stands beside the monthly budget and others of its kind', async () => {
		await as(company.admin).put(`${path}/budget`, { budget: cents(5000), startDate: GIFT.startDate });
		for (const interval of ['MONTHLY', 'ONCE', 'ONCE']) {
			expect((await plan({ interval })).status).toBe(201);
		}
		await runCron('2024-02-29T00:00:00.000Z');
		expect(await issued()).toHaveLength(4);
	});

	test('tried out is shown and not planned', async () => {
		expect(await plan({}, '?dryRun=true')).toMatchObject({ status: 200, body: { interval: 'YEARLY' } });
		expect(await plans()).toEqual([]);
	});

	test('ends with a revocation, and what is issued stays', async () => {
		const { id } = (await plan({ interval: 'DAILY', startDate: '2024-02-20T00:00:00.000Z' })).body;
		await runCron('2024-02-20T12:00:00.000Z');
		const endDate = '2024-02-22T00:00:00.000Z';
		expect((await as(company.admin).delete(`/goodies/planned-vouchers/${id}`, { endDate })).status).toBe(200);
		await runCron('2024-03-20T00:00:00.000Z');
		expect(await issued()).toEqual(['2024-02-20', '2024-02-21']);
	});

	test('is skipped in a pause, and ends with the termination', async () => {
		await plan({ interval: 'WEEKLY', startDate: '2024-02-21T00:00:00.000Z' });
		await update({
			datePausedStart: '2024-02-28T00:00:00.000Z',
			datePausedEnd: '2024-03-06T00:00:00.000Z',
			dateTerminated: '2024-03-13T00:00:00.000Z',
		});
		expect(await plans()).toMatchObject([{ endDate: '2024-03-13T00:00:00.000Z' }]);
		await runCron('2024-04-01T00:00:00.000Z');
		expect(await issued()).toEqual(['2024-02-21', '2024-03-06']);
	});
});

describe('a planned voucher is refused', () => {
	test.each<[string, object, number, string]>([
		['of nothing', { amount: cents(0) }, 400, 'validation_failed'],
		['of another type', { goodiesVoucherType: 'BIRTHDAY' }, 400, 'validation_failed'],
		['in another interval', { interval: 'HOURLY' }, 400, 'validation_failed'],
		['that ends before it starts', { endDate: '2024-02-28T00:00:00.000Z' }, 400, 'validation_failed'],
		['that starts yesterday', { startDate: '2024-02-19T23:59:59.999Z' }, 400, 'date_out_of_window'],
		[
			'that ends before tomorrow does',
			{ startDate: '2024-02-20T00:00:00.000Z', endDate: '2024-02-21T23:59:59.998Z' },
			400,
			'date_out_of_window',
		],
	])('%s', async (_, fields, status, code) => {
		expect(await plan(fields)).toMatchObject(refusal(status, code));
		expect(await plans()).toEqual([]);
	});

	test('from the termination on, to the millisecond', async () => {
		await update({ dateTerminated: GIFT.startDate });
		expect(await plan()).toMatchObject(refusal(409, 'employee_terminated'));
		expect((await plan({ startDate: '2024-02-28T23:59:59.999Z' })).status).toBe(201);
	});

	test('that is a second monthly budget for the same time, to the millisecond', async () => {
		const endDate = '2024-12-31T23:59:59.999Z';
		expect((await plan({ ...BUDGET, endDate })).status).toBe(201);
		expect(await plan({ ...BUDGET, startDate: endDate })).toMatchObject(refusal(409, 'periods_overlap'));
		expect((await plan({ ...BUDGET, startDate: '2025-01-01T00:00:00.000Z' })).status).toBe(201);
	});
});

test('a monthly budget planned for a month that has its voucher begins with the next one', async () => {
	const startDate = '2024-02-20T00:00:00.000Z';
	await plan({ ...BUDGET, startDate });
	await runCron('2024-02-20T12:00:00.000Z');
	const endDate = '2024-02-21T00:00:00.000Z';
	await as(company.admin).delete(`${path}/planned-vouchers`, { endDate });
	const { body } = await plan({ ...BUDGET, startDate: '2024-02-21T00:00:00.001Z' });
	expect(body).toMatchObject({ nextDate: '2024-03-21T00:00:00.001Z' });
});
