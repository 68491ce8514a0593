import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runDueJobs } from '../../../../src/entrances/jobs/schedule.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import { as, at, newCompany, now, runCron } from '../../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../../harness/spending.ts';

const AFTER_CUT_OFF = '2023-03-08T00:00:00.000Z';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const cron = (DB: D1Database, moment: string) => runDueJobs({ ...env, DB }, Date.parse(moment));
const statesOf = async (one = spender) => (await one.transactions()).map(({ state }) => state);
const closeBySql = (month: string, state = 'CLOSING') => {
	const id = newId(now());
	const first = Date.parse(`${month}-01T00:00:00.000Z`);
	const closesUntil = Date.parse('2023-03-31T23:59:59.999Z');
	const insert = `INSERT INTO payroll_runs (id, date_created, date_modified, company_id, month, closes_until, state)
		VALUES (?, ?, ?, ?, ?, ?, ?)`;
	const commit = `UPDATE payroll_transactions SET state = 'COMMITTED', run_id = ? WHERE company_id = ?`;
	return env.DB.batch([
		env.DB.prepare(insert).bind(id, now(), now(), spender.company.id, first, closesUntil, state),
		env.DB.prepare(commit).bind(id, spender.company.id),
	]);
};

describe('the cron closes a run at its cut-off, to the millisecond', () => {
	test('on the reference day 28', async () => {
		const cutOff = '2023-03-28T23:59:59.999Z';
		at('2023-03-01T12:00:00.000Z');
		const one = await newSpender({}, await newCompany(28));
		await one.approved();
		await runCron('2023-03-28T23:59:59.998Z');
		expect(await one.runs()).toEqual([]);
		expect(await statesOf(one)).toEqual(['PENDING']);
		await runCron(cutOff);
		const closing = { month: '2023-02', state: 'CLOSED', closedBy: null, dateClosed: cutOff, lineCount: 1 };
		expect(await one.runs()).toMatchObject([closing]);
		expect(await statesOf(one)).toEqual(['COMMITTED']);
	});

	test('the run of December closes in January', async () => {
		at('2024-01-05T12:00:00.000Z');
		const one = await newSpender({ startDate: '2023-12-01T00:00:00.000Z' });
		await one.approved({ date: '2023-12-31' });
		await runCron('2024-01-07T23:59:59.998Z');
		expect(await one.runs()).toEqual([]);
		await runCron('2024-01-08T00:00:00.000Z');
		expect(await one.runs()).toMatchObject([{ month: '2023-12' }]);
	});

	test('leaves later months pending, and an unapproved expense alone', async () => {
		await spender.approved();
		await spender.approved({ date: '2023-03-07' });
		await spender.submitted();
		await runCron(AFTER_CUT_OFF);
		expect(await statesOf()).toEqual(['COMMITTED', 'PENDING']);
	});
});

test('missed months are closed in one go, each in a run of its own, for every company', async () => {
	at('2023-03-02T12:00:00.000Z');
	const other = await newSpender({}, await newCompany(3));
	for (const one of [spender, other]) {
		await one.approved({ date: '2023-02-28', amount: cents(100) });
		await one.approved({ date: '2023-03-01', amount: cents(200) });
	}
	await runCron('2023-06-15T00:00:00.000Z');
	for (const one of [spender, other]) {
		expect(await one.runs()).toMatchObject([
			{ month: '2023-02', lineCount: 1, sums: [{ module: 'INTERNET', amount: cents(100) }] },
			{ month: '2023-03', lineCount: 1, sums: [{ module: 'INTERNET', amount: cents(200) }] },
		]);
		expect(await statesOf(one)).toEqual(['COMMITTED', 'COMMITTED']);
	}
});

describe('the result is the same if the run is', () => {
	test('doubled', async () => {
		await spender.approved();
		await runCron(AFTER_CUT_OFF);
		const [runs, lines] = [await spender.runs(), await spender.transactions()];
		await runCron(AFTER_CUT_OFF);
		await runCron('2023-03-08T01:00:00.000Z');
		expect(await spender.runs()).toEqual(runs);
		expect(await spender.transactions()).toEqual(lines);
	});

	test('concurrent with others', async () => {
		const spenders = [spender, await newSpender(), await newSpender()];
		for (const one of spenders) await one.approved();
		await Promise.allSettled(Array.from({ length: 4 }, () => runCron(AFTER_CUT_OFF)));
		for (const one of spenders) {
			expect(await one.runs()).toMatchObject([{ month: '2023-02', state: 'CLOSED', lineCount: 1 }]);
			expect(await statesOf(one)).toEqual(['COMMITTED']);
		}
	});

	test('interrupted between commit and count', async () => {
		await spender.approved({ amount: cents(700) });
		await spender.approved({ amount: cents(77) });
		await closeBySql('2023-02');
		expect(await spender.runs()).toMatchObject([
			{ state: 'CLOSING', lineCount: null, sums: null, sha256: null },
		]);
		await runCron('2023-03-07T13:00:00.000Z');
		const [run, ...more] = await spender.runs();
		expect(more).toEqual([]);
		expect(run).toMatchObject({
			state: 'CLOSED',
			dateClosed: run.dateCreated,
			lineCount: 2,
			sums: [{ module: 'INTERNET', amount: cents(777) }],
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
	});

	test('interrupted by the database', async () => {
		vi.spyOn(console, 'error').mockImplementationOnce(() => {});
		await spender.approved();
		const down = () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.'));
		const DB = intercepted(/update "payroll_runs"/, down);
		expect((await spender.close('2023-02', spender.admin, { ...env, DB })).status).toBe(503);
		expect(await spender.runs()).toMatchObject([{ state: 'CLOSING' }]);
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await spender.runs()).toMatchObject([
			{ state: 'CLOSED', lineCount: 1, closedBy: spender.admin.userId },
		]);
	});

	test('beside the caller who closes it, who is answered what is then read', async () => {
		await spender.approved();
		const DB = intercepted(/update "payroll_runs"/, async (run) => {
			await runCron('2023-03-07T13:00:00.000Z');
			return run();
		});
		const { body } = await spender.close('2023-02', spender.admin, { ...env, DB });
		expect(await spender.runs()).toEqual([body]);
	});

	test('overtaken by an early close: the other companies are closed all the same', async () => {
		const spenders = [spender, await newSpender(), await newSpender()];
		for (const one of spenders) await one.approved();
		let isFirst = true;
		const DB = intercepted(/insert into "payroll_runs"/, async (run) => {
			if (isFirst) for (const one of spenders.slice(0, 1)) await one.close('2023-02');
			isFirst = false;
			return run();
		});
		await cron(DB, AFTER_CUT_OFF).catch(() => null);
		for (const one of spenders) {
			expect(await one.runs()).toMatchObject([{ month: '2023-02', state: 'CLOSED', lineCount: 1 }]);
		}
	});
});

test('after an early close the cron has nothing left to do for the month', async () => {
	await spender.approved();
	await spender.close('2023-02');
	const runs = await spender.runs();
	await runCron(AFTER_CUT_OFF);
	expect(await spender.runs()).toEqual(runs);
});

test('an employee who leaves in between is still paid what was approved', async () => {
	await spender.approved();
	const path = `/employees/${spender.employeeId}`;
	await as(spender.admin).put(path, { dateTerminated: '2023-03-01T00:00:00.000Z' });
	await runCron(AFTER_CUT_OFF);
	expect(await statesOf()).toEqual(['COMMITTED']);
});
