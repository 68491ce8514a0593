import { expect, test } from 'vitest';
import { json, login, newCompany, send } from './black-box/service.ts';

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
	[405, 'PATCH', '/openapi.json', { 'Content-Type': 'application/json' }],
])('a %i to a large body keeps the connection', async (status, method, path, headers) => {
	const large = JSON.stringify({ email: 'a'.repeat(status === 413 ? 1_000_000 : 60_000), password: 'b' });
	await send('GET', '/openapi.json');

	const refused = await send(method, path, large, headers);
	expect(refused).toMatchObject({ status, isSameSocket: true });
	expect(refused.headers['content-type']).toBe('application/problem+json');
	expect(await send('GET', '/openapi.json')).toMatchObject({ status: 200, isSameSocket: true });
});

test('a large body of a GET means nothing and keeps the connection', async () => {
	const { token } = await newCompany();
	const headers = { Authorization: `Bearer ${token}`, 'Content-Length': '1000000' };
	const answer = await send('GET', '/api/v2/auth/me', 'x'.repeat(1_000_000), headers);
	expect(answer.status).toBe(200);
	expect(await send('GET', '/openapi.json')).toMatchObject({ status: 200, isSameSocket: true });
});

test.each([
	['/', 'text/html', '/scalar.js'],
	['/openapi.json', 'application/json', '"openapi":"3.1.0"'],
	['/scalar.js', 'text/javascript', 'scalar'],
])('%s is served', async (path, type, content) => {
	const answer = await send('GET', path);
	expect(answer.status).toBe(200);
	expect(answer.headers['content-type']).toContain(type);
	expect(answer.text).toContain(content);
	expect(answer.text.match(/<(?:script|link)[^>]+(?:src|href)="https?:/g) ?? []).toEqual([]);
});

test.each([
	['GET', '/', 200],
	['GET', '/openapi.json', 200],
	['GET', '/api/v2/auth/me', 401],
	['PATCH', '/openapi.json', 405],
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
