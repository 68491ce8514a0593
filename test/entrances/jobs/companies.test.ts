import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeCompany } from '../../../src/entrances/jobs/companies.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { COMPANY_JOBS, type CompanyMessage, JOBS } from '../../../src/foundation/core/jobs.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import worker from '../../../src/index.ts';
import { counting } from '../../harness/counting.ts';
import { jobsQueue, messageOf } from '../../harness/jobs.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	now,
	runCron,
	type TestUser,
	WITHOUT_BACKUPS,
} from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';

/** The last millisecond of a month, when vouchers, terminations and lines are due. */
const LAST = '2023-03-31T23:59:59.999Z';
const DUE = Date.parse(LAST);
const NEXT_HOUR = '2023-04-01T01:00:00.000Z';
/** With so many lines of one company, the cron sends messages. */
const LINES = 10_000;
const PEOPLE = 3;

const [small, other, large] = ['small', 'other', 'large'];
let ids: Record<string, string>;
let platform: TestUser;

eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	ids = Object.fromEntries(
		await Promise.all([small, other, large].map(async (name) => [name, (await newCompany()).id])),
	);
	const series = (count: number) =>
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}),
		p AS (SELECT i, printf('01890a5d-ac96-774b-bcce-%012d', i) AS k FROM n)`;
	const dates = `${now()}, ${now()}`;
	const company = `iif(i = 1, '${idOf(small)}', '${idOf(other)}')`;
	const statements = [
		`INSERT INTO users (id, date_created, date_modified, email, email_key, roles) ${series(PEOPLE)}
		SELECT k, ${dates}, k || '@x', k || '@x', '["EMPLOYEE"]' FROM p`,
		`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision, date_terminated)
		${series(PEOPLE)} SELECT k, ${dates}, ${company}, k, '[]', 0, iif(i = 3, ${DUE}, NULL) FROM p`,
		`INSERT INTO planned_vouchers (id, date_created, date_modified, employee_id, goodies_voucher_type, interval,
			amount_value, amount_currency, valid_from, anchor, next_occurrence) ${series(PEOPLE)}
		SELECT k, ${dates}, k, 'GENERIC', 'MONTHLY', 1, 'EUR_CENT', 0, ${DUE}, ${DUE} FROM p`,
		`INSERT INTO payroll_transactions (id, date_created, date_modified, flex_data_id, company_id, module, amount_value,
			amount_currency, state, payroll_reference_date, submitted_date) ${series(LINES)}
		SELECT k, ${dates}, k, '${idOf(large)}', 'MEALS', 100, 'EUR_CENT', 'PENDING', ${DUE}, 0 FROM p`,
	];
	await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
	await runCron('2023-03-31T22:00:00.000Z');
});
beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const idOf = (name: string): string => ids[name] ?? '';
const messageFor = (name: string, scheduledTime = DUE): CompanyMessage => ({
	companyId: idOf(name),
	scheduledTime,
});

/** Runs the cron with a queue that nobody listens to. */
async function runWith(queue: ReturnType<typeof jobsQueue>, instant = DUE) {
	return runDueJobs({ ...WITHOUT_BACKUPS, JOBS_QUEUE: queue.JOBS_QUEUE }, instant);
}

const take = async (body: CompanyMessage, attempts = 1, mayGoOn = () => true, bindings: Bindings = env) => {
	const message = messageOf(body, attempts);
	await takeCompany(message, bindings, mayGoOn);
	return message;
};

const countOf = (sql: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${sql}`).first<number>('n');
const vouchers = () => countOf('issued_vouchers');
const linesLeft = () => countOf(`payroll_transactions WHERE state = 'PENDING'`);

interface Shown {
	job: string;
	dateRun: string | null;
	dateSucceeded: string | null;
	handled: number | null;
}
async function shown(job: string): Promise<Shown> {
	const { jobs } = (await as(platform).get('/jobs')).body as { jobs: Shown[] };
	return jobs.find((one) => one.job === job) as Shown;
}

