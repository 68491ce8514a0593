import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, runCron, type TestCompany } from '../../../harness/service.ts';

const budget = { value: 5000, currency: 'EUR_CENT' };

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
});

const change = (fields: object) => as(company.admin).put(employee, fields);
const pause = async (datePausedStart: string, datePausedEnd: string | null = null) => {
	const { status, body } = await change({ datePausedStart, datePausedEnd });
	expect(status).toBe(200);
	expect(body).toMatchObject({ datePausedStart, datePausedEnd });
};

describe('the two dates', () => {
	const start = '2023-04-10T00:00:00.000Z';

	test.each([
		['an end without a start', { datePausedEnd: start }],
		['an end on the start', { datePausedStart: start, datePausedEnd: start }],
		['an end before the start', { datePausedStart: start, datePausedEnd: '2023-04-09T23:59:59.999Z' }],
	])('%s is refused', async (_, fields) => {
		const { status, body } = await change(fields);
		expect({ status, code: body.code, pointer: body.errors?.[0].pointer }).toEqual({
			status: 400,
			code: 'validation_failed',
			pointer: '#/datePausedEnd',
		});
	});

	test('an end one millisecond after the start is a pause', async () => {
		await pause(start, '2023-04-10T00:00:00.001Z');
	});

	test('each is held against the stored other one', async () => {
		await pause(start, '2023-05-01T00:00:00.000Z');
		expect((await change({ datePausedStart: '2023-05-01T00:00:00.000Z' })).status).toBe(400);
		expect((await change({ datePausedStart: null })).status).toBe(400);
		expect((await change({ datePausedStart: '2023-04-30T23:59:59.999Z' })).status).toBe(200);
		const opened = await change({ datePausedEnd: null });
		expect(opened.body).toMatchObject({
			datePausedStart: '2023-04-30T23:59:59.999Z',
			datePausedEnd: null,
		});
		expect((await change({ datePausedStart: null })).body.datePausedStart).toBeNull();
	});
});

describe('flex access', () => {
	const onDay = async (date: string) =>
		(await as(company.admin).get(`${employee}/flex/access?date=${date}`)).body.length;

	beforeEach(async () => {
		const setting = { budget, accumulateBudget: false, startDate: '2023-03-01T00:00:00.000Z' };
		await as(company.admin).put(`${employee}/flex/access`, setting);
	});

	test.each([
		['2023-04-09', 1],
		['2023-04-10', 0],
		['2023-04-11', 0],
		['2023-04-12', 1],
	])('with a pause of 10 and 11 April, on %s: %d in force', async (date, count) => {
		await pause('2023-04-10T00:00:00.000Z', '2023-04-12T00:00:00.000Z');
		expect(await onDay(date)).toBe(count);
	});

	test.each([
		['the whole day', '2023-04-10T00:00:00.000Z', '2023-04-11T00:00:00.000Z', 0],
		['up to its last millisecond', '2023-04-10T00:00:00.000Z', '2023-04-10T23:59:59.999Z', 0],
		['up to the one before that', '2023-04-10T00:00:00.000Z', '2023-04-10T23:59:59.998Z', 1],
		['from its second millisecond', '2023-04-10T00:00:00.001Z', '2023-04-12T00:00:00.000Z', 1],
		['from the day before', '2023-04-09T23:59:59.999Z', '2023-04-11T00:00:00.000Z', 0],
	])('a pause that covers %s leaves so many in force', async (_, start, end, count) => {
		await pause(start, end);
		expect(await onDay('2023-04-10')).toBe(count);
	});

	test('in an open pause none is ever in force again', async () => {
		await pause('2024-02-29T00:00:00.000Z');
		expect([await onDay('2024-02-28'), await onDay('2024-02-29'), await onDay('2025-01-01')]).toEqual([
			1, 0, 0,
		]);
	});

	test('the entries stay as they are', async () => {
		const { body: entries } = await as(company.admin).get(`${employee}/flex/access`);
		await pause('2023-03-01T00:00:00.000Z');
		await runCron('2023-04-01T00:00:00.000Z');
		expect((await as(company.admin).get(`${employee}/flex/access`)).body).toEqual(entries);
	});
});

