import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestCompany,
} from '../../harness/service.ts';

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	at('2024-01-10T12:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
});

const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
	const { status, body } = await answer;
	expect(status, JSON.stringify(body)).toBe(200);
};
const grant = (startDate: string, endDate: string | null = null, value = 5000) =>
	ok(
		as(company.admin).put(`${employee}/flex/access`, {
			budget: { value, currency: 'EUR_CENT' },
			accumulateBudget: false,
			startDate,
			endDate,
		}),
	);
const revoke = (endDate: string) => ok(as(company.admin).delete(`${employee}/flex/access`, { endDate }));

/** The moments that the history has, each with the time of its event and its own dates. */
async function told(): Promise<string[]> {
	const events = await eventsFor(company.admin);
	return events
		.filter(({ type }) => /\.(began|ended|pause_began|pause_ended|cut_off)$/.test(type))
		.map(({ type, date, after }) => {
			const { month, payrollReferenceDate, validFrom, validUntil, dateDeleted } = after;
			const dates = [month, payrollReferenceDate, validFrom, validUntil, dateDeleted];
			return [date.slice(0, 16), type, ...dates.filter((one) => one !== undefined)].join(' ');
		});
}
const accesses = async () => (await told()).filter((line) => line.includes('flex_access'));

describe('an access begins and ends on its day', () => {
	const BEGAN = 'flex_access.began 2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z';
	const ENDED = 'flex_access.ended 2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z';
	test.each([
		['2024-01-31T23:59:59.999Z', []],
		['2024-02-01T00:00:00.000Z', [BEGAN]],
		['2024-02-29T23:59:59.999Z', [BEGAN]],
		['2024-03-01T00:00:00.000Z', [BEGAN, ENDED]],
	])('until %s: %j', async (run, types) => {
		await grant('2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z');
		await runCron(run);
		await runCron(run);
		expect(await accesses()).toEqual(types.map((type) => `${run.slice(0, 16)} ${type}`));
	});
});

test('a pause does not end an access', async () => {
	await grant('2024-01-01T00:00:00.000Z');
	await ok(
		as(company.admin).put(employee, {
			datePausedStart: '2024-02-01T00:00:00.000Z',
			datePausedEnd: '2024-04-01T00:00:00.000Z',
		}),
	);
	await runCron('2024-05-01T00:00:00.000Z');
	expect(
		(await told()).filter((line) => !line.includes('cut_off')).map((line) => line.split(' ')[1]),
	).toEqual(['flex_access.began', 'employee.pause_began', 'employee.pause_ended']);
});

test('a plan that changes before its day leaves no event for that day', async () => {
	await grant('2024-03-01T00:00:00.000Z');
	await revoke('2024-02-29T23:59:59.999Z');
	await grant('2024-04-01T00:00:00.000Z', '2024-06-30T23:59:59.999Z');
	await revoke('2024-05-31T23:59:59.999Z');
	await runCron('2024-07-01T00:00:00.000Z');
	expect(await accesses()).toEqual([
		'2024-07-01T00:00 flex_access.began 2024-04-01T00:00:00.000Z 2024-05-31T23:59:59.999Z',
		'2024-07-01T00:00 flex_access.ended 2024-04-01T00:00:00.000Z 2024-05-31T23:59:59.999Z',
	]);
});

test('a replaced access ends where its successor begins, and what was between continues', async () => {
	await grant('2024-01-01T00:00:00.000Z');
	await grant('2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', 100);
	await runCron('2024-03-01T00:00:00.000Z');
	expect((await accesses()).map((line) => line.slice(17))).toEqual([
		'flex_access.began 2024-01-01T00:00:00.000Z 2024-01-31T23:59:59.999Z',
		'flex_access.ended 2024-01-01T00:00:00.000Z 2024-01-31T23:59:59.999Z',
		'flex_access.began 2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z',
		'flex_access.ended 2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z',
		'flex_access.began 2024-03-01T00:00:00.000Z ',
	]);
});

test('an access that had begun ends when it is removed as a whole', async () => {
	await grant('2024-01-01T00:00:00.000Z');
	await runCron('2024-01-10T13:00:00.000Z');
	at('2024-01-11T09:30:00.000Z');
	await grant('2024-01-01T00:00:00.000Z', null, 7000);
	await runCron('2024-01-11T10:00:00.000Z');
	expect(await accesses()).toEqual([
		'2024-01-10T13:00 flex_access.began 2024-01-01T00:00:00.000Z ',
		'2024-01-11T10:00 flex_access.began 2024-01-01T00:00:00.000Z ',
		'2024-01-11T10:00 flex_access.ended 2024-01-01T00:00:00.000Z  2024-01-11T09:30:00.000Z',
	]);
});

