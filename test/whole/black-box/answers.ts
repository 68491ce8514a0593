import { expect, test } from 'vitest';
import { pageOf } from '../../harness/page.ts';
import { json, login, newCompany, send } from './service.ts';

test('a token is renewed by its refresh token until the session is closed', async () => {
	const { email } = await newCompany();
	const first = await login(email);
	const second = (await json('POST', '/auth/refresh', undefined, { refreshToken: first.refreshToken })).body;
	expect(second.refreshToken).not.toBe(first.refreshToken);
	expect(await json('GET', '/auth/me', second.idToken)).toMatchObject({ status: 200, body: { email } });

	expect((await json('POST', '/auth/logout', second.idToken)).body).toEqual({ success: true });
	expect((await json('GET', '/auth/me', second.idToken)).status).toBe(401);
	const { refreshToken } = second;
	expect((await json('POST', '/auth/refresh', undefined, { refreshToken })).status).toBe(401);
});

test.each([
	[413, 'POST', '/api/v2/auth', { 'Content-Type': 'application/json' }],
	[413, 'POST', '/api/v2/auth', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }],
	[415, 'POST', '/api/v2/auth', { 'Content-Type': 'text/plain' }],
	[401, 'POST', '/api/v2/employees', { 'Content-Type': 'application/json' }],
	[404, 'POST', '/nowhere', { 'Content-Type': 'application/json' }],
	[405, 'PATCH', '/health', { 'Content-Type': 'application/json' }],
])('a %i to a large body keeps the connection', async (status, method, path, headers) => {
	const large = JSON.stringify({ email: 'a'.repeat(status === 413 ? 1_000_000 : 60_000), password: 'b' });
	await send('GET', '/health');

	const refused = await send(method, path, large, headers);
	expect(refused).toMatchObject({ status, isSameSocket: true });
	expect(refused.headers['content-type']).toBe('application/problem+json');
	expect(await send('GET', '/health')).toMatchObject({ status: 200, isSameSocket: true });
});

test('a large body of a GET means nothing and keeps the connection', async () => {
	const { token } = await newCompany();
	const headers = { Authorization: `Bearer ${token}`, 'Content-Length': '1000000' };
	const answer = await send('GET', '/api/v2/auth/me', 'x'.repeat(1_000_000), headers);
	expect(answer.status).toBe(200);
	expect(await send('GET', '/health')).toMatchObject({ status: 200, isSameSocket: true });
});

test.each([
	['/reference', 'text/html', '<html lang="en">'],
	['/console/sign-in', 'text/html', '<html lang="en">'],
	['/console.webmanifest', 'application/manifest+json', '"start_url": "/console"'],
	['/reference/flex', 'text/html', 'id="setAccess"'],
	['/openapi.json', 'application/json', '"openapi":"3.1.0"'],
	['/openapi.json?version=1.0', 'application/json', '"openapi":"3.1.0"'],
	['/openapi.yaml', 'yaml', 'openapi: 3.1.0'],
	['/llms.txt', 'text/markdown', '(setAccess)'],
	['/sign-in', 'text/html', '<script type="module" src="/sign-in.js">'],
	['/sign-in.js', 'javascript', 'location.hash'],
	['/robots.txt', 'text/plain', 'Disallow: /api/'],
	['/favicon.ico', 'image/', ''],
	['/.well-known/security.txt', 'text/plain', 'Contact: mailto:security@'],
	['/health', 'application/json', '{"status":"ok"}'],
])('%s is served', async (path, type, content) => {
	const answer = await send('GET', path);
	expect(answer.status).toBe(200);
	expect(answer.headers['content-type']).toContain(type);
	expect(answer.text).toContain(content);
	if (type !== 'text/html') return;
	const loaded = pageOf(answer.text).select('script, link[href]');
	for (const part of loaded) expect(part.attribute('src') ?? part.href).not.toMatch(/^(https?:|\/\/)/);
});

test.each([
	['GET', '/health', 200],
	['GET', '/api/v2/auth/me', 401],
	['PATCH', '/health', 405],
	['GET', '/nowhere', 404],
])('%s %s carries X-Request-Id, of its own each time', async (method, path, status) => {
	const [first, second] = [await send(method, path), await send(method, path)];
	expect(first.status).toBe(status);
	expect(first.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
	expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
	if (status >= 400) {
		expect(JSON.parse(first.text).instance).toBe(`urn:request:${first.headers['x-request-id']}`);
	}
});

const PAGE =
	/default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/;

test.each([
	'/reference',
	'/reference/employees',
	'/openapi.json',
	'/openapi.json?version=1.0',
	'/llms.txt',
	'/favicon.svg',
])(
	'the file %s runs nothing, may not be framed, and is kept for an hour or until its tag changes',
	async (path) => {
		const { headers } = await send('GET', path);
		expect(headers).toMatchObject({
			'content-security-policy': expect.stringMatching(PAGE),
			'x-content-type-options': 'nosniff',
			'x-frame-options': 'DENY',
			'cache-control': 'public, max-age=3600',
		});
		const again = await send('GET', path, undefined, { 'If-None-Match': String(headers.etag) });
		expect(again.status).toBe(304);
	},
);

test('the first address leads people to the console, and programs to the reference of the API', async () => {
	expect((await send('GET', '/')).headers.location).toBe('/reference');
	expect((await send('GET', '/', undefined, { Accept: 'text/html,*/*;q=0.8' })).headers.location).toBe(
		'/console',
	);
});

const styleOf = (html: string): string => pageOf(html).select('link[rel=stylesheet]')[0]?.href ?? '';

test('the style and the scripts of the console are small, and kept for good', async () => {
	const page = await send('GET', '/console/sign-in', undefined, { Accept: 'text/html' });
	const style = styleOf(page.text);
	expect(style).toMatch(/^\/console\.[0-9a-f]{12}\.css$/);
	const answer = await send('GET', style);
	expect(answer).toMatchObject({
		status: 200,
		headers: { 'cache-control': 'public, max-age=31536000, immutable' },
	});
	const icon = await send('GET', '/favicon.svg');
	expect(page.bytes.length + answer.bytes.length + icon.bytes.length).toBeLessThan(40 * 1024);
});

test('the style of the pages has a name of its own and is kept for good', async () => {
	const style = styleOf((await send('GET', '/reference')).text);
	expect(style).toMatch(/^\/reference\.[0-9a-f]{12}\.css$/);
	expect(await send('GET', style)).toMatchObject({
		status: 200,
		headers: { 'cache-control': 'public, max-age=31536000, immutable' },
	});
});

test('health asks the database nothing', async () => {
	expect((await send('GET', '/health')).headers['cache-control']).toBe('no-store');
});
