import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { type Fault, failing } from '../../harness/failing.ts';
import { intercepted } from '../../harness/intercepted.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestCompany,
} from '../../harness/service.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	at(NOON);
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
});
afterEach(() => vi.restoreAllMocks());

/** Sets the cost centre under a key, by default the same one. */
const assign = (costCenter: string, headers: Record<string, string> = {}, bindings: Bindings = env) =>
	as(company.admin, bindings).send('PUT', employee, { costCenter }, { 'Idempotency-Key': 'k', ...headers });
const assigned = async () => (await as(company.admin).get(employee)).body.costCenter;
const done = { status: 200, body: { costCenter: 'A' } };
const conflict = { status: 409, body: { code: 'idempotency_conflict' } };
/** The session is known by then, so that the first call reads and the second one stores. */
const storing = (kind: Fault['kind']) => failing({ call: 2, moment: 'before', kind }).bindings;
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Replayed') === 'true';

describe('a key', () => {
	test.each(['x', 'x'.repeat(255), '!"~ #', '00000000-0000-0000-0000-000000000000'])(
		'may be %j',
		async (key) => {
			expect(await assign('A', { 'Idempotency-Key': key })).toMatchObject(done);
			expect(isReplayed(await assign('A', { 'Idempotency-Key': key }))).toBe(true);
		},
	);

	test.each(['', ' ', 'x'.repeat(256), 'é', 'a\tb', '\u007f'])('may not be %j', async (key) => {
		const answer = await assign('A', { 'Idempotency-Key': key });
		expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
		expect(answer.body.errors).toMatchObject([{ pointer: '#/header/Idempotency-Key' }]);
		expect(await assigned()).toBeNull();
	});

	test('is one with capital letters and another one without', async () => {
		await assign('A', { 'Idempotency-Key': 'key' });
		expect(isReplayed(await assign('A', { 'Idempotency-Key': 'KEY' }))).toBe(false);
	});
});

describe('an answer is kept', () => {
	test.each([
		['at once', NOON, NOON],
		['by an attempt that followed one that died', '2023-03-08T11:59:59.999Z', '2023-03-08T11:59:59.999Z'],
	])('a day after it was given, %s', async (_, answered) => {
		if (answered !== NOON) await assign('A', {}, storing('dead'));
		at(answered);
		expect(await assign('A')).toMatchObject(done);
		const aDayLater = Date.parse(answered) + 86_400_000;
		const justBefore = new Date(aDayLater - 1).toISOString();
		await runCron(justBefore);
		at(justBefore);
		expect(isReplayed(await assign('A'))).toBe(true);

		await runCron(new Date(aDayLater).toISOString());
		expect(isReplayed(await assign('A'))).toBe(false);
		expect(await assign('B')).toMatchObject(conflict);
	});

	test('until the cron comes', async () => {
		await assign('A');
		at('2023-03-09T12:00:00.000Z');
		expect(isReplayed(await assign('A'))).toBe(true);
	});
});

test('an answer outlives the rotation of the secret', async () => {
	const rotated = { ...env, JWT_SECRET: 'n'.repeat(32), JWT_SECRET_PREVIOUS: env.JWT_SECRET };
	await assign('A');
	expect(isReplayed(await assign('A', {}, rotated))).toBe(true);
	expect(await assign('B', {}, rotated)).toMatchObject(conflict);
});

describe('an attempt that died', () => {
	beforeEach(async () => {
		expect((await assign('A', {}, storing('dead'))).status).toBe(503);
	});

	test.each([
		['2023-03-07T12:00:00.000Z', '30'],
		['2023-03-07T12:00:00.001Z', '30'],
		['2023-03-07T12:00:29.999Z', '1'],
	])('keeps the key for 30 seconds: at %s it is to be tried again in %s', async (moment, seconds) => {
		at(moment);
		const answer = await assign('A');
		expect(answer).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
		expect(answer.headers.get('Retry-After')).toBe(seconds);
		expect(await assign('B')).toMatchObject(conflict);
		expect(await assigned()).toBeNull();
	});

	test('gives way then', async () => {
		at('2023-03-07T12:00:30.000Z');
		expect(await assign('A')).toMatchObject(done);
		expect(isReplayed(await assign('A'))).toBe(true);
	});

	test('gives way to the same request only', async () => {
		at('2023-03-07T13:00:00.000Z');
		expect(await assign('B')).toMatchObject(conflict);
	});
});

