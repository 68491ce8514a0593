import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { runJobsOfCell } from '../../../src/entrances/jobs/cells.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { cellClass } from '../../../src/foundation/cells/object.ts';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { alarmOf, placeOf, ring, sqlIn } from '../../harness/alarms.ts';
import { newCompanyInCell, type TestCell } from '../../harness/cells.ts';
import { counting } from '../../harness/counting.ts';
import { as, at, newEmployee, newUser, runCron } from '../../harness/service.ts';

// The clock of the platform is far behind, so that no alarm rings by itself.
const NOON = '2031-03-07T12:00:00.000Z';
const MIDNIGHT = '2031-03-08T00:00:00.000Z';
const FIRST_NIGHT = '2031-03-08T01:00:00.000Z';
const AN_HOUR_MS = 3_600_000;

let company: TestCell;

beforeEach(async () => {
	at(NOON);
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	await env.DB.exec('DELETE FROM places');
	company = await newCompanyInCell();
});

type Asked = Parameters<ReturnType<typeof stubOf>['batch']>[1];

const isoOf = (time: unknown) => new Date(Number(time)).toISOString();
const vouchers = async (cell = company.cell) =>
	(await sqlIn(cell, 'SELECT count(*) AS vouchers FROM issued_vouchers').first<number>('vouchers')) ?? 0;

async function newVoucher(startDate: string, of = company): Promise<string> {
	const employeeId = await newEmployee(of);
	const budget = { budget: { value: 5000, currency: 'EUR_CENT' }, startDate };
	const answer = await as(of.admin).put(`/employees/${employeeId}/goodies/budget`, budget);
	expect(answer.status).toBe(200);
	return employeeId;
}

test('after a write, the alarm rings at the next full hour', async () => {
	const hour = new Date(Math.floor(Date.now() / AN_HOUR_MS + 1) * AN_HOUR_MS).toISOString();
	expect(await alarmOf(company.cell)).toBe(hour);
	await ring(company.cell, NOON);
	expect(await alarmOf(company.cell)).not.toBe(hour);
	await newEmployee(company);
	expect(await alarmOf(company.cell)).toBe(hour);
});

test('a cell that the directory does not know has its place again after its next run', async () => {
	await ring(company.cell, NOON);
	await env.DB.exec('DELETE FROM places');
	await ring(company.cell, MIDNIGHT);
	expect(await placeOf(company.cell)).toMatchObject({ company_id: company.id });
});

test('a run of a cell whose company is in another place is logged', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	await ring(company.cell, NOON);
	expect(logged).not.toHaveBeenCalled();
	await env.DB.exec(`UPDATE places SET cell = 'aaaaaaaaaaaa'`);
	await ring(company.cell, MIDNIGHT);
	const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
	expect(lines).toMatchObject([{ event: 'cell_unknown', cell: company.cell, result: 'ELSEWHERE' }]);
});

test('a cell without work runs once a day, and the directory knows it', async () => {
	await ring(company.cell, NOON);
	await ring(company.cell, MIDNIGHT);
	// Its creation is saved in the first night.
	await ring(company.cell, FIRST_NIGHT);
	expect(await alarmOf(company.cell)).toBe('2031-03-09T00:00:00.000Z');
	const place = await placeOf(company.cell);
	expect([isoOf(place?.last_run), isoOf(place?.next_due)]).toEqual([FIRST_NIGHT, '2031-03-09T00:00:00.000Z']);
	expect(place).toMatchObject({ schema: SCHEMA, people: 0, jobs: '{"backUpCompanies":{"handled":1}}' });
	expect(place?.bytes).toBeGreaterThan(100_000);
	await newEmployee(company);
	await as(company.admin).put(`/companies/${company.id}`, { name: 'Renamed' });
	await ring(company.cell, '2031-03-09T00:00:00.000Z');
	const later = await placeOf(company.cell);
	expect(later).toMatchObject({ people: 1 });
	expect(JSON.parse(String(later?.company))).toMatchObject({ id: company.id, name: 'Renamed' });
});

test('a run without work writes few rows', async () => {
	await ring(company.cell, NOON);
	await ring(company.cell, FIRST_NIGHT);
	const { counted, bindings } = counting();
	let written = 0;
	const alarmed = {
		name: company.cell,
		schema: SCHEMA,
		bytes: 1,
		wakeBy: () => {},
		send: async (asked: Asked) => {
			const reply = await stubOf().batch(SCHEMA, asked);
			if ('told' in reply) for (const { rowsWritten } of reply.told) written += rowsWritten;
			return reply;
		},
	};
	await runJobsOfCell(alarmed, bindings, Date.parse('2031-03-09T00:00:00.000Z'), () => true);
	// The alarm itself is written twice.
	expect(written + counted.rowsWritten + 2).toBeLessThanOrEqual(10);
	expect(counted.trips).toBe(1);
});

const stubOf = () => env.CELLS.get(env.CELLS.idFromName(company.cell));

