import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, at, call, newUser, type TestUser } from '../../harness/service.ts';
import { app } from '../../whole/contract/document.ts';

const PAGE = 'https://benefits.example';
const configured = { ...env, CORS_ORIGINS: ` ${PAGE} , http://localhost:5173,` };
const unconfigured = [env, { ...env, CORS_ORIGINS: '' }, { ...env, CORS_ORIGINS: ' , ' }];
const FOREIGN = [
	'null',
	'*',
	'',
	'https://benefits.example.evil.example',
	'https://evil-benefits.example',
	'http://benefits.example',
	'https://benefits.example:8443',
	'https://sub.benefits.example',
	'https://benefits.example/',
	'https://BENEFITS.example',
	'https://benefits.example/path',
];

let user: TestUser;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	user = await newUser(['COMPANY_ADMIN']);
});

const preflight = (Origin: string, bindings: typeof env) =>
	call(
		'OPTIONS',
		'/employees',
		undefined,
		{ Origin, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization' },
		bindings,
	);
const read = (Origin: string, bindings: typeof env, path = '/auth/me') =>
	as(user, bindings).send('GET', path, undefined, { Origin });
const allowed = ({ headers }: { headers: Headers }) => headers.get('Access-Control-Allow-Origin');

describe('unless it is configured', () => {
	test.each([...FOREIGN, PAGE])('no page may call the service (%j)', async (origin) => {
		for (const bindings of unconfigured) {
			for (const answer of [await read(origin, bindings), await preflight(origin, bindings)]) {
				const told = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
				expect(told).toEqual([]);
			}
			expect((await preflight(origin, bindings)).status).toBe(401);
		}
	});
});

describe('configured', () => {
	test.each([PAGE, 'http://localhost:5173'])('it lets exactly %s', async (origin) => {
		for (const path of ['/auth/me', '/employees?limit=0', '/nothing']) {
			const answer = await read(origin, configured, path);
			expect(allowed(answer)).toBe(origin);
			expect(answer.headers.get('Vary')).toBe('Origin');
			expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false);
		}
		const refused = await call('GET', '/auth/me', undefined, { Origin: origin }, configured);
		expect([refused.status, allowed(refused)]).toEqual([401, origin]);
	});

	test('it answers a preflight without a token', async () => {
		const { status, headers, body } = await preflight(PAGE, configured);
		const told = [...headers].filter(([name]) => name.startsWith('access-control') || name === 'vary');
		expect([status, body]).toEqual([204, '']);
		expect(Object.fromEntries(told)).toEqual({
			'access-control-allow-origin': PAGE,
			'access-control-allow-methods': 'GET,POST,PUT,DELETE',
			'access-control-allow-headers':
				'Authorization,Content-Type,Idempotency-Key,If-Match,If-None-Match,Zubrot-Bookmark',
			'access-control-expose-headers':
				'Content-Disposition,Deprecation,ETag,Idempotency-Replayed,Link,Location,Retry-After,Sunset,X-Request-Id,Zubrot-Bookmark',
			'access-control-max-age': '86400',
			vary: 'Origin, Access-Control-Request-Headers',
		});
	});

	test.each(FOREIGN)('it lets no other (%j)', async (origin) => {
		for (const answer of [await read(origin, configured), await preflight(origin, configured)]) {
			expect(allowed(answer)).toBeNull();
			expect(answer.headers.get('Vary')).toContain('Origin');
		}
	});

	test('it tells caches that answers differ, to callers without an origin too', async () => {
		const answer = await as(user, configured).get('/auth/me');
		expect([answer.status, answer.headers.get('Vary'), allowed(answer)]).toEqual([200, 'Origin', null]);
	});
});

describe('a mistyped origin', () => {
	const MISTYPED = [
		'*',
		'null',
		'benefits.example',
		`${PAGE}/`,
		`${PAGE}/path`,
		'https:/benefits.example',
		'ftp://benefits.example',
		'https://*.example',
	];

	test.each([...MISTYPED, 'https://BENEFITS.example', `${PAGE} ${PAGE}`])(
		'(%j) is reported, and nothing is served',
		async (one) => {
			const bindings = { ...env, CORS_ORIGINS: `${PAGE}, ${one}` };
			for (const path of ['/auth/me', '/nothing']) {
				const answer = await read(PAGE, bindings, path);
				expect(answer).toMatchObject({ status: 500, body: { code: 'misconfigured' } });
				expect(answer.body.detail).toMatch(/^Entry 2 of CORS_ORIGINS is not an origin such as https:/);
				expect(allowed(answer)).toBeNull();
			}
			expect((await app.request('/health', {}, bindings)).status).toBe(500);
			expect((await app.request('/health', {}, configured)).status).toBe(200);
		},
	);
});