test('an attempt that comes late behind its successor stores nothing', async () => {
	let second: Awaited<ReturnType<typeof assign>> | undefined;
	const DB = intercepted(/insert into "tax_rule_templates"/, async (run) => {
		at('2023-03-07T12:00:30.000Z');
		second ??= await create();
		return run();
	});
	const create = (bindings: Bindings = env) => {
		const template = { name: 'Meals', companyIds: [company.id] };
		const path = '/flex/tax-rule-templates';
		return as(company.admin, bindings).send('POST', path, template, { 'Idempotency-Key': 'k' });
	};
	const first = await create({ ...env, DB });
	expect(second).toMatchObject({ status: 201 });
	expect(first).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
	expect(first.headers.get('Retry-After')).toBe('1');
	const { body } = await as(company.admin).get('/flex/tax-rule-templates');
	expect(body.slice(1)).toEqual([second?.body]);
	expect((await create()).body).toEqual(second?.body);
});

describe('a refusal leaves the key to another request', () => {
	const DENYING = { ...env, WRITE_RATE_LIMIT: { limit: async () => ({ success: false }) } };
	const put = (body: object, headers: Record<string, string> = {}) =>
		as(company.admin).send('PUT', employee, body, { 'Idempotency-Key': 'k', ...headers });

	test.each<[number, string, () => Promise<{ status: number; body: { code: string } }>]>([
		[400, 'validation_failed', () => put({ costCentre: 1 })],
		[400, 'validation_failed', () => put({ datePausedEnd: '2023-04-01T00:00:00.000Z' })],
		[401, 'unauthenticated', () => call('PUT', employee, { costCentre: 'A' }, { 'Idempotency-Key': 'k' })],
		[409, 'personnel_number_taken', () => put({ personnelNumber: '1' })],
		[412, 'precondition_failed', () => put({ costCentre: 'A' }, { 'If-Match': '"other"' })],
		[429, 'too_many_requests', () => assign('A', {}, DENYING)],
	])('%i %s', async (status, code, refused) => {
		await newEmployee(company, { personnelNumber: '1' });
		expect(await refused()).toMatchObject({ status, body: { code } });
		expect(await assign('B')).toMatchObject({ status: 200, body: { costCenter: 'B' } });
		expect(isReplayed(await assign('B'))).toBe(true);
	});

	test('but 503, which leaves it to the same one at once', async () => {
		expect(await assign('A', {}, storing('failed'))).toMatchObject({ status: 503 });
		expect(await assign('B')).toMatchObject(conflict);
		expect(await assign('A')).toMatchObject(done);
		expect(isReplayed(await assign('A'))).toBe(true);
	});
});

test('no secret of a request can be found, or guessed, in what is kept of it', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const password = 'a password to be kept secret';
	const body = JSON.stringify({ email: `${company.id}@test.example`, roles: ['EMPLOYEE'], password });
	const created = await as(platform).send('POST', '/users', body, { 'Idempotency-Key': 'k' });
	expect(created.status).toBe(201);

	const { results } = await env.DB.prepare('SELECT * FROM idempotency_keys WHERE caller_id = ?')
		.bind(platform.userId)
		.all();
	expect(results).toMatchObject([{ status: 201 }]);
	const kept = JSON.stringify(results);
	expect(kept).toContain(created.body.id);
	for (const text of [password, body, `POST /api/v2/users\n${body}`]) {
		const digests = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].flatMap((algorithm) =>
			(['hex', 'base64', 'base64url'] as const).map((encoding) =>
				createHash(algorithm).update(text).digest(encoding),
			),
		);
		const forms = [
			text,
			JSON.stringify(text).slice(1, -1),
			Buffer.from(text).toString('base64url'),
			...digests,
		];
		for (const form of forms) expect(kept).not.toContain(form.replace(/=+$/, ''));
	}
	expect(kept).not.toMatch(/scrypt|hash/i);
});