test('the alarm rings when the next voucher is due, and not before', async () => {
	await newVoucher('2031-03-07T15:30:00.000Z');
	await ring(company.cell, NOON);
	expect(await alarmOf(company.cell)).toBe('2031-03-07T16:00:00.000Z');
	await ring(company.cell, '2031-03-07T15:29:59.999Z');
	expect(await vouchers()).toBe(0);
	await ring(company.cell, '2031-03-07T15:30:00.000Z');
	expect(await vouchers()).toBe(1);
});

test('an alarm that rings twice, or by a clock that was set back, changes nothing more', async () => {
	await newVoucher(NOON);
	await Promise.all([ring(company.cell, NOON), ring(company.cell, NOON)]);
	await ring(company.cell, NOON);
	expect(await vouchers()).toBe(1);
	await ring(company.cell, '2031-03-07T11:00:00.000Z');
	expect(await vouchers()).toBe(1);
	expect(isoOf((await placeOf(company.cell))?.last_run)).toBe(NOON);
});

test('the cron wakes a cell that is overdue by two hours, and no other', async () => {
	await newVoucher(NOON);
	const due = (late: number) =>
		env.DB.prepare('UPDATE places SET next_due = ? WHERE cell = ?')
			.bind(Date.parse('2031-03-07T15:00:00.000Z') - late, company.cell)
			.run();
	await due(2 * AN_HOUR_MS - 1);
	await runCron('2031-03-07T15:00:00.000Z');
	expect(await vouchers()).toBe(0);
	await due(2 * AN_HOUR_MS);
	await runCron('2031-03-07T15:00:00.000Z');
	expect(await vouchers()).toBe(1);
	expect(isoOf((await placeOf(company.cell))?.next_due)).toBe(MIDNIGHT);
});

test('cells that cannot run do not keep the cron from others', async () => {
	await env.DB.prepare('UPDATE places SET next_due = 1 WHERE cell = ?').bind(company.cell).run();
	const CELLS = {
		idFromName: (name: string) => name,
		get: () => ({ run: () => Promise.reject(new Error('out of order')) }),
	} as unknown as typeof env.CELLS;
	const { failed } = await runDueJobs({ ...env, CELLS }, Date.parse(NOON));
	expect(failed).toEqual({});
	// It is asked again two hours later, after all others.
	expect(isoOf((await placeOf(company.cell))?.next_due)).toBe(NOON);
});

test('without D1, the jobs run all the same, and the next run reports', async () => {
	await newVoucher(NOON);
	const DB = { prepare: () => ({ bind: () => ({}) }), batch: () => Promise.reject(new Error('D1 is down')) };
	const alarmed = { name: company.cell, schema: SCHEMA, bytes: 1, wakeBy: () => {}, send };
	const bindings = { ...env, DB: DB as unknown as D1Database };
	await runJobsOfCell(alarmed, bindings, Date.parse(NOON), () => true);
	expect(await vouchers()).toBe(1);
	expect((await placeOf(company.cell))?.last_run).toBe(null);
	await ring(company.cell, '2031-03-07T13:00:00.000Z');
	expect(isoOf((await placeOf(company.cell))?.last_run)).toBe('2031-03-07T13:00:00.000Z');
});

const send = (asked: Asked) => stubOf().batch(SCHEMA, asked);

test('a run in which the object is reset at any batch is made up for by the next one', async () => {
	let batches = 0;
	for (let lost = 1; lost <= Math.max(batches, 1); lost++) {
		company = await newCompanyInCell();
		await newVoucher(NOON);
		batches = 0;
		const failing = async (asked: Asked) => {
			if (++batches >= lost) throw new Error('The object was reset');
			return send(asked);
		};
		const alarmed = { name: company.cell, schema: SCHEMA, bytes: 1, wakeBy: () => {}, send: failing };
		await runJobsOfCell(alarmed, env, Date.parse(NOON), () => true).catch(() => undefined);
		await ring(company.cell, '2031-03-07T13:00:00.000Z');
		expect(await vouchers(), `batch ${lost}`).toBe(1);
		const noted = await sqlIn(company.cell, 'SELECT date_run FROM job_runs').first<number>('date_run');
		expect(isoOf(noted)).toBe('2031-03-07T13:00:00.000Z');
	}
});

test('a run that has to end goes on a few seconds later, and one with a failed job in an hour', async () => {
	const alarmed = { name: company.cell, schema: SCHEMA, bytes: 1, wakeBy: () => {}, send };
	await newVoucher(NOON);
	const next = await runJobsOfCell(alarmed, env, Date.parse(NOON), () => false);
	expect(next).toBe(Date.parse(NOON) + 10_000);
	await sqlIn(
		company.cell,
		`CREATE TRIGGER broken BEFORE INSERT ON issued_vouchers BEGIN SELECT RAISE(ABORT, 'out of order'); END`,
	).run();
	await newVoucher('2031-03-07T13:00:00.000Z');
	await ring(company.cell, '2031-03-07T13:00:00.000Z');
	expect(await alarmOf(company.cell)).toBe('2031-03-07T14:00:00.000Z');
	expect(JSON.parse(String((await placeOf(company.cell))?.jobs))).toMatchObject({
		issueDueVouchers: { dateSucceeded: Date.parse(NOON), waiting: 1 },
	});
});

