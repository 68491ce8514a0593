import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { JOBS } from '../../../src/foundation/core/jobs.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { counting } from '../../harness/counting.ts';
import { databaseOver } from '../../harness/database.ts';
import { giveSecondFactor } from '../../harness/second-factor.ts';
import { as, at, call, newCompany, now, runCron, type TestCompany } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { asOperator, forgetMigrations, KEY, noteMigrations, operated } from './operated.ts';

const HOUR_MS = 3_600_000;
const NOON = '2023-03-07T12:00:00.000Z';
const READY = 'https://zubrot.example/ready';
const HERE = 'https://localhost/ready';

let company: TestCompany;

beforeAll(noteMigrations);
afterAll(forgetMigrations);
eachTestFinds(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	company = await newCompany();
	await runCron(NOON);
});
beforeEach(() => at('2023-03-07T12:30:00.000Z'));

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();

const problems = async (bindings = operated()) => {
	const { status, body } = await asOperator('/ready', bindings);
	const codes = body.problems.map(({ code }: { code: string }) => code);
	expect(status).toBe(codes.length === 0 ? 200 : 503);
	return codes;
};

test.each([
	['no key', READY, {}, {}, 401],
	['another key', READY, { Authorization: `Bearer ${KEY}x` }, {}, 401],
	['the key without its scheme', READY, { Authorization: KEY }, {}, 401],
	['any key where none is set', READY, { Authorization: `Bearer ${KEY}` }, { OPERATOR_KEY: '' }, 404],
	['an empty key where none is set', READY, { Authorization: 'Bearer ' }, { OPERATOR_KEY: '' }, 404],
	['a short key', READY, { Authorization: 'Bearer short' }, { OPERATOR_KEY: 'short' }, 500],
	['the key', READY, { Authorization: `Bearer ${KEY}` }, {}, 200],
	['no key on its own machine', HERE, {}, { OPERATED_LOCALLY: '1' }, 200],
	['no key on the machine of somebody else', HERE, {}, {}, 401],
	['no key by a name that leads to this machine', READY, {}, { OPERATED_LOCALLY: '1' }, 401],
	[
		'headers that claim to come from this machine',
		READY,
		{
			Host: 'localhost',
			'CF-Connecting-IP': '127.0.0.1',
			'X-Forwarded-For': '127.0.0.1',
			'X-Forwarded-Host': 'localhost',
		},
		{},
		401,
	],
])('a caller with %s', async (_, address, headers, settings, status) => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	for (const url of [address, address.replace('ready', 'metrics')]) {
		expect((await call('GET', url, undefined, headers, operated(settings))).status).toBe(status);
	}
});

test('a key in the address is refused, with what to do', async () => {
	for (const path of ['/ready', '/metrics']) {
		const { status, body } = await asOperator(`${path}?key=${KEY}`, operated());
		expect(status).toBe(400);
		expect(body.errors).toEqual([
			expect.objectContaining({
				code: 'key_in_query',
				detail: expect.stringContaining('Authorization: Bearer'),
			}),
		]);
		expect(JSON.stringify(body)).not.toContain(KEY);
	}
});

test('a user of the service is no operator', async () => {
	expect((await as(company.admin, operated()).get(READY)).status).toBe(401);
});

test('a service without problems is ready, and says so after one round trip', async () => {
	const { counted, bindings } = counting();
	const { status, body } = await asOperator('/ready', operated({ DB: bindings.DB }));
	// The second one stores what this process has counted.
	expect(counted.trips).toBe(2);
	expect([status, body]).toEqual([
		200,
		expect.objectContaining({
			status: 'ready',
			problems: [],
			schema: SCHEMA,
			lastCronRun: NOON,
			jobs: JOBS.map((job) => ({ job, lastSuccess: NOON, hasFailed: false })),
			oldestMailDue: null,
			archivesDue: 0,
			now: '2023-03-07T12:30:00.000Z',
			isPublicUrl: true,
		}),
	]);
});

const aMail = (priority: number, lateMs: number) =>
	run(
		`INSERT INTO mails (id, date_created, kind, user_id, data, state, priority, date_due) VALUES ('m', 1, 'new_device', ?, '{}', 'waiting', ?, ?)`,
		company.admin.userId,
		priority,
		now() - lateMs,
	);

async function aDelivery(state: string): Promise<void> {
	const endpoint = await as(company.admin).post(`/companies/${company.id}/webhook-endpoints`, {
		url: env.RECEIVER,
	});
	await run('UPDATE webhook_endpoints SET state = ? WHERE id = ?', state, endpoint.body.id);
	await run(
		`INSERT INTO webhook_deliveries (id, date_created, company_id, endpoint_id, state, date_due) VALUES ('d', 1, ?, ?, 'WAITING', ?)`,
		company.id,
		endpoint.body.id,
		now() - 3 * HOUR_MS,
	);
}

const aCell = (bytes: number, lateMs: number) =>
	run(
		`INSERT INTO places (company_id, cell, schema, company, bytes, next_due, date_created) VALUES ('c', 'cell', 's', '{}', ?, ?, 1)`,
		bytes,
		now() - lateMs,
	);

const jobFails = (job: string, hours: number) =>
	run(`UPDATE job_runs SET jobs = json_set(jobs, '$.${job}.dateSucceeded', ?)`, now() - hours * HOUR_MS);

