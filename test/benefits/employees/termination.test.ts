import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, runCron, type TestCompany } from '../../harness/service.ts';

const START = '2023-04-01T00:00:00.000Z';
const END = '2023-12-31T23:59:59.999Z';
const LEAVING = '2023-05-10T12:00:00.000Z';
const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

const budget = { value: 5000, currency: 'EUR_CENT' };
const BENEFITS = [
	{
		name: 'flex access',
		setPath: 'flex/access',
		readPath: 'flex/access',
		body: { budget, accumulateBudget: false },
		from: 'validFrom',
		until: 'validUntil',
	},
	{
		name: 'planned vouchers',
		setPath: 'goodies/budget',
		readPath: 'goodies/planned-vouchers',
		body: { budget },
		from: 'startDate',
		until: 'endDate',
	},
	{
		name: 'default access',
		setPath: 'goodies/default-access',
		readPath: 'goodies/default-access',
		body: {},
		from: 'validFrom',
		until: 'validTo',
	},
];

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
});

const leave = async (dateTerminated: string | null) => {
	const { status, body } = await as(company.admin).put(employee, { dateTerminated });
	expect({ status, dateTerminated: body.dateTerminated }).toEqual({ status: 200, dateTerminated });
};

describe.each(BENEFITS)('$name of an employee who leaves', ({ setPath, readPath, body, from, until }) => {
	const set = (startDate: string, endDate: string | null = null) =>
		as(company.admin).put(`${employee}/${setPath}`, { ...body, startDate, endDate });
	const shape = (periods: Record<string, unknown>[]) =>
		periods.map((period) => [period[from], period[until]]);
	const shown = async () => shape((await as(company.admin).get(`${employee}/${readPath}`)).body);

	test.each([
		['a later end', END, LEAVING],
		['no end', null, LEAVING],
		['an end one millisecond later', '2023-05-10T12:00:00.001Z', LEAVING],
		['an end on the same instant', LEAVING, LEAVING],
		['an end one millisecond earlier', justBefore(LEAVING), justBefore(LEAVING)],
	])('with %s: shown at once with its end', async (_, endDate, expected) => {
		await set(START, endDate);
		await leave(LEAVING);
		expect(await shown()).toEqual([[START, expected]]);
	});

	test('benefits that would start at or after the date disappear; one millisecond earlier stays', async () => {
		await set(justBefore(LEAVING), END);
		await set('2023-06-01T00:00:00.000Z');
		await leave(LEAVING);
		expect(await shown()).toEqual([[justBefore(LEAVING), LEAVING]]);
	});

	test('a benefit that starts on the exact date disappears', async () => {
		await set(START, justBefore(LEAVING));
		await set(LEAVING);
		await leave(LEAVING);
		expect(await shown()).toEqual([[START, justBefore(LEAVING)]]);
	});

	test('moving or clearing the date before it takes effect brings the original ends back', async () => {
		await set(START, '2023-06-30T23:59:59.999Z');
		await set('2023-07-01T00:00:00.000Z', END);
		await leave(LEAVING);
		expect(await shown()).toEqual([[START, LEAVING]]);

		await leave('2023-08-15T00:00:00.000Z');
		expect(await shown()).toEqual([
			[START, '2023-06-30T23:59:59.999Z'],
			['2023-07-01T00:00:00.000Z', '2023-08-15T00:00:00.000Z'],
		]);
		await runCron(LEAVING);
		await leave(null);
		expect(await shown()).toEqual([
			[START, '2023-06-30T23:59:59.999Z'],
			['2023-07-01T00:00:00.000Z', END],
		]);
	});

	test.each([
		['one millisecond before the date leaves the ends open', justBefore(LEAVING), END],
		['at the date makes the ends permanent', LEAVING, LEAVING],
		['that is a month late makes them permanent', '2023-06-10T12:00:00.000Z', LEAVING],
	])('a cron run %s', async (_, run, afterClearing) => {
		await set(START, END);
		await leave(LEAVING);
		await runCron(run);
		expect(await shown()).toEqual([[START, LEAVING]]);

		await leave(null);
		expect(await shown()).toEqual([[START, afterClearing]]);
	});

	test('a cron run at the date removes for good what would start later', async () => {
		await set(LEAVING);
		await leave(LEAVING);
		await runCron(LEAVING);
		await leave(null);
		expect(await shown()).toEqual([]);
	});

	test('moving the date after it took effect brings nothing back either', async () => {
		await set(START, END);
		await leave(LEAVING);
		await runCron(LEAVING);
		await leave('2023-08-15T00:00:00.000Z');
		expect(await shown()).toEqual([[START, LEAVING]]);
	});

	test('a date already past is shown at once and permanent at the next run', async () => {
		await set(START, END);
		at('2023-06-15T00:00:00.000Z');
		await leave(LEAVING);
		expect(await shown()).toEqual([[START, LEAVING]]);
		await leave(null);
		expect(await shown(), 'not yet permanent').toEqual([[START, END]]);

		await leave(LEAVING);
		await runCron('2023-06-15T01:00:00.000Z');
		await leave(null);
		expect(await shown()).toEqual([[START, LEAVING]]);
	});

	test('an earlier date after an effective one takes effect as well', async () => {
		await set(START, END);
		await leave(LEAVING);
		await runCron(LEAVING);
		const earlier = '2023-04-20T00:00:00.000Z';
		await leave(earlier);
		await runCron('2023-05-10T13:00:00.000Z');
		await leave(null);
		expect(await shown()).toEqual([[START, earlier]]);
	});

	test('after a re-hiring benefits are granted again', async () => {
		await set(START, END);
		await leave(LEAVING);
		await runCron(LEAVING);
		await leave(null);
		const again = '2023-07-01T00:00:00.000Z';
		expect(shape((await set(again, END)).body)).toEqual([
			[START, LEAVING],
			[again, END],
		]);
	});

	test('a new one is refused from the date on, and shown cut one millisecond before it', async () => {
		await leave(LEAVING);
		expect(await set(LEAVING)).toMatchObject({ status: 409, body: { code: 'employee_terminated' } });
		expect(await set('2023-06-01T00:00:00.000Z')).toMatchObject({ status: 409 });

		const laid = await set(justBefore(LEAVING), END);
		expect(laid.status).toBe(200);
		expect(shape(laid.body)).toEqual([[justBefore(LEAVING), LEAVING]]);
		await leave(null);
		expect(await shown(), 'laid as requested').toEqual([[justBefore(LEAVING), END]]);
	});
});

test('a date window is refused before the termination', async () => {
	await leave('2023-01-01T00:00:00.000Z');
	const path = `${employee}/goodies/budget`;
	const refused = await as(company.admin).put(path, { budget, startDate: '2023-03-06T00:00:00.000Z' });
	expect(refused).toMatchObject({ status: 400, body: { code: 'date_out_of_window' } });
});

test('an access laid when the termination is in effect ends for good as well', async () => {
	at('2023-05-20T00:00:00.000Z');
	await leave(LEAVING);
	await runCron('2023-05-20T01:00:00.000Z');
	const setting = { budget, accumulateBudget: false, startDate: '2023-05-01T00:00:00.000Z' };
	await as(company.admin).put(`${employee}/flex/access`, setting);
	await runCron('2023-05-20T02:00:00.000Z');

	await leave(null);
	const { body } = await as(company.admin).get(`${employee}/flex/access`);
	expect(body[0].validUntil).toBe(LEAVING);
});