describe('vouchers on the 10th of each month', () => {
	const plan = async () => {
		const { body } = await as(company.admin).get(`${employee}/goodies/planned-vouchers`);
		expect(body).toHaveLength(1);
		return body[0];
	};
	const issued = async () => {
		const { body } = await as(company.admin).get(`${employee}/goodies/vouchers`);
		return body.map((voucher: { dueDate: string }) => voucher.dueDate.slice(0, 10));
	};

	beforeEach(async () => {
		const setting = { budget, startDate: '2023-03-10T00:00:00.000Z' };
		await as(company.admin).put(`${employee}/goodies/budget`, setting);
	});

	test.each([
		['begins on the occurrence', '2023-03-10T00:00:00.000Z', '2023-03-10T00:00:00.001Z', '2023-04-10'],
		['begins a millisecond after it', '2023-03-10T00:00:00.001Z', '2023-05-01T00:00:00.000Z', '2023-03-10'],
		['ends on it, the return', '2023-03-09T00:00:00.000Z', '2023-03-10T00:00:00.000Z', '2023-03-10'],
		['ends a millisecond after it', '2023-03-09T00:00:00.000Z', '2023-03-10T00:00:00.001Z', '2023-04-10'],
		['ends on a later one', '2023-03-09T00:00:00.000Z', '2023-05-10T00:00:00.000Z', '2023-05-10'],
		['is open', '2023-03-10T00:00:00.000Z', null, undefined],
		['is open, but later', '2023-03-11T00:00:00.000Z', null, '2023-03-10'],
	])('nextDate when the pause %s', async (_, start, end, next) => {
		await pause(start, end);
		expect((await plan()).nextDate?.slice(0, 10)).toBe(next);
	});

	test('none is issued in the pause, and they resume by themselves', async () => {
		await pause('2023-04-10T00:00:00.000Z', '2023-06-10T00:00:00.000Z');
		for (const month of ['03', '04', '05', '06', '07']) await runCron(`2023-${month}-10T00:00:00.000Z`);
		expect(await issued()).toEqual(['2023-03-10', '2023-06-10', '2023-07-10']);
	});

	test('one late run over the whole pause decides the same', async () => {
		await pause('2023-04-10T00:00:00.000Z', '2023-06-10T00:00:00.000Z');
		await runCron('2023-07-15T00:00:00.000Z');
		expect(await issued()).toEqual(['2023-03-10', '2023-06-10', '2023-07-10']);
	});

	test('a skipped occurrence is not reopened when the pause is cleared or moved', async () => {
		await pause('2023-03-01T00:00:00.000Z');
		await runCron('2023-04-10T00:00:00.000Z');
		await change({ datePausedStart: null });
		expect((await plan()).nextDate).toBe('2023-05-10T00:00:00.000Z');
		await runCron('2023-05-10T00:00:00.000Z');
		expect(await issued()).toEqual(['2023-05-10']);
	});

	test('an issued voucher stays when a later pause covers it', async () => {
		await runCron('2023-03-10T00:00:00.000Z');
		await pause('2023-03-01T00:00:00.000Z', '2023-04-01T00:00:00.000Z');
		await runCron('2023-03-10T01:00:00.000Z');
		expect(await issued()).toEqual(['2023-03-10']);
		expect((await plan()).nextDate).toBe('2023-04-10T00:00:00.000Z');
	});

	test('a pause cleared before the cron decides leaves no trace', async () => {
		await pause('2023-03-09T00:00:00.000Z');
		await change({ datePausedStart: null });
		await runCron('2023-03-10T00:00:00.000Z');
		expect(await issued()).toEqual(['2023-03-10']);
	});

	test('a pause does not reach beyond the end of the plan or the termination', async () => {
		await pause('2023-03-09T00:00:00.000Z', '2023-06-01T00:00:00.000Z');
		expect((await plan()).nextDate).toBe('2023-06-10T00:00:00.000Z');
		await change({ dateTerminated: '2023-06-10T00:00:00.000Z' });
		expect((await plan()).nextDate).toBeNull();
		await change({ dateTerminated: '2023-06-10T00:00:00.001Z' });
		expect((await plan()).nextDate).toBe('2023-06-10T00:00:00.000Z');
	});
});
