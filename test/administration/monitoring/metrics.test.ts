import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { takeMessages } from '../../../src/entrances/jobs/mail.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { browse } from '../../harness/console.ts';
import { counting } from '../../harness/counting.ts';
import { databaseOver } from '../../harness/database.ts';
import { newMail, postOffice } from '../../harness/mail.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	now,
	runCron,
	type TestCompany,
} from '../../harness/service.ts';
import { dispatch, dispatchOffice, newEndpoint, newReceiver } from '../../harness/webhooks.ts';
import { registeredCheaply } from '../../tenants/auth/registered.ts';
import { asOperator, forgetMigrations, noteMigrations, operated } from './operated.ts';

let company: TestCompany;

beforeAll(noteMigrations);
afterAll(forgetMigrations);
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	vi.spyOn(console, 'log').mockImplementation(() => {});
	await env.DB.exec('DELETE FROM request_counts; DELETE FROM job_runs; DELETE FROM places');
	company = await newCompany();
});

const later = (seconds: number) => at(new Date(now() + 1000 * seconds).toISOString());

/** Returns the samples by name and labels. */
async function metrics(bindings: Bindings = operated()): Promise<Record<string, number>> {
	const { status, headers, body } = await asOperator('/metrics', bindings);
	expect(status).toBe(200);
	expect(headers.get('Content-Type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
	expect(body).toMatch(/\n# EOF\n$/);
	const samples = (body as string).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
	return Object.fromEntries(
		samples.map((line) => {
			const place = line.lastIndexOf(' ');
			return [line.slice(0, place), Number(line.slice(place + 1))];
		}),
	);
}

const read = (bindings: Bindings) => as(company.admin, bindings).get(`/companies/${company.id}`);
const READ = 'zubrot_requests_total{operation="readCompany",status="200"}';

test('the requests of all processes are added up, each a minute later at the latest', async () => {
	const [first, second] = [operated(), operated()];
	for (let count = 0; count < 5; count++) await read(first);
	for (let count = 0; count < 3; count++) await read(second);
	// The first request of a process is stored at once.
	expect((await metrics())[READ]).toBe(2);
	later(60);
	await read(first);
	await read(second);
	expect(await metrics()).toMatchObject({
		[READ]: 10,
		'zubrot_slow_requests_total{operation="readCompany"}': 0,
		'zubrot_database_round_trips_total{operation="readCompany"}': expect.toSatisfy((trips) => trips >= 10),
		'zubrot_database_rows_read_total{operation="readCompany"}': expect.toSatisfy((rows) => rows >= 10),
		'zubrot_database_rows_written_total{operation="readCompany"}': 0,
	});
});

test('a process stores its counts once a minute, in one row for half an hour', async () => {
	const { counted, bindings } = counting();
	const own = operated({ DB: bindings.DB });
	for (let second = 0; second < 120; second++) {
		await call('GET', '/nothing', undefined, {}, own);
		later(1);
	}
	expect(counted.trips).toBe(2);
	for (let minute = 0; minute < 60; minute++) {
		later(60);
		await call('GET', '/nothing', undefined, {}, own);
	}
	const { results } = await env.DB.prepare('SELECT * FROM request_counts').all();
	expect(results).toHaveLength(3);
	expect((await metrics())['zubrot_requests_total{operation="unmatched",status="401"}']).toBe(180);
});

test('counts that could not be stored are stored a minute later', async () => {
	const error = vi.spyOn(console, 'error').mockImplementation(() => {});
	let isAway = true;
	const DB = new Proxy(env.DB, {
		get: (target, name) => {
			if (name === 'batch' && isAway) return () => Promise.reject(new Error('D1_ERROR: something unknown'));
			const value = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
	const own = operated({ DB });
	await call('GET', '/nothing', undefined, {}, own);
	expect(error).toHaveBeenCalledWith(expect.stringContaining('"event":"counts_not_stored"'));
	isAway = false;
	later(60);
	await call('GET', '/nothing', undefined, {}, own);
	expect((await metrics())['zubrot_requests_total{operation="unmatched",status="401"}']).toBe(2);
});

test('the cron adds up the rows of past processes, and the sums stay the same', async () => {
	for (let process = 0; process < 4; process++) await read(operated());
	const before = await metrics();
	expect(before[READ]).toBe(4);
	await runCron('2023-03-07T14:01:00.000Z');
	await runCron('2023-03-07T15:00:00.000Z');
	at('2023-03-07T15:00:00.000Z');
	const { results } = await env.DB.prepare(`SELECT id FROM request_counts ORDER BY id`).all<{ id: string }>();
	expect(results.map(({ id }) => id)).toEqual(['']);
	await read(operated());
	await runCron('2023-03-07T18:00:00.000Z');
	at('2023-03-07T18:00:00.000Z');
	expect((await metrics())[READ]).toBe(5);
});

test('a scraper that asks every second reads no more rows than one that asks every 15 seconds', async () => {
	for (let count = 0; count < 20; count++) await newEmployee(company);
	const { counted, bindings } = counting();
	const own = operated({ DB: bindings.DB });
	await asOperator('/metrics', own);
	const { trips, rowsRead } = counted;
	// One for the metrics, and one that stores the counts.
	expect(trips).toBe(2);
	for (let second = 1; second < 60; second++) {
		later(1);
		await asOperator('/metrics', own);
	}
	expect(counted.trips).toBe(5);
	expect(counted.rowsRead).toBeLessThan(5 * rowsRead);
});

test('every query of a scrape uses an index, except where it adds up few rows or all cells', async () => {
	const texts: string[] = [];
	const DB = databaseOver((statements, queries) => {
		texts.push(...queries);
		return env.DB.batch(statements);
	});
	await metrics(operated({ DB }));
	await asOperator('/ready', operated({ DB }));
	const steps = new Set<string>();
	for (const text of new Set(texts)) {
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('?', '1')}`).all<{
			detail: string;
		}>();
		for (const { detail } of results) if (detail.startsWith('SCAN')) steps.add(detail);
	}
	// The indexes hold only what waits, failed or did not arrive. `queue` and `u` are the few sums of such.
	expect([...steps].filter((step) => !/subquery|CONSTANT|VIRTUAL/.test(step)).sort()).toEqual([
		'SCAN d1_migrations',
		'SCAN event_archive_subjects USING INDEX event_archive_subjects_due',
		'SCAN mails USING COVERING INDEX mails_due',
		'SCAN mails USING COVERING INDEX mails_unsent',
		'SCAN p USING INDEX places_jobs',
		'SCAN payroll_runs USING COVERING INDEX payroll_runs_unfinished',
		'SCAN places',
		'SCAN queue',
		'SCAN u',
		'SCAN u USING INDEX users_platform_admins',
		'SCAN webhook_deliveries USING COVERING INDEX webhook_deliveries_unsent',
	]);
});

test('a failed scrape is tried again at once', async () => {
	let isAway = true;
	const DB = new Proxy(env.DB, {
		get: (target, name) => {
			if (name === 'batch' && isAway)
				return () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.'));
			const value = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const own = operated({ DB });
	expect((await asOperator('/metrics', own)).status).toBe(503);
	isAway = false;
	await metrics(own);
});

test('refused sign-ins are counted, by the API and in the console', async () => {
	const own = operated();
	const wrong = { email: await registeredCheaply(), password: 'a wrong password of many letters' };
	expect((await call('POST', '/auth', wrong, {}, own)).status).toBe(401);
	expect((await browse(null, own).post('/sign-in/password', wrong)).status).toBe(401);
	// A token that has ended is no sign-in.
	expect((await call('GET', '/employees', undefined, {}, own)).status).toBe(401);
	later(60);
	await call('GET', '/nothing', undefined, {}, own);
	expect((await metrics()).zubrot_refused_sign_ins_total).toBe(2);
});

test('the gauges say how the service is', async () => {
	await runCron('2023-03-07T12:00:00.000Z');
	await env.DB.exec(
		`UPDATE job_runs SET jobs = json_set(jobs, '$.closeDueRuns.dateSucceeded', ${now() - 3_600_000})`,
	);
	await env.DB.prepare(
		`INSERT INTO mails (id, date_created, kind, user_id, data, state, priority, date_due) VALUES ('m', 1, 'new_device', ?, '{}', 'waiting', 0, ?)`,
	)
		.bind(company.admin.userId, now() - 60_000)
		.run();
	await env.DB.exec(
		`INSERT INTO places (company_id, cell, schema, company, people, bytes, next_due, date_created) VALUES ('c', 'cell', 's', '{}', 7, 5000, ${now()}, 1)`,
	);
	await newEmployee(company);
	const found = await metrics();
	expect(found).toMatchObject({
		zubrot_ready: 1,
		zubrot_cron_last_run_timestamp_seconds: now() / 1000,
		'zubrot_job_last_success_timestamp_seconds{cron_job="closeDueRuns"}': now() / 1000 - 3600,
		'zubrot_job_failed{cron_job="closeDueRuns"}': 1,
		'zubrot_job_failed{cron_job="sendDueMails"}': 0,
		'zubrot_job_handled{cron_job="closeDueRuns"}': 0,
		'zubrot_queue_length{cron_job="issueDueVouchers"}': 0,
		'zubrot_mails{status="waiting"}': expect.toSatisfy((count) => count >= 1),
		'zubrot_mail_age_seconds{kind="security"}': 60,
		zubrot_webhook_delivery_age_seconds: 0,
		'zubrot_database_bytes{database="largest_cell"}': 5000,
		'zubrot_database_bytes{database="cells"}': 5000,
		'zubrot_companies{database="cells"}': 1,
		'zubrot_people{database="cells"}': 7,
		zubrot_late_cells: 0,
	});
	expect(found['zubrot_database_bytes{database="d1"}']).toBeGreaterThan(100_000);
	expect(found['zubrot_companies{database="d1"}']).toBeGreaterThanOrEqual(1);
	expect(found['zubrot_people{database="d1"}']).toBeGreaterThanOrEqual(1);
	later(4 * 3600);
	expect(await metrics()).toMatchObject({
		zubrot_ready: 0,
		'zubrot_troubles{code="cron_late"}': 1,
		'zubrot_troubles{code="job_failed"}': 1,
	});
});

test('attempts at mails and webhooks are counted by their results, in D1 and in cells', async () => {
	const refusing: { code: string | null } = { code: null };
	const [inCell, office] = [await newCompanyInCell(), postOffice(refusing)];
	await env.DB.exec('DELETE FROM mails');
	await newMail(company.admin.userId);
	await newMail(inCell.admin.userId, {}, databaseOf(env, inCell.cell));
	const { EMAIL, MAIL_QUEUE } = office.bindings;
	const own = dispatchOffice(operated({ EMAIL, MAIL_QUEUE })).bindings;
	const send = () => takeMessages(['a mail is due', `${inCell.cell}.a-mail`], own, now(), () => true);
	await send();
	refusing.code = 'E_RATE_LIMIT_EXCEEDED';
	await newMail(company.admin.userId);
	later(60);
	await send();
	const { path } = await newEndpoint(company, (await newReceiver('500')).url);
	await as(company.admin).post(`${path}/ping`);
	later(60);
	await dispatch(own);
	const found = await metrics(own);
	expect(found).toMatchObject({
		'zubrot_message_attempts_total{kind="mail",status="sent"}': 2,
		'zubrot_message_attempts_total{kind="mail",status="waiting"}': 1,
		'zubrot_message_attempts_total{kind="webhook",status="waiting"}': 1,
	});
	expect(Object.keys(found).filter((name) => name.includes('operation="mail"'))).toEqual([]);
});

test('without an operator’s key nothing is counted', async () => {
	const { counted, bindings } = counting();
	await call('GET', '/nothing', undefined, {}, bindings);
	expect(counted.trips).toBe(0);
});

test('Analytics Engine gets one data point for each request', async () => {
	const points: AnalyticsEngineDataPoint[] = [];
	const REQUESTS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => points.push(point) };
	await read({ ...env, REQUESTS: REQUESTS as unknown as AnalyticsEngineDataset });
	expect(points).toEqual([
		{
			indexes: ['readCompany'],
			blobs: ['readCompany', '200'],
			doubles: [0, expect.any(Number), expect.any(Number), 0],
		},
	]);
});