test('with many due records, the cron sends a message for each company and does only the other jobs', async () => {
	const queue = jobsQueue();
	const { handled, failed } = await runWith(queue);
	expect(failed).toEqual({});
	expect(Object.keys(handled)).toEqual(JOBS.slice(COMPANY_JOBS.length));
	expect(queue.sent.map(({ companyId }) => companyId).sort()).toEqual(Object.values(ids).sort());
	expect(new Set(queue.sent.map(({ scheduledTime }) => scheduledTime))).toEqual(new Set([DUE]));
	expect([await vouchers(), await linesLeft()]).toEqual([0, LINES]);
	expect(await shown('issueDueVouchers')).toMatchObject({ dateRun: '2023-03-31T22:00:00.000Z' });

	// Figures of messages at the same time, and of a second one, add up.
	await Promise.all(queue.sent.map((message) => take(message)));
	await take(messageFor(other));
	expect([await vouchers(), await linesLeft()]).toEqual([PEOPLE - 1, 0]);
	const dates = { dateRun: LAST, dateSucceeded: LAST };
	expect(await shown('issueDueVouchers')).toMatchObject({ ...dates, handled: PEOPLE });
	expect(await shown('settlePassedTerminations')).toMatchObject({ ...dates, handled: 1 });
	expect(await shown('closeDueRuns')).toMatchObject({ ...dates, handled: 1 });
	expect(
		await countOf(`companies c JOIN payroll_runs r ON r.company_id = c.id WHERE r.line_count = ${LINES}`),
	).toBe(1);

	// The next run has little to do, and needs no messages.
	const again = await runWith(queue, Date.parse(NEXT_HOUR));
	expect(Object.keys(again.handled)).toEqual([...JOBS]);
	expect(queue.sent).toHaveLength(3);
	expect(await shown('issueDueVouchers')).toMatchObject({ dateRun: NEXT_HOUR, handled: 0 });
});

test('without a queue, or with fewer due records, the cron does the jobs of all companies itself', async () => {
	const { JOBS_QUEUE: _, ...withoutQueue } = WITHOUT_BACKUPS;
	await env.DB.prepare(
		`DELETE FROM payroll_transactions WHERE rowid IN (SELECT rowid FROM payroll_transactions LIMIT 10)`,
	).run();
	const queue = jobsQueue();
	expect((await runWith(queue)).handled).toMatchObject({ issueDueVouchers: PEOPLE, closeDueRuns: 1 });
	expect(queue.sent).toEqual([]);
	expect((await runDueJobs(withoutQueue, DUE)).handled).toMatchObject({ issueDueVouchers: 0 });
});

test('a message does what is due at its time, to the millisecond, and nothing else', async () => {
	await take(messageFor(small, DUE - 1));
	await take(messageFor(other, DUE - 1));
	await take(messageFor(large, DUE - 1));
	expect([await vouchers(), await linesLeft()]).toEqual([0, LINES]);
	expect(await shown('settlePassedTerminations')).toMatchObject({ handled: 0 });
	await take(messageFor(small));
	expect([await vouchers(), await linesLeft()]).toEqual([1, LINES]);
	// A late message adds to the figures of the run that came after it.
	await runWith(jobsQueue(), Date.parse(NEXT_HOUR));
	await take(messageFor(other, Date.parse(NEXT_HOUR)));
	await take(messageFor(large));
	expect(await linesLeft()).toBe(0);
	expect(await shown('issueDueVouchers')).toMatchObject({ dateRun: NEXT_HOUR, handled: PEOPLE - 1 });
	expect(await shown('closeDueRuns')).toMatchObject({
		dateRun: NEXT_HOUR,
		dateSucceeded: NEXT_HOUR,
		handled: 1,
	});
});