test.each<[string, string[], () => unknown]>([
	[
		'an older schema',
		['schema_older'],
		() => run(`UPDATE d1_migrations SET name = '0007_early.sql' WHERE id = 2`),
	],
	['a newer schema', [], () => run(`UPDATE d1_migrations SET name = '9999_later.sql' WHERE id = 2`)],
	['no migrations', ['schema_older'], () => run('ALTER TABLE d1_migrations RENAME TO others')],
	['a cron that was late once', [], () => at('2023-03-07T13:50:00.000Z')],
	['a cron that stands still', ['cron_late'], () => at('2023-03-07T14:10:00.000Z')],
	['a cron that has never run', ['cron_late'], () => run('DELETE FROM job_runs')],
	['a job that has failed since an hour', [], () => jobFails('closeDueRuns', 2)],
	['a job that fails', ['job_failed'], () => jobFails('closeDueRuns', 4)],
	['an archive that fails', ['archives_failed'], () => jobFails('archiveHistory', 4)],
	['a mail about security that is late', ['mails_late'], () => aMail(0, 3 * HOUR_MS)],
	['a mail that waits for tomorrow', [], () => aMail(2, 20 * HOUR_MS)],
	['a mail that waits too long', ['mails_late'], () => aMail(1, 27 * HOUR_MS)],
	['a webhook that is late', ['deliveries_late'], () => aDelivery('ACTIVE')],
	['a webhook of a paused endpoint', [], () => aDelivery('PAUSED')],
	['a cell that is nearly full', [], () => aCell(8_900_000_000, 0)],
	['a cell that is full', ['cell_full'], () => aCell(9_000_000_000, 0)],
	['a cell that does not run', ['cells_late'], () => aCell(1, 5 * HOUR_MS)],
])('%s', async (_, codes, prepare) => {
	await prepare();
	try {
		expect(await problems()).toEqual(codes);
	} finally {
		await run('ALTER TABLE others RENAME TO d1_migrations').catch(() => {});
		await run(`UPDATE d1_migrations SET name = '${SCHEMA}.sql' WHERE id = 2`);
	}
});

test.each<[string, Partial<Bindings>, string]>([
	[
		'a short key',
		{ ENCRYPTION_KEY_PREVIOUS: 'short' },
		'The secret ENCRYPTION_KEY_PREVIOUS is shorter than 32 bytes.',
	],
	['a missing key', { ENCRYPTION_KEY: '' }, 'The setting ENCRYPTION_KEY is missing.'],
	[
		'an origin with a path',
		{ CORS_ORIGINS: 'https://a.example/app' },
		'Entry 1 of CORS_ORIGINS is not an origin such as https://benefits.example, without a path.',
	],
	[
		'a mistyped value',
		{ PLATFORM_SECOND_FACTOR: 'yes' },
		'PLATFORM_SECOND_FACTOR must be required, or unset.',
	],
	[
		'a setting for development',
		{ WEBHOOKS_ALLOW_LOCAL: '1' },
		'WEBHOOKS_ALLOW_LOCAL is only for development. Remove it.',
	],
])('%s is a problem that names the setting', async (_, settings, detail) => {
	const { status, body } = await asOperator('/ready', operated(settings));
	expect([status, body.problems]).toEqual([
		503,
		[{ code: 'setting_wrong', detail, remedy: expect.stringContaining('wrangler.toml') }],
	]);
	const metrics = await asOperator('/metrics', operated(settings));
	expect(metrics.body).toContain('zubrot_troubles{code="setting_wrong"} 1');
});

test('a local service may use settings for development', async () => {
	const settings = { OPERATED_LOCALLY: '1', WEBHOOKS_ALLOW_LOCAL: '1' };
	const { body } = await call('GET', HERE, undefined, {}, operated(settings));
	expect([body.problems, body.isPublicUrl]).toEqual([[], false]);
});

test('platform administrators without a confirmed second factor are counted', async () => {
	const counted = async () => {
		const { body } = await asOperator('/ready', operated());
		return [body.platformAdmins, body.platformAdminsWithoutSecondFactor];
	};
	const [all, without] = await counted();
	const { results } = await env.DB.prepare(
		`SELECT id FROM users WHERE instr(roles, '"PLATFORM_ADMIN"')`,
	).all<{ id: string }>();
	expect([all, without]).toEqual([results.length, results.length]);
	for (const { id } of results) await giveSecondFactor(id, null);
	expect(await counted()).toEqual([all, without]);
	for (const { id } of results) await giveSecondFactor(id);
	expect(await counted()).toEqual([all, 0]);
});

test('a D1 database that is almost full says how to make room', async () => {
	const DB = databaseOver(async (statements) => {
		const results = await env.DB.batch(statements);
		return results.map((one) => ({ ...one, meta: { ...one.meta, size_after: 9_100_000_000 } }));
	});
	const { status, body } = await asOperator('/ready', operated({ DB }));
	expect([status, body.problems]).toEqual([
		503,
		[
			expect.objectContaining({
				code: 'database_full',
				remedy: expect.stringContaining('Give the largest companies'),
			}),
		],
	]);
});

test('a database that does not answer is a problem too, and stands in the log', async () => {
	const error = vi.spyOn(console, 'error').mockImplementation(() => {});
	const DB = databaseOver(() => Promise.reject(new Error('D1_ERROR: something unknown')));
	expect(await problems(operated({ DB }))).toEqual(['database_unreachable']);
	expect(error).toHaveBeenCalledWith(expect.stringContaining('"event":"ready_failed"'));
});
