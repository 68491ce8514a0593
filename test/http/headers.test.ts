import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { app } from '../contract/document.ts';
import { newWorld, type World } from '../contract/world.ts';
import { as, at, newUser, type TestUser } from '../harness/service.ts';

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const PAGE_POLICY = [
	"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:",
	"font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');
const SECURE = {
	'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'SAMEORIGIN',
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
function failing(message: string) {
	const batch = () => Promise.reject(new Error(message));
	return { ...env, DB: { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database };
}

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
		['/', 200, PAGE_POLICY, null],
		['/openapi.json', 200, DATA_POLICY, null],
		['/nothing', 404, DATA_POLICY, 'no-store'],
	])('%s is secured', async (path, status, policy, caching) => {
		const answer = await app.request(path, {}, env);
		expect(answer.status).toBe(status);
		expectSecured(answer.headers, policy);
		expect(answer.headers.get('Cache-Control')).toBe(caching);
	});

	test('the page asks for nothing but what its policy permits', async () => {
		const page = await (await app.request('/', {}, env)).text();
		const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
		expect(links).toEqual(['/scalar.js']);
		expect(page).toContain('"favicon": "data:image/svg+xml,');
	});
});
