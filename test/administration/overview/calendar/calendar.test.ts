import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, runCron, type TestCompany } from '../../../harness/service.ts';
import { cents } from '../../../harness/spending.ts';

let company: TestCompany;
let ada: string;
let bo: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany(7);
	ada = await newEmployee(company, { firstName: 'Ada', personnelNumber: '17' });
	bo = await newEmployee(company);
});

const read = async (query = '', by = company.admin) =>
	as(by).get(`/companies/${company.id}/calendar?${query}`);
const entries = async (query = ''): Promise<[string, string, number | null][]> => {
	const { status, body } = await read(query);
	expect(status).toBe(200);
	return body.map(({ kind, date, employees }: { kind: string; date: string; employees: number | null }) => [
		kind,
		date,
		employees,
	]);
};
const of = async (kind: string, query = '') => (await entries(query)).filter(([one]) => one === kind);
const access = (id: string, fields: object = {}) =>
	as(company.admin).put(`/employees/${id}/flex/access`, {
		budget: cents(5000),
		accumulateBudget: true,
		startDate: '2023-03-10T00:00:00.000Z',
		...fields,
	});
const budget = (id: string, fields: object = {}) =>
	as(company.admin).put(`/employees/${id}/goodies/budget`, {
		budget: cents(5000),
		startDate: '2023-03-31T00:00:00.000Z',
		...fields,
	});
const employ = (id: string, fields: object) => as(company.admin).put(`/employees/${id}`, fields);

describe('a calendar tells', () => {
	test('the cut-off of each month, on the reference day, which concerns the company', async () => {
		expect(await entries('from=2023-04-07&to=2023-06-07')).toEqual([
			['CUT_OFF', '2023-04-07', null],
			['CUT_OFF', '2023-05-07', null],
			['CUT_OFF', '2023-06-07', null],
		]);
		expect(await entries('from=2023-04-08&to=2023-05-06')).toEqual([]);
	});

	test('accesses that begin and end, by a termination too', async () => {
		await access(ada, { endDate: '2023-06-30T23:59:59.999Z' });
		await access(bo);
		await employ(bo, { dateTerminated: '2023-05-15T12:00:00.000Z' });
		expect(await of('ACCESS_BEGINS')).toEqual([['ACCESS_BEGINS', '2023-03-10', 2]]);
		expect(await of('ACCESS_ENDS')).toEqual([
			['ACCESS_ENDS', '2023-05-15', 1],
			['ACCESS_ENDS', '2023-06-30', 1],
		]);
		expect(await of('TERMINATION')).toEqual([['TERMINATION', '2023-05-15', 1]]);
	});

	test('pauses, by their first and last day', async () => {
		await employ(ada, {
			datePausedStart: '2023-04-01T00:00:00.000Z',
			datePausedEnd: '2023-05-01T00:00:00.000Z',
		});
		await employ(bo, { datePausedStart: '2023-04-01T00:00:00.000Z' });
		expect((await entries()).filter(([kind]) => kind.startsWith('PAUSE'))).toEqual([
			['PAUSE_BEGINS', '2023-04-01', 2],
			['PAUSE_ENDS', '2023-04-30', 1],
		]);
	});

	test('vouchers as the cron will issue them: none in a pause or after an end, none that is issued already', async () => {
		await budget(ada);
		await budget(bo, { endDate: '2023-05-31T00:00:00.000Z' });
		await employ(ada, {
			datePausedStart: '2023-04-15T00:00:00.000Z',
			datePausedEnd: '2023-05-15T00:00:00.000Z',
		});
		await employ(ada, { dateTerminated: '2023-06-30T00:00:00.000Z' });
		const due = [
			['VOUCHER_DUE', '2023-03-31', 2],
			['VOUCHER_DUE', '2023-04-30', 1],
			['VOUCHER_DUE', '2023-05-31', 1],
		];
		expect(await of('VOUCHER_DUE')).toEqual(due);
		await runCron('2023-07-01T00:00:00.000Z');
		expect(await of('VOUCHER_DUE')).toEqual([]);
		const path = `/companies/${company.id}/goodies/vouchers?month=`;
		const issued = await Promise.all(
			due.map(async ([, day]) => (await as(company.admin).get(path + String(day).slice(0, 7))).body),
		);
		expect(issued.map(({ length }) => length)).toEqual(due.map(([, , count]) => count));
	});

	test('saved budgets that expire with the year, of who accumulates on its last day', async () => {
		await access(ada);
		await access(bo, { accumulateBudget: false });
		expect(await of('BUDGET_EXPIRES', 'from=2023-03-01&to=2024-12-31')).toEqual([
			['BUDGET_EXPIRES', '2023-12-31', 1],
			['BUDGET_EXPIRES', '2024-12-31', 1],
		]);
		expect(await of('BUDGET_EXPIRES', 'from=2023-03-01&to=2023-12-30')).toEqual([]);
		expect(await of('BUDGET_EXPIRES', 'from=2023-12-31&to=2023-12-31')).toHaveLength(1);
		expect(await of('BUDGET_EXPIRES', 'from=2024-01-01&to=2024-12-30')).toEqual([]);
	});
});

describe('names', () => {
	test('names are shown only on request', async () => {
		await budget(ada);
		await budget(bo);
		const days = 'from=2023-03-31&to=2023-03-31';
		const counted = await read(days);
		expect(counted.body).toEqual([{ kind: 'VOUCHER_DUE', date: '2023-03-31', employees: 2, employee: null }]);
		for (const trace of [ada, bo, 'Ada', '"17"']) expect(JSON.stringify(counted.body)).not.toContain(trace);
		const named = await read(`${days}&names=true`);
		expect(named.body).toMatchObject([
			{
				employees: 1,
				employee: { employeeId: ada, firstName: 'Ada', lastName: null, personnelNumber: '17' },
			},
			{ employees: 1, employee: { employeeId: bo } },
		]);
	});
});

describe('the days', () => {
	test('are a year from the start of the month on, unless others are given', async () => {
		const days = (await entries()).map(([, date]) => date);
		expect([days[0], days.at(-1), days.length]).toEqual(['2023-03-07', '2024-02-07', 12]);
		expect((await entries('from=2023-04-15')).at(-1)?.[1]).toBe('2024-04-07');
	});

	test('are at most two years', async () => {
		expect((await read('from=2023-01-01&to=2024-12-31')).status).toBe(200);
		for (const to of ['2025-01-01', '2033-01-01']) {
			const { status, body } = await read(`from=2023-01-01&to=${to}`);
			expect([status, body.errors]).toEqual([
				400,
				[
					{
						pointer: '#/query/to',
						code: 'too_big',
						detail: 'A calendar covers at most 731 days (two years).',
					},
				],
			]);
		}
	});

	test('do not end before they begin', async () => {
		expect((await read('from=2023-03-02&to=2023-03-02')).status).toBe(200);
		const { status, body } = await read('from=2023-03-02&to=2023-03-01');
		expect([status, body.errors[0]]).toMatchObject([
			400,
			{ pointer: '#/query/to', code: 'end_not_after_start' },
		]);
	});
});
