import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { as, at, newCompany, newEmployee, runCron, type TestCompany } from '../../../harness/service.ts';

const budget = { value: 50, currency: 'EUR_CENT' };
const FEBRUARY = { datePausedStart: '2023-02-01T00:00:00.000Z', datePausedEnd: '2023-04-01T00:00:00.000Z' };
const AUGUST = { datePausedStart: '2023-08-01T00:00:00.000Z', datePausedEnd: null };

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	at('2023-01-05T12:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
	const setting = { budget, accumulateBudget: true, startDate: '2023-01-01T00:00:00.000Z' };
	await as(company.admin).put(`${employee}/flex/access`, setting);
});

const read = async (path: string) => (await as(company.admin).get(employee + path)).body;
const change = async (fields: object) => {
	const { status, body } = await as(company.admin).put(employee, fields);
	expect(status).toBe(200);
	return body;
};
const pauses = async () =>
	(await read('/pauses')).map(({ datePausedStart, datePausedEnd }: typeof AUGUST) => [
		datePausedStart,
		datePausedEnd,
	]);
const available = async () =>
	(await read('/flex/balances?year=2023')).slice(0, 6).map((month: { available: number }) => month.available);

test('the next pause takes no end from the one that is over', async () => {
	await change({ datePausedStart: '2023-04-01T00:00:00.000Z', datePausedEnd: '2023-05-01T00:00:00.000Z' });
	at('2023-05-01T00:00:00.000Z');
	const cleared = await change({ datePausedStart: null });
	expect(cleared).toMatchObject({
		datePausedStart: '2023-04-01T00:00:00.000Z',
		datePausedEnd: '2023-05-01T00:00:00.000Z',
	});
	const next = await change({ datePausedStart: AUGUST.datePausedStart });
	expect(next).toMatchObject(AUGUST);
});

describe('a past pause stays', () => {
	const paused = [50, 50, 50, 100, 150, 200];

	beforeEach(async () => {
		await change(FEBRUARY);
		at('2023-06-10T12:00:00.000Z');
	});

	test.each([
		['when the next leave is announced', AUGUST],
		['when the dates are cleared on return', { datePausedStart: null, datePausedEnd: null }],
		['when they are written back', FEBRUARY],
		['when another one is laid over it', { ...FEBRUARY, datePausedEnd: '2023-03-15T00:00:00.000Z' }],
	])('%s', async (_, fields) => {
		expect(await available()).toEqual(paused);
		await change(fields);
		expect(await available()).toEqual(paused);
		expect(await read('/flex/access?date=2023-02-10')).toEqual([]);
		expect((await pauses())[0]).toEqual([FEBRUARY.datePausedStart, FEBRUARY.datePausedEnd]);
	});

	test('and an expense beyond what is left is refused after the next leave was announced, as before', async () => {
		const expense = { module: 'INTERNET', amount: { value: 201, currency: 'EUR_CENT' }, date: '2023-06-09' };
		const submit = () => as(company.admin).post(`${employee}/flex/expenses`, expense);
		const refusal = { status: 409, body: { code: 'budget_exceeded', left: 200 } };
		expect(await submit()).toMatchObject(refusal);
		await change(AUGUST);
		expect(await submit()).toMatchObject(refusal);
	});

	test('and the database refuses to change a pause whose end is in the history', async () => {
		await runCron('2023-06-10T13:00:00.000Z');
		for (const wish of ['valid_until = valid_until + 1', 'date_deleted = 1', 'valid_from = 0']) {
			const update = env.DB.prepare(`UPDATE pauses SET ${wish} WHERE employee_id = ?`);
			await expect(update.bind(employee.split('/').at(-1)).run()).rejects.toThrow('pause_over');
		}
	});
});

test('the list has every pause in order, and the record the one in force, else the next, else the last one', async () => {
	const shown = async () => {
		const { datePausedStart, datePausedEnd } = await read('');
		return { datePausedStart, datePausedEnd };
	};
	await change(FEBRUARY);
	at('2023-03-31T23:59:59.999Z');
	expect(await shown()).toEqual(FEBRUARY);
	at('2023-04-01T00:00:00.000Z');
	expect(await shown(), 'the last one').toEqual(FEBRUARY);
	expect(await change(AUGUST)).toMatchObject(AUGUST);
	expect(await shown(), 'the next one').toEqual(AUGUST);
	expect(await pauses()).toEqual([Object.values(FEBRUARY), Object.values(AUGUST)]);
	const page = await as(company.admin).get(`${employee}/pauses?limit=1`);
	expect(page.body).toHaveLength(1);
	expect(page.headers.get('Link')).toContain('rel="next"');
});

