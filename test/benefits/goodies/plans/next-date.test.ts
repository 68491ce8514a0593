import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, runCron, type TestCompany } from '../../../harness/service.ts';

const TODAY = '2023-03-07T00:00:00.000Z';

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
});

interface Plan {
	endDate: string | null;
	nextDate: string | null;
}

const set = async (value: number, startDate: string, endDate?: string): Promise<Plan[]> => {
	const body = { budget: { value, currency: 'EUR_CENT' }, startDate, endDate };
	const answer = await as(company.admin).put(`${employee}/goodies/budget`, body);
	expect(answer.status).toBe(200);
	return answer.body;
};
const plans = async (): Promise<Plan[]> =>
	(await as(company.admin).get(`${employee}/goodies/planned-vouchers`)).body;
const issued = async (): Promise<[number, string][]> => {
	const { body } = await as(company.admin).get(`${employee}/goodies/vouchers`);
	return body.map((voucher: { amount: { value: number }; dueDate: string }) => [
		voucher.amount.value,
		voucher.dueDate.slice(0, 10),
	]);
};

describe('nextDate', () => {
	test.each([
		['2023-03-31T00:00:00.000Z', ['2023-03-31', '2023-04-30', '2023-05-31', '2023-06-30']],
		['2023-03-15T13:14:15.167Z', ['2023-03-15', '2023-04-15', '2023-05-15', '2023-06-15']],
	])('the next date of a plan from %s is counted from its start', async (start, expected) => {
		const [plan] = await set(1, start);
		const seen = [plan?.nextDate];
		for (let i = 0; i < 3; i++) {
			await runCron(seen.at(-1) ?? '');
			seen.push((await plans())[0]?.nextDate);
		}
		expect(seen.map((date) => date?.slice(0, 10))).toEqual(expected);
		expect(
			seen.every((date) => date?.slice(10) === start.slice(10)),
			'the time of day',
		).toBe(true);
	});

	test('is null when none is left, and the plan stays listed', async () => {
		await set(1, TODAY, '2023-04-07T00:00:00.000Z');
		expect((await plans())[0]?.nextDate).toBe(TODAY);
		await runCron(TODAY);
		expect(await plans()).toMatchObject([{ nextDate: null, endDate: '2023-04-07T00:00:00.000Z' }]);
	});

	test('an occurrence one millisecond before the end is one', async () => {
		await set(1, TODAY, '2023-04-07T00:00:00.001Z');
		await runCron(TODAY);
		expect((await plans())[0]?.nextDate).toBe('2023-04-07T00:00:00.000Z');
	});

	test('the next date of a remainder is counted from the anchor of the original plan', async () => {
		await set(1, '2023-03-31T00:00:00.000Z');
		const timeline = await set(2, '2023-04-10T00:00:00.000Z', '2023-06-15T23:59:59.999Z');
		expect(timeline.map(({ nextDate }) => nextDate?.slice(0, 10))).toEqual([
			'2023-03-31',
			'2023-04-10',
			'2023-06-30',
		]);
		await runCron('2023-08-31T00:00:00.000Z');
		expect(await issued()).toEqual([
			[1, '2023-03-31'],
			[2, '2023-04-10'],
			[2, '2023-05-10'],
			[2, '2023-06-10'],
			[1, '2023-07-31'],
			[1, '2023-08-31'],
		]);
	});
});

describe('a budget changed in a month that has its voucher already', () => {
	test.each([
		['the same day', '2023-03-07T00:00:00.000Z', '2023-04-07'],
		['later in the month', '2023-03-20T00:00:00.000Z', '2023-04-20'],
		['on the last day', '2023-03-31T23:59:59.999Z', '2023-04-30'],
		['in the next month', '2023-04-01T00:00:00.000Z', '2023-04-01'],
	])('begins, when it starts %s, with the next month', async (_, start, next) => {
		await set(1, TODAY);
		await runCron('2023-03-07T12:00:00.000Z');
		const timeline = await set(2, start);
		expect(timeline.at(-1)?.nextDate?.slice(0, 10)).toBe(next);

		await runCron('2023-04-30T23:59:59.999Z');
		expect(await issued()).toEqual([
			[1, '2023-03-07'],
			[2, next],
		]);
	});

	test('begins at once when the month’s voucher is not yet issued', async () => {
		await set(1, '2023-03-20T00:00:00.000Z');
		await set(2, '2023-03-10T00:00:00.000Z');
		await runCron('2023-03-31T00:00:00.000Z');
		expect(await issued()).toEqual([[2, '2023-03-10']]);
	});
});
