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

let company: TestCompany;
let employeeId: string;
let employee: string;

beforeEach(async () => {
	at('2023-01-01T00:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	employee = `/employees/${employeeId}`;
});

const set = async (value: number, startDate: string, endDate?: string) => {
	const body = { budget: { value, currency: 'EUR_CENT' }, startDate, endDate };
	const answer = await as(company.admin).put(`${employee}/goodies/budget`, body);
	expect(answer.status).toBe(200);
	return answer.body;
};
const change = (fields: object) => as(company.admin).put(employee, fields);
const vouchers = async () => (await as(company.admin).get(`${employee}/goodies/vouchers`)).body;
const issued = async (): Promise<[number, string][]> =>
	(await vouchers()).map((voucher: { amount: { value: number }; dueDate: string }) => [
		voucher.amount.value,
		voucher.dueDate.slice(0, 10),
	]);
const days = async () => (await issued()).map(([, day]) => day);

test('a voucher is listed with the fields of the design and no others', async () => {
	const [plan] = await set(5000, '2023-01-15T08:00:00.000Z');
	await runCron('2023-01-15T08:00:00.000Z');

	const expected = [
		{
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			dateCreated: '2023-01-15T08:00:00.000Z',
			employeeId,
			plannedVoucherId: plan.id,
			goodiesVoucherType: 'GENERIC',
			amount: { value: 5000, currency: 'EUR_CENT' },
			dueDate: '2023-01-15T08:00:00.000Z',
		},
	];
	expect(await vouchers()).toEqual(expected);
	expect((await as(await userOf(employeeId)).get(`${employee}/goodies/vouchers`)).body).toEqual(expected);
});

describe('when an occurrence is issued', () => {
	test.each([
		['one millisecond before it', '2023-01-15T07:59:59.999Z', 0],
		['on it', '2023-01-15T08:00:00.000Z', 1],
		['a day later', '2023-01-16T08:00:00.000Z', 1],
		['one millisecond before the next', '2023-02-15T07:59:59.999Z', 1],
		['on the next', '2023-02-15T08:00:00.000Z', 2],
	])('by a run %s: %s, %d', async (_, run, count) => {
		await set(1, '2023-01-15T08:00:00.000Z');
		await runCron(run);
		expect(await vouchers()).toHaveLength(count);
	});

	test('one run catches up on months, the 31st clamped to the end of each', async () => {
		await set(1, '2023-12-31T23:59:59.999Z');
		await runCron('2024-04-30T23:59:59.999Z');
		expect(await days()).toEqual(['2023-12-31', '2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30']);
	});

	test('29 February comes back as the 28th and the 29th', async () => {
		at('2024-02-29T00:00:00.000Z');
		await set(1, '2024-02-29T00:00:00.000Z');
		await runCron('2025-03-29T00:00:00.000Z');
		expect((await days()).filter((day) => day.includes('-02-') || day.includes('-03-'))).toEqual([
			'2024-02-29',
			'2024-03-29',
			'2025-02-28',
			'2025-03-29',
		]);
	});

	test.each([
		['on it: not issued', '2023-02-15T00:00:00.000Z', ['2023-01-15']],
		['one millisecond after it: issued', '2023-02-15T00:00:00.001Z', ['2023-01-15', '2023-02-15']],
	])('with the end of the plan %s', async (_, end, expected) => {
		await set(1, '2023-01-15T00:00:00.000Z', end);
		await runCron('2023-06-01T00:00:00.000Z');
		expect(await days()).toEqual(expected);
	});

	test.each([
		['on it: not issued', '2023-02-15T00:00:00.000Z', ['2023-01-15']],
		['one millisecond after it: issued', '2023-02-15T00:00:00.001Z', ['2023-01-15', '2023-02-15']],
	])('with the termination %s', async (_, dateTerminated, expected) => {
		await set(1, '2023-01-15T00:00:00.000Z');
		await change({ dateTerminated });
		await runCron('2023-06-01T00:00:00.000Z');
		expect(await days()).toEqual(expected);

		await change({ dateTerminated: null });
		await runCron('2023-07-01T00:00:00.000Z');
		expect(await days(), 'clearing it afterwards brings nothing back').toEqual(expected);
	});

	test('a termination cleared in time does not interrupt them', async () => {
		await set(1, '2023-01-15T00:00:00.000Z');
		await change({ dateTerminated: '2023-02-01T00:00:00.000Z' });
		await runCron('2023-01-31T23:00:00.000Z');
		await change({ dateTerminated: null });
		await runCron('2023-02-15T00:00:00.000Z');
		expect(await days()).toEqual(['2023-01-15', '2023-02-15']);
	});
});

describe('no run issues twice', () => {
	beforeEach(() => set(1, '2023-01-15T00:00:00.000Z'));

	test('doubled', async () => {
		await runCron('2023-02-15T00:00:00.000Z');
		await runCron('2023-02-15T00:00:00.000Z');
		expect(await days()).toEqual(['2023-01-15', '2023-02-15']);
	});

	test('several at once', async () => {
		await Promise.all(Array.from({ length: 6 }, () => runCron('2023-04-15T00:00:00.000Z')));
		expect(await days()).toEqual(['2023-01-15', '2023-02-15', '2023-03-15', '2023-04-15']);
	});

	test('an older one that comes after a newer one', async () => {
		await runCron('2023-03-15T00:00:00.000Z');
		await runCron('2023-01-15T00:00:00.000Z');
		expect(await days()).toEqual(['2023-01-15', '2023-02-15', '2023-03-15']);
	});

	test('at once with a change of the budget', async () => {
		at('2023-02-15T00:00:00.000Z');
		await Promise.all([
			...Array.from({ length: 3 }, () => runCron('2023-02-15T00:00:00.000Z')),
			set(2, '2023-02-16T00:00:00.000Z'),
			runCron('2023-02-15T00:00:00.000Z'),
		]);
		await runCron('2023-03-31T00:00:00.000Z');
		expect(await issued()).toEqual([
			[1, '2023-01-15'],
			[1, '2023-02-15'],
			[2, '2023-03-16'],
		]);
	});
});

describe('one voucher a calendar month', () => {
	test('the earlier of two plans that share a month issues it', async () => {
		await set(1, '2023-01-05T00:00:00.000Z');
		await set(2, '2023-02-20T00:00:00.000Z');
		await runCron('2023-03-31T00:00:00.000Z');
		expect(await issued()).toEqual([
			[1, '2023-01-05'],
			[1, '2023-02-05'],
			[2, '2023-03-20'],
		]);
	});

	test('the month is the one in UTC', async () => {
		await set(1, '2023-01-31T23:59:59.999Z', '2023-02-01T00:00:00.000Z');
		await set(2, '2023-02-01T00:00:00.001Z');
		await runCron('2023-02-01T00:00:00.001Z');
		expect(await issued()).toEqual([
			[1, '2023-01-31'],
			[2, '2023-02-01'],
		]);
	});

	test.each([
		['timely runs', ['2023-01-05T00:00:00.000Z', '2023-02-05T00:00:00.000Z']],
		['a missed run', ['2023-01-05T00:00:00.000Z']],
		['no run at all before', []],
	])('a budget changed on the 10th of February after %s begins in March', async (_, runs) => {
		await set(1, '2023-01-05T00:00:00.000Z');
		for (const run of runs) await runCron(run);
		at('2023-02-10T12:00:00.000Z');
		await set(2, '2023-02-10T00:00:00.000Z');
		await runCron('2023-03-31T00:00:00.000Z');
		expect(await issued()).toEqual([
			[1, '2023-01-05'],
			[1, '2023-02-05'],
			[2, '2023-03-10'],
		]);
	});
});
