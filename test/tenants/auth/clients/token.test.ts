import { beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '../../../../src/tenants/auth/keys/rules.ts';
import { bearing, newApiKey, type TestKey } from '../../../harness/keys.ts';
import { as, at, call, newAddress, newCompany, type TestCompany } from '../../../harness/service.ts';

let company: TestCompany;
let key: TestKey;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	key = await newApiKey(company, ['listEmployees', 'readMe']);
});

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ask = (fields: string | Record<string, string>, headers = {}) =>
	call('POST', '/oauth/token', new URLSearchParams(fields).toString(), {
		...FORM,
		'CF-Connecting-IP': newAddress(),
		...headers,
	});
const grant = { grant_type: 'client_credentials' };
const inBody = () => ({ ...grant, client_id: key.id, client_secret: key.key });
const basic = (id: string, secret: string) => ({ Authorization: `Basic ${btoa(`${id}:${secret}`)}` });

describe('client credentials', () => {
	test('in the body get a token that acts as the key', async () => {
		const { status, headers, body } = await ask(inBody());
		expect(status).toBe(200);
		expect(body).toEqual({
			access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
			token_type: 'Bearer',
			expires_in: 3600,
			scope: 'listEmployees readMe',
		});
		expect([headers.get('Cache-Control'), headers.get('Pragma')]).toEqual(['no-store', 'no-cache']);
		const me = await bearing(body.access_token, 'GET', '/auth/me');
		expect(me.body).toMatchObject({ id: key.userId, roles: ['TECHNICAL_USER'] });
		expect((await bearing(body.access_token, 'GET', `/companies/${company.id}/api-keys`)).status).toBe(403);
	});

	test.each<[how: string, headers: (key: TestKey) => object, more?: object]>([
		['plainly', ({ id, key }) => basic(id, key)],
		[
			'with every character escaped',
			({ id, key }) => basic(id.replaceAll('-', '%2D'), key.replaceAll('_', '%5F')),
		],
		['with the id in the body too', ({ id, key }) => basic(id, key), { client_id: true }],
		['in capitals', ({ id, key }) => basic(id.toUpperCase(), key)],
	])('in the header, %s, get one too', async (_, headers, more) => {
		const body = more === undefined ? grant : { ...grant, client_id: key.id };
		expect((await ask(body, headers(key))).status).toBe(200);
	});

	test('get a token that ends with the key, and within 10 seconds after it is revoked', async () => {
		const short = await newApiKey(company, ['readMe'], { dateExpires: '2023-03-07T12:01:00.000Z' });
		const { body } = await ask({ ...grant, client_id: short.id, client_secret: short.key });
		expect(body.expires_in).toBe(60);
		expect((await bearing(body.access_token, 'GET', '/auth/me')).status).toBe(200);
		await as(company.admin).delete(`/companies/${company.id}/api-keys/${short.id}?reason=ROTATED`);
		at('2023-03-07T12:00:10.000Z');
		expect((await bearing(body.access_token, 'GET', '/auth/me')).status).toBe(401);
		expect((await ask({ ...grant, client_id: short.id, client_secret: short.key })).status).toBe(401);
	});

	test('limits the token to some of the operations', async () => {
		const all = await ask({ ...inBody(), scope: 'readMe  listEmployees' });
		expect((await bearing(all.body.access_token, 'GET', '/employees')).status).toBe(200);
		const { body } = await ask({ ...inBody(), scope: 'readMe' });
		expect(body.scope).toBe('readMe');
		expect((await bearing(body.access_token, 'GET', '/auth/me')).status).toBe(200);
		expect(await bearing(body.access_token, 'GET', '/employees')).toMatchObject({
			status: 403,
			body: { code: 'forbidden' },
		});
	});

	test('asks in vain for an operation that the key does not permit', async () => {
		expect(await ask({ ...inBody(), scope: 'readMe createEmployee' })).toMatchObject({
			status: 400,
			body: { error: 'invalid_scope' },
		});
	});
});

describe('a request that is refused in the form of RFC 6749', () => {
	test.each<
		[what: string, fields: () => string | Record<string, string>, error: string, headers?: () => object]
	>([
		['without a grant type', () => ({ client_id: key.id }), 'invalid_request'],
		[
			'with a repeated field',
			() => `${new URLSearchParams(inBody())}&grant_type=client_credentials`,
			'invalid_request',
		],
		[
			'as another kind of JSON',
			() => JSON.stringify(inBody()),
			'invalid_request',
			() => ({ 'Content-Type': 'application/json-patch+json' }),
		],
		['with an empty secret', () => ({ ...inBody(), client_secret: '' }), 'invalid_request'],
		['with the secret twice', inBody, 'invalid_request', () => basic(key.id, key.key)],
		[
			'with two ids',
			() => ({ ...grant, client_id: key.userId }),
			'invalid_request',
			() => basic(key.id, key.key),
		],
		['as JSON', inBody, 'invalid_request', () => ({ 'Content-Type': 'application/json' })],
		['with a password', () => ({ ...inBody(), grant_type: 'password' }), 'unsupported_grant_type'],
	])('%s', async (_, fields, error, headers) => {
		const { status, body, headers: answered } = await ask(fields(), headers?.());
		expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
		expect(answered.get('Cache-Control')).toBe('no-store');
	});

	test.each<[what: string, fields: () => Record<string, string>, headers?: () => object]>([
		['without a client', () => grant],
		['with an unknown secret', () => ({ ...inBody(), client_secret: newKey() })],
		['with a mistyped secret', () => ({ ...inBody(), client_secret: `${key.key}0` })],
		['with the id of something else', () => ({ ...inBody(), client_id: key.userId })],
		['with a header that is not Basic', () => grant, () => ({ Authorization: 'Bearer x' })],
		['with a header that is broken', () => grant, () => basic('%', '%zz')],
	])('%s, with one and the same answer', async (_, fields, headers) => {
		const { status, body, headers: answered } = await ask(fields(), headers?.());
		expect([status, body]).toEqual([
			401,
			{
				error: 'invalid_client',
				error_description: 'The client is unknown, or its secret is wrong, expired or revoked.',
			},
		]);
		expect(answered.get('WWW-Authenticate')).toBe('Basic realm="zubrot"');
	});

	test('after 30 requests from one place in a minute', async () => {
		const address = { 'CF-Connecting-IP': newAddress() };
		// One more than two minutes allow, because a minute may end in between.
		const answers = await Promise.all(Array.from({ length: 61 }, () => ask(inBody(), address)));
		const refused = answers.filter(({ status }) => status === 429);
		expect(answers.length - refused.length).toBeGreaterThanOrEqual(30);
		expect(refused[0]?.body.error).toBe('temporarily_unavailable');
		expect(refused[0]?.headers.get('Retry-After')).toBe('60');
	});
});

test.each(['GET', 'PUT', 'DELETE'])('%s is 405, as everywhere', async (method) => {
	const { status, headers, body } = await as(company.admin).send(method, '/oauth/token');
	expect([status, headers.get('Allow'), body.code]).toEqual([405, 'POST', 'method_not_allowed']);
});
