import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseOver } from '../../harness/database.ts';
import { as, at, newUser, type TestUser } from '../../harness/service.ts';
import { app } from '../../whole/contract/document.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const SECURE = {
	'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cross-Origin-Opener-Policy': 'same-origin',
};

let platform: TestUser;
let world: World;
let send: ReturnType<typeof as>['send'];

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	world = await newWorld();
	send = as(platform).send;
});

function expectSecured(headers: Headers, policy: string): void {
	for (const [name, value] of Object.entries(SECURE))
		expect([name, headers.get(name)]).toEqual([name, value]);
	expect(headers.get('Content-Security-Policy')).toBe(policy);
	expect(headers.get('X-Request-Id')).toMatch(/^[\w-]+$/);
	expect(headers.has('X-Powered-By')).toBe(false);
}

/** Bindings of a service that is not in order: without a secret, or whose database fails with a message. */
const unset = { ...env, JWT_SECRET: '' };
const failing = (message: string) => ({
	...env,
	DB: databaseOver(() => Promise.reject(new Error(message))),
});

const ANSWERS: [number, string, () => ReturnType<typeof send>][] = [
	[200, 'a record', () => send('GET', `/employees/${world.employeeId}`)],
	[200, 'a list', () => send('GET', '/employees')],
	[200, 'a file', () => send('GET', `/flex/expenses/${world.expenseId}/receipts/${world.receiptId}`)],
	[200, 'a HEAD', () => send('HEAD', `/employees/${world.employeeId}`)],
	[201, 'a creation', () => send('POST', '/companies', { name: 'New', taxAffiliation: 'DE' })],
	[304, 'nothing new', () => send('GET', '/auth/me', undefined, { 'If-None-Match': '*' })],
	[400, 'a fault', () => send('PUT', `/employees/${world.employeeId}`, { x: 1 })],
	[400, 'malformed JSON', () => send('PUT', `/employees/${world.employeeId}`, '{')],
	[401, 'no token', () => send('GET', '/employees', undefined, { Authorization: '' })],
	[403, 'a wrong role', async () => as(await newUser(['EMPLOYEE'])).get('/employees')],
	[404, 'nothing there', () => send('GET', '/nothing')],
	[405, 'a wrong method', () => send('PATCH', '/employees')],
	[412, 'another tag', () => send('PUT', `/employees/${world.employeeId}`, {}, { 'If-Match': '"x"' })],
	[413, 'too much', () => send('POST', '/employees', 'x'.repeat(65_537))],
	[415, 'no JSON', () => send('POST', '/employees', 'x', { 'Content-Type': 'text/plain' })],
	[500, 'no secret', () => as(platform, unset).get('/employees')],
	[500, 'a failure', () => as(platform, failing('D1_ERROR: no such table')).get('/employees')],
	[503, 'overload', () => as(platform, failing('D1_ERROR: D1 DB is overloaded.')).get('/employees')],
];

describe('every answer of the API is secured and never kept', () => {
	test.each(ANSWERS)('%i, %s', async (status, _, ask) => {
		const answer = await ask();
		expect(answer.status).toBe(status);
		expectSecured(answer.headers, DATA_POLICY);
		expect(answer.headers.get('Cache-Control')).toBe('no-store');
		expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
	});
});

describe('outside of the API', () => {
	test.each([
		['/health', 200],
		['/.well-known/security.txt', 200],
		['/nothing', 404],
	])('%s is secured and never kept', async (path, status) => {
		const answer = await app.request(path, {}, env);
		expect(answer.status).toBe(status);
		expectSecured(answer.headers, DATA_POLICY);
		expect(answer.headers.get('Cache-Control')).toBe('no-store');
	});

	test('the security contact is the usual mailbox of the host, or the one that is set, and expires in a year', async () => {
		const ask = async (bindings: object) =>
			(
				await app.request('https://benefits.example/.well-known/security.txt', {}, { ...env, ...bindings })
			).text();
		const rest = 'Expires: 2024-03-01T00:00:00.000Z\nPreferred-Languages: en, de\n';
		expect(await ask({})).toBe(`Contact: mailto:security@benefits.example\n${rest}`);
		expect(await ask({ SECURITY_CONTACT: 'https://benefits.example/contact' })).toBe(
			`Contact: https://benefits.example/contact\n${rest}`,
		);
	});

	test('health says nothing of a service without a secret', async () => {
		expect((await app.request('/health', {}, { ...env, JWT_SECRET: '' })).status).toBe(500);
	});
});
