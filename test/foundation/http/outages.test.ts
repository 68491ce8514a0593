import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { forgetMigrations, noteMigrations } from '../../administration/monitoring/operated.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { databaseOver } from '../../harness/database.ts';
import { as, at, call, newCompany, restart, type TestUser } from '../../harness/service.ts';

let admin: TestUser;
const logged: string[] = [];

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	restart();
	admin = (await newCompany()).admin;
	logged.length = 0;
	vi.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

/** The bindings with a database whose batches end as `batch` says; `calls` counts them. */
function broken(batch: () => Promise<never>) {
	const calls = { count: 0 };
	const DB = databaseOver(() => {
		calls.count++;
		return batch();
	});
	return { calls, bindings: { ...env, DB } };
}

const failing = (message: string) => broken(() => Promise.reject(new Error(message)));

describe('new code over an older schema', () => {
	beforeEach(noteMigrations);
	afterEach(forgetMigrations);
	const run = (sql: string) => env.DB.prepare(sql).run();
	const detail =
		'The service is being updated, and its database does not have the new schema yet. Try the same request again in a minute.';
	/** As a new process has it, which has not looked yet. */
	const fresh = () => ({ ...env, ASSETS: { ...env.ASSETS } });

	test('answers 503 with Retry-After and a sentence until the migrations are applied', async () => {
		const visit = await visitOf(admin);
		await run('DELETE FROM d1_migrations WHERE id = 2');
		const bindings = fresh();
		for (const path of ['/auth/me', '/employees']) {
			const { status, headers, body } = await as(admin, bindings).get(path);
			expect([status, headers.get('Retry-After'), body.code, body.detail]).toEqual([
				503,
				'10',
				'unavailable',
				detail,
			]);
		}
		const page = await browse(visit, bindings).get('/today', { 'Accept-Language': 'en' });
		expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '10']);
		expect(page.body).toContain('The service is not available at the moment. Please try again in a minute.');
		expect((await call('GET', 'https://zubrot.example/health', undefined, {}, bindings)).status).toBe(200);
		await run(`INSERT INTO d1_migrations (id, name) VALUES (2, '9999_later.sql')`);
		expect((await as(admin, bindings).get('/employees')).status).toBe(200);
	});

	test('a column that is missing is an error of ours, unless D1 has gone back to an older schema', async () => {
		const DB = databaseOver(async (statements) => {
			if (statements.length === 0) return [];
			throw new Error('D1_ERROR: no such column: companies.colour: SQLITE_ERROR');
		});
		const asked = {
			...DB,
			prepare: (text: string) => (/d1_migrations/.test(text) ? env.DB : DB).prepare(text),
		};
		const read = async () => {
			const { status, body } = await as(admin, { ...env, DB: asked as D1Database }).get('/employees');
			return [status, body.code];
		};
		expect(await read()).toEqual([500, 'internal_error']);
		await run('DELETE FROM d1_migrations WHERE id = 2');
		expect(await read()).toEqual([503, 'unavailable']);
		await run(`INSERT INTO d1_migrations (id, name) VALUES (2, '9999_later.sql')`);
		expect(await read()).toEqual([500, 'internal_error']);
	});
});

describe('without a signing secret of 32 bytes nothing is served', () => {
	test.each<[string, object]>([
		['missing', { JWT_SECRET: undefined }],
		['empty', { JWT_SECRET: '' }],
		['of 31 bytes', { JWT_SECRET: 'x'.repeat(31) }],
		['right, but the previous one is short', { JWT_SECRET_PREVIOUS: 'short' }],
	])('%s: 500 `misconfigured`, a log line, and no word of the secret', async (_, secrets) => {
		const bindings = { ...env, ...secrets } as Bindings;
		for (const [method, path] of [
			['GET', '/auth/me'],
			['POST', '/auth'],
			['GET', '/employees'],
			['GET', '/none'],
		] as const) {
			logged.length = 0;
			const answer = await call(method, path, undefined, {}, bindings);
			expect(answer).toMatchObject({ status: 500, body: { status: 500, code: 'misconfigured' } });
			expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
			expect(answer.body.instance).toContain(answer.headers.get('X-Request-Id'));
			expect(logged).toHaveLength(1);
			expect(JSON.stringify([answer.body, logged])).not.toMatch(/x{31}|short"/);
		}
	});

	test('it serves again as soon as there is one', async () => {
		expect((await as(admin, { ...env, JWT_SECRET: '' }).get('/auth/me')).status).toBe(500);
		expect((await as(admin).get('/auth/me')).status).toBe(200);
	});
});

describe('unexpected errors', () => {
	const CAUSES = [
		'D1_ERROR: no such column: passwort_hash: SQLITE_ERROR at offset 7',
		'secret-text of SELECT * FROM users',
		'',
	];

	test.each(CAUSES)('(%j) is a constant sentence; the cause stands only in the log', async (cause) => {
		const { bindings } = failing(cause);
		const answer = await as(admin, bindings).get('/employees');
		expect(answer.status).toBe(500);
		expect(answer.body).toEqual({
			type: 'about:blank',
			title: 'Internal error',
			status: 500,
			code: 'internal_error',
			detail: 'Something went wrong on our side. Quote the request id when you report it.',
			instance: expect.stringContaining(answer.headers.get('X-Request-Id') ?? 'none'),
		});
		expect(logged).toHaveLength(1);
		const line = JSON.parse(logged[0] ?? '');
		expect(line).toMatchObject({
			level: 'error',
			event: 'internal_error',
			requestId: answer.headers.get('X-Request-Id'),
			errors: [{ message: cause }],
		});
	});

	test('bound values never reach the log', async () => {
		const cause = new Error('D1_ERROR: disk I/O error');
		const { bindings } = broken(() => {
			throw new Error('Failed query: insert into users\nparams: erika@private.example', { cause });
		});
		await call('POST', '/auth', { email: 'erika@private.example', password: 'x' }, {}, bindings);
		expect(logged).toHaveLength(1);
		expect(logged[0]).toContain('disk I/O error');
		expect(logged[0]).not.toContain('erika');
	});
});

describe('a database that cannot be reached', () => {
	test.each([
		'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
		'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
		'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
		"D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
	])('(%s) is 503 at once, with Retry-After, and is not pressed again', async (message) => {
		const { bindings, calls } = failing(message);
		const answer = await as(admin, bindings).get('/employees');
		expect(answer).toMatchObject({ status: 503, body: { status: 503, code: 'unavailable' } });
		expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
		expect(calls.count).toBe(1);
	});

	test.each([
		'D1_ERROR: Network connection lost.',
		'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
		'D1_ERROR: D1 DB reset because its code was updated.',
	])('(%s) is tried again a few times, and then 503 with Retry-After', async (message) => {
		const { bindings, calls } = failing(message);
		const answer = await as(admin, bindings).get('/employees');
		expect(answer).toMatchObject({ status: 503, body: { status: 503, code: 'unavailable' } });
		expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
		expect(JSON.stringify(answer.body)).not.toContain('D1');
		expect(calls.count).toBe(4);
	});
});