/** Lets the cell run `jobs` in place of its own at noon. A request writes during the run if `isBusy`. */
const runAtNoon = (jobs: () => Promise<number>, isBusy: boolean) =>
	runInDurableObject(stubOf(), async (_, state) => {
		const Other = cellClass(
			() => Date.parse(NOON),
			async () => {
				if (isBusy) cell.batch(SCHEMA, [['UPDATE companies SET name = name', []]]);
				return jobs();
			},
			async () => 0,
			async () => '',
		);
		await state.storage.deleteAlarm();
		const cell = new Other(state, env);
		await vi.waitUntil(() => 'told' in cell.batch(SCHEMA, []));
		await state.blockConcurrencyWhile(async () => undefined);
		await cell.run(Date.parse(NOON));
		const time = (await state.storage.getAlarm()) ?? 0;
		return time % AN_HOUR_MS === 10_000 ? isoOf(time) : isoOf(time - (time % AN_HOUR_MS));
	});

test.each([
	['has to end', 10_000, '2031-03-07T12:00:10.000Z'],
	['is done for the day', 12 * AN_HOUR_MS, '2031-03-07T13:00:00.000Z'],
])('a write during a run that %s never delays the next run', async (_, delay, next) => {
	const jobs = async () => Date.parse(NOON) + delay;
	expect(await runAtNoon(jobs, true)).toBe(next);
	expect(await runAtNoon(jobs, false)).toBe(isoOf(Date.parse(NOON) + delay));
});

test('a run that is under way when the company leaves the cell writes nothing any more', async () => {
	const replies: unknown[] = [];
	await runInDurableObject(stubOf(), async (_, state) => {
		const Other = cellClass(
			() => Date.parse(NOON),
			async ({ send }) => {
				for (const step of ['before', 'after']) {
					if (step === 'after') cell.close('', []);
					replies.push(await send([['UPDATE companies SET name = ?', [step]]]));
				}
				return Date.parse(MIDNIGHT);
			},
			async () => 0,
			async () => '',
		);
		const cell = new Other(state, env);
		await state.blockConcurrencyWhile(async () => undefined);
		await cell.run(Date.parse(NOON));
		cell.reopen();
	});
	expect(replies).toEqual([{ told: [expect.anything()] }, { failed: 'company_moving' }]);
	expect(await sqlIn(company.cell, 'SELECT name FROM companies').first('name')).toBe('before');
});

test('a run that fails is in the log, and is repeated in an hour', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	const failing = () => Promise.reject(new Error('out of order'));
	expect(await runAtNoon(failing, false)).toBe('2031-03-07T13:00:00.000Z');
	expect(JSON.parse(logged.mock.lastCall?.[0])).toMatchObject({
		event: 'cell_run_failed',
		cell: company.cell,
		errors: [{ message: 'out of order' }],
	});
});

test('GET /jobs adds up D1 and all cells, and shows a failure in any of them', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const shown = async (name: string) => {
		const { body } = await as(platform).get('/jobs');
		return body.jobs.find(({ job }: { job: string }) => job === name);
	};
	await newVoucher(NOON);
	await ring(company.cell, NOON);
	const other = await newCompanyInCell();
	await newVoucher(NOON, other);
	await newVoucher(NOON, other);
	await ring(other.cell, '2031-03-07T13:00:00.000Z');
	await runCron('2031-03-07T14:00:00.000Z');
	expect(await shown('issueDueVouchers')).toEqual({
		job: 'issueDueVouchers',
		dateRun: NOON,
		dateSucceeded: NOON,
		handled: 3,
		waiting: 0,
		waitingSince: null,
	});
	expect(await shown('clearOldKeys')).toMatchObject({ dateRun: NOON, dateSucceeded: NOON, handled: 0 });
	await sqlIn(
		other.cell,
		`CREATE TRIGGER broken BEFORE INSERT ON issued_vouchers BEGIN SELECT RAISE(ABORT, 'out of order'); END`,
	).run();
	await newVoucher('2031-03-07T15:00:00.000Z', other);
	await ring(other.cell, '2031-03-07T15:00:00.000Z');
	expect(await shown('issueDueVouchers')).toMatchObject({
		dateRun: '2031-03-07T15:00:00.000Z',
		dateSucceeded: '2031-03-07T13:00:00.000Z',
		waiting: 1,
		waitingSince: '2031-03-07T15:00:00.000Z',
	});
	expect(await shown('clearOldKeys')).toMatchObject({ dateRun: NOON, dateSucceeded: NOON });
});