test('a company that fails holds up no other, is tried four times, and shows until the next run succeeds', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	await env.DB.exec(
		`CREATE TRIGGER broken BEFORE INSERT ON issued_vouchers WHEN NEW.employee_id LIKE '%1' BEGIN SELECT RAISE(ABORT, 'out of order'); END`,
	);
	const queue = jobsQueue();
	await runWith(queue);
	for (const [attempts, delaySeconds] of [
		[1, 30],
		[2, 120],
		[3, 480],
	] as const) {
		const { ack, retry } = await take(messageFor(small), attempts);
		expect([ack.mock.calls, retry.mock.calls]).toEqual([[], [[{ delaySeconds }]]]);
		expect(await shown('issueDueVouchers')).not.toMatchObject({ dateRun: LAST });
	}
	await take(messageFor(large));
	expect((await take(messageFor(small), 4)).ack).toHaveBeenCalledOnce();
	await take(messageFor(other));
	expect([await vouchers(), await linesLeft()]).toEqual([1, 0]);
	const before = '2023-03-31T22:00:00.000Z';
	expect(await shown('issueDueVouchers')).toMatchObject({ dateRun: LAST, dateSucceeded: before, handled: 2 });
	expect(await shown('closeDueRuns')).toMatchObject({ dateSucceeded: LAST, handled: 1 });
	const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
	expect(lines).toHaveLength(4);
	expect(lines[0]).toMatchObject({
		event: 'job_failed',
		job: 'issueDueVouchers',
		companyId: idOf(small),
		scheduledTime: DUE,
	});

	// Little is due, but a job that fails for one company is left to the messages of all.
	const { failed } = await runWith(queue, Date.parse(NEXT_HOUR));
	expect(Object.keys(failed)).toEqual(['issueDueVouchers']);
	expect(queue.sent.at(-1)).toEqual(messageFor(small, Date.parse(NEXT_HOUR)));
	await env.DB.exec('DROP TRIGGER broken');
	await take(messageFor(small, Date.parse(NEXT_HOUR)));
	expect(await vouchers()).toBe(2);
	expect(await shown('issueDueVouchers')).toMatchObject({
		dateRun: NEXT_HOUR,
		dateSucceeded: NEXT_HOUR,
		handled: 1,
	});
});

test('a company that is leaving, is in a cell or does not exist is left alone, and only the leaving one waits', async () => {
	await env.DB.batch([
		env.DB.prepare(
			`INSERT INTO moves (cell, company_id, step, date_started) VALUES ('anunknowncel', ?, 'CLOSED', 0)`,
		).bind(idOf(small)),
		env.DB.prepare(
			`INSERT INTO movers (company_id, id, kind, is_closed) VALUES (?1, ?1, 'COMPANY', TRUE)`,
		).bind(idOf(small)),
		env.DB.prepare(
			`INSERT INTO places (company_id, cell, schema, company, next_due, date_created) VALUES (?, 'acellofothers', '', '{}', 9e15, 0)`,
		).bind(idOf(other)),
	]);
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const queue = jobsQueue();
	// The jobs that are not for one company wait.
	expect(await runWith(queue)).toEqual({ handled: {}, failed: {} });
	expect(queue.sent).toHaveLength(3);
	for (const message of [...queue.sent, { companyId: 'unknown', scheduledTime: DUE }]) {
		expect((await take(message)).ack).toHaveBeenCalledOnce();
	}
	expect([await vouchers(), await linesLeft()]).toEqual([0, 0]);
});

test('a company with much to do goes to the end of the queue and goes on there', async () => {
	const { sent, JOBS_QUEUE } = jobsQueue();
	const bindings = { ...env, JOBS_QUEUE };
	const { ack, retry } = await take(messageFor(other), 1, () => false, bindings);
	expect([ack.mock.calls.length, retry.mock.calls.length]).toEqual([1, 0]);
	expect(sent).toEqual([messageFor(other)]);
	// It has nothing more to do.
	await take(messageFor(other), 1, () => false, bindings);
	expect(sent).toHaveLength(1);
});

test('the platform hands messages to the Worker, which confirms each, or asks for it again', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	await env.DB.exec(
		`CREATE TRIGGER broken BEFORE INSERT ON issued_vouchers WHEN NEW.employee_id LIKE '%1' BEGIN SELECT RAISE(ABORT, 'out of order'); END`,
	);
	const messages = [small, other].map((name) => ({
		id: name,
		timestamp: new Date(0),
		attempts: 1,
		body: messageFor(name),
	}));
	const batch = createMessageBatch('zubrot-jobs', messages);
	const context = createExecutionContext();
	await worker.queue(batch, env);
	const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
	await env.DB.exec('DROP TRIGGER broken');
	expect(explicitAcks).toEqual([other]);
	expect(retryMessages).toMatchObject([{ msgId: small }]);
	expect(await vouchers()).toBe(1);
});

test('a message costs what its company has, however much is due in others', async () => {
	await env.DB.prepare('UPDATE payroll_transactions SET awaits_meal_value = TRUE').run();
	const { counted, bindings } = counting();
	await take(messageFor(small), 1, () => true, bindings);
	expect(await vouchers()).toBe(1);
	expect(counted.trips).toBe(9);
	expect(counted.rowsRead).toBeLessThan(140);
	await take(messageFor(small), 1, () => true, bindings);
	expect(counted.trips).toBe(11);
});