test('an access that is set again as it is changes nothing after it was recorded', async () => {
	await grant('2024-01-01T00:00:00.000Z');
	await runCron('2024-01-10T13:00:00.000Z');
	await grant('2024-01-01T00:00:00.000Z');
	await runCron('2024-01-10T14:00:00.000Z');
	expect(await accesses()).toHaveLength(1);
});

test('a termination ends an access on its day, and nothing begins behind it, however late the cron is', async () => {
	await grant('2024-01-01T00:00:00.000Z', '2024-01-31T23:59:59.999Z');
	await grant('2024-02-01T00:00:00.000Z', '2024-03-31T23:59:59.999Z', 100);
	await grant('2024-04-01T00:00:00.000Z', null, 200);
	await ok(as(company.admin).put(employee, { dateTerminated: '2024-02-15T23:59:59.999Z' }));
	await runCron('2024-05-01T00:00:00.000Z');
	expect((await accesses()).map((line) => line.slice(17))).toEqual([
		'flex_access.began 2024-01-01T00:00:00.000Z 2024-01-31T23:59:59.999Z',
		'flex_access.ended 2024-01-01T00:00:00.000Z 2024-01-31T23:59:59.999Z',
		'flex_access.began 2024-02-01T00:00:00.000Z 2024-02-15T23:59:59.999Z',
		'flex_access.ended 2024-02-01T00:00:00.000Z 2024-02-15T23:59:59.999Z',
	]);
});

describe('the cut-off of a month', () => {
	const cutOffs = async () => (await told()).filter((line) => line.includes('cut_off'));
	const JANUARY = 'month.cut_off 2024-01-01T00:00:00.000Z 2024-02-07T23:59:59.999Z';

	test.each([
		['2024-02-07T23:59:59.999Z', []],
		['2024-02-08T00:00:00.000Z', [JANUARY]],
		['2024-03-07T23:00:00.000Z', [JANUARY]],
	])('until %s: %j', async (run, types) => {
		await runCron(run);
		await runCron(run);
		expect(await cutOffs()).toEqual(types.map((type) => `${run.slice(0, 16)} ${type}`));
	});

	test.each([
		['2024-01-07T23:59:59.999Z', 7, '2023-12-01', '2024-01-07'],
		['2024-01-08T00:00:00.000Z', 7, '2024-01-01', '2024-02-07'],
		['2024-02-28T23:59:59.999Z', 28, '2024-01-01', '2024-02-28'],
		['2024-12-31T23:59:59.999Z', 28, '2024-12-01', '2025-01-28'],
		['2024-12-31T23:59:59.999Z', 1, '2024-12-01', '2025-01-01'],
	])('a company of %s with the day %i: the first month is %s', async (created, day, month, last) => {
		at(created);
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		const named = { name: 'Neu AG', payrollReferenceDay: day, taxAffiliation: 'DE' };
		const { body } = await platform.post('/companies', named);
		await runCron(`${last}T23:59:59.999Z`);
		await runCron(new Date(Date.parse(`${last}T23:59:59.999Z`) + 1).toISOString());
		const events = await eventsFor(await newUser(['COMPANY_ADMIN'], [body.id]), 'type=month.cut_off');
		expect(events.map(({ after }) => after)).toEqual([
			{ month: `${month}T00:00:00.000Z`, payrollReferenceDate: `${last}T23:59:59.999Z` },
		]);
	});

	test('a late cron records each month once, in the order of the days, among all that happened', async () => {
		await as(await newUser(['PLATFORM_ADMIN'])).put(`/companies/${company.id}`, { payrollReferenceDay: 28 });
		await grant('2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z');
		await runCron('2024-03-29T00:00:00.000Z');
		await runCron('2024-03-29T00:00:00.000Z');
		expect((await told()).map((line) => line.slice(17))).toEqual([
			'flex_access.began 2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z',
			'month.cut_off 2024-01-01T00:00:00.000Z 2024-02-28T23:59:59.999Z',
			'flex_access.ended 2024-02-01T00:00:00.000Z 2024-02-29T23:59:59.999Z',
			'month.cut_off 2024-02-01T00:00:00.000Z 2024-03-28T23:59:59.999Z',
		]);
	});

	test('a reference day that changes moves only cut-offs to come', async () => {
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		await runCron('2024-02-08T00:00:00.000Z');
		at('2024-02-10T00:00:00.000Z');
		await platform.put(`/companies/${company.id}`, { payrollReferenceDay: 15 });
		await runCron('2024-02-16T00:00:00.000Z');
		await runCron('2024-03-16T00:00:00.000Z');
		expect((await cutOffs()).map((line) => line.slice(31))).toEqual([
			'2024-01-01T00:00:00.000Z 2024-02-07T23:59:59.999Z',
			'2024-02-01T00:00:00.000Z 2024-03-15T23:59:59.999Z',
		]);
	});
});