test('null ends a pause that has begun, now, and removes one that has not', async () => {
	await change(FEBRUARY);
	at('2023-02-10T09:00:00.000Z');
	await change({ datePausedStart: null, datePausedEnd: null });
	expect(await pauses()).toEqual([[FEBRUARY.datePausedStart, '2023-02-10T09:00:00.000Z']]);
	await change(AUGUST);
	await change({ datePausedStart: null });
	expect(await pauses()).toHaveLength(1);
});

test('a pause that begins again later keeps the part before now', async () => {
	await change(FEBRUARY);
	at('2023-02-10T09:00:00.000Z');
	await change({ datePausedStart: '2023-03-01T00:00:00.000Z' });
	expect(await pauses()).toEqual([
		[FEBRUARY.datePausedStart, '2023-02-10T09:00:00.000Z'],
		['2023-03-01T00:00:00.000Z', FEBRUARY.datePausedEnd],
	]);
});

describe('the cron tells on the day', () => {
	const told = async () =>
		(await eventsFor(company.admin))
			.filter(({ type }) => type.startsWith('employee.pause_'))
			.map(({ type, date }) => `${type} ${date}`);

	test.each([
		['2023-01-31T23:59:59.999Z', []],
		['2023-02-01T00:00:00.000Z', ['employee.pause_began']],
		['2023-03-31T23:59:59.999Z', ['employee.pause_began']],
		['2023-04-01T00:00:00.000Z', ['employee.pause_began', 'employee.pause_ended']],
	])('at %s: %j', async (run, types) => {
		await change(FEBRUARY);
		await runCron(run);
		await runCron(run);
		expect(await told()).toEqual(types.map((type) => `${type} ${run}`));
	});

	test('a leave with corrected dates is recorded as begun once', async () => {
		await change(FEBRUARY);
		await runCron('2023-02-01T00:00:00.000Z');
		at('2023-02-10T00:00:00.000Z');
		await change({ datePausedEnd: '2023-03-01T00:00:00.000Z' });
		await runCron('2023-02-10T01:00:00.000Z');
		expect(await told()).toEqual(['employee.pause_began 2023-02-01T00:00:00.000Z']);
	});
});

describe('vouchers of the 10th, with a pause that is moved between missed runs', () => {
	const RUNS = [1, 2, 3, 4, 5, 6].flatMap((month) => [
		`2023-0${month}-10T00:00:00.000Z`,
		`2023-0${month}-20T00:00:00.000Z`,
	]);
	const edits: [day: string, fields: object][] = [
		['2023-02-12T00:00:00.000Z', FEBRUARY],
		['2023-03-05T00:00:00.000Z', { datePausedStart: null, datePausedEnd: null }],
		[
			'2023-04-15T00:00:00.000Z',
			{ datePausedStart: '2023-04-01T00:00:00.000Z', datePausedEnd: '2023-05-15T00:00:00.000Z' },
		],
		['2023-05-18T00:00:00.000Z', { datePausedStart: null, datePausedEnd: null }],
	];

	/** Lets the days pass, with some of the runs, and with one at the end. */
	async function issued(runs: string[]): Promise<string[]> {
		at('2023-01-05T12:00:00.000Z');
		const path = `/employees/${await newEmployee(company)}`;
		const setting = { budget, startDate: '2023-01-10T00:00:00.000Z' };
		await as(company.admin).put(`${path}/goodies/budget`, setting);
		const days = [...runs.map((day) => [day] as const), ...edits].sort(([a], [b]) => (a < b ? -1 : 1));
		for (const [day, fields] of days) {
			at(day);
			if (fields === undefined) await runCron(day);
			else await as(company.admin).put(path, fields);
		}
		await runCron('2023-06-20T00:00:00.000Z');
		const { body } = await as(company.admin).get(`${path}/goodies/vouchers`);
		return body.map(({ dueDate }: { dueDate: string }) => dueDate.slice(0, 10)).sort();
	}

	let timely: string[];
	beforeAll(async () => {
		at('2023-01-05T12:00:00.000Z');
		company = await newCompany();
		timely = await issued(RUNS);
	});

	test.each<[rule: string, runs: string[]]>([
		['missed', []],
		['late', RUNS.filter((_, index) => index % 2 === 1)],
		['few', RUNS.slice(3, 5)],
		['doubled', RUNS.flatMap((run) => [run, run])],
	])('%s runs issue what timely ones do', async (_, runs) => {
		expect(timely).toEqual(['2023-01-10', '2023-02-10', '2023-03-10', '2023-04-10', '2023-06-10']);
		expect(await issued(runs)).toEqual(timely);
	});
});
