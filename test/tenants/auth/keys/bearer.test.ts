import { beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '../../../../src/tenants/auth/keys/rules.ts';
import { counting } from '../../../harness/counting.ts';
import { bearing, newApiKey, type TestKey } from '../../../harness/keys.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
} from '../../../harness/service.ts';

let company: TestCompany;
let key: TestKey;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	key = await newApiKey(company, ['listEmployees', 'readEmployee']);
});

describe('a key as the bearer token', () => {
	test('may do what it is allowed in its company, and nothing else', async () => {
		const [own, foreign] = [await newEmployee(company), await newEmployee(await newCompany())];
		const list = await bearing(key.key, 'GET', '/employees');
		expect(list.body.map((one: { employeeId: string }) => one.employeeId)).toEqual([own]);
		expect((await bearing(key.key, 'GET', `/employees/${own}`)).status).toBe(200);
		expect((await bearing(key.key, 'GET', `/employees/${foreign}`)).status).toBe(404);
		expect(await bearing(key.key, 'PUT', `/employees/${own}`, { costCenter: '1' })).toMatchObject({
			status: 403,
			body: { code: 'forbidden', detail: 'This API key does not permit this operation.' },
		});
		expect((await bearing(key.key, 'POST', '/auth/logout')).status).toBe(403);
	});

	test('is refused within 10 seconds after it was revoked, and revoking it again changes nothing', async () => {
		const path = `/companies/${company.id}/api-keys/${key.id}`;
		expect((await bearing(key.key, 'GET', '/employees')).status).toBe(200);
		for (let times = 0; times < 2; times++) {
			const revoked = await as(company.admin).delete(`${path}?reason=ROTATED`);
			expect(revoked.body).toEqual({ success: true, endedInvitations: [], ended: [], kept: [] });
		}
		at('2023-03-07T12:00:10.000Z');
		expect((await bearing(key.key, 'GET', '/employees')).status).toBe(401);
		const { body } = await as(company.admin).get(path);
		expect(body.dateRevoked).toBe('2023-03-07T12:00:00.000Z');
	});

	test('is good until the millisecond at which it expires', async () => {
		const dateExpires = '2023-03-07T12:00:05.000Z';
		const short = await newApiKey(company, ['listEmployees'], { dateExpires });
		expect((await bearing(short.key, 'GET', '/employees')).status).toBe(200);
		at('2023-03-07T12:00:04.999Z');
		expect((await bearing(short.key, 'GET', '/employees')).status).toBe(200);
		at(dateExpires);
		expect((await bearing(short.key, 'GET', '/employees')).status).toBe(401);
	});

	test('that nobody has made is refused, and a mistyped one without asking the database', async () => {
		const { counted, bindings } = counting();
		const send = (token: string) =>
			call('GET', '/employees', undefined, { Authorization: `Bearer ${token}` }, bindings);
		expect((await send(`${key.key.slice(0, -1)}!`)).status).toBe(401);
		expect((await send(key.key.replace('_live_', '_live_0'))).status).toBe(401);
		expect(counted.trips).toBe(0);
		expect((await send(newKey())).status).toBe(401);
		// The company of a key without a cell may have moved, which D1 is asked.
		expect(counted.trips).toBe(2);
	});

	test('has limits of its own', async () => {
		const other = await newApiKey(company, ['listEmployees']);
		const { WRITE_RATE_LIMIT, READ_RATE_LIMIT, ...bindings } = counting().bindings;
		const asked: string[] = [];
		const limiter = { limit: async ({ key }: { key: string }) => ({ success: asked.push(key) < 100 }) };
		const all = { ...bindings, WRITE_RATE_LIMIT: limiter, READ_RATE_LIMIT: limiter } as never;
		for (const { key: token } of [key, other]) {
			await call('GET', '/employees', undefined, { Authorization: `Bearer ${token}` }, all);
		}
		expect(asked.filter((one) => !one.startsWith('stranger '))).toEqual([key.userId, other.userId]);
	});
});

test('too many looks for keys from one place are refused', async () => {
	const { bindings } = counting();
	const full = { ...bindings, WRITE_RATE_LIMIT: { limit: async () => ({ success: false }) } } as never;
	const headers = { Authorization: `Bearer ${newKey()}` };
	const { status, headers: answered } = await call('GET', '/employees', undefined, headers, full);
	expect([status, answered.get('Retry-After')]).toEqual([429, '10']);
});

describe('a key of the platform', () => {
	test('creates and reads companies, and nothing else', async () => {
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		const operations = ['createCompany', 'readCompany'];
		const { body } = await platform.post('/api-keys', { name: 'Onboarding', operations });
		expect(body).toMatchObject({ companyId: null, operations });
		const created = await bearing(body.key, 'POST', '/companies', {
			name: 'Neue GmbH',
			taxAffiliation: 'DE',
		});
		expect(created.status).toBe(201);
		expect((await bearing(body.key, 'GET', `/companies/${created.body.id}`)).status).toBe(200);
		for (const path of ['/companies', '/users', '/employees', '/api-keys', '/auth/me']) {
			expect((await bearing(body.key, 'GET', path)).status, path).toBe(403);
		}
		const [event] = (await platform.get(`/events?companyId=${created.body.id}`)).body;
		expect(event.actor).toEqual({
			type: 'API_KEY',
			userId: body.userId,
			sessionId: body.id,
			roles: ['PLATFORM_ADMIN'],
		});
		await platform.delete(`/api-keys/${body.id}?reason=ROTATED`);
		at('2023-03-07T12:00:10.000Z');
		expect((await bearing(body.key, 'GET', `/companies/${created.body.id}`)).status).toBe(401);
	});

	test('is not found among those of a company, nor the other way round', async () => {
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		const { body } = await platform.post('/api-keys', { name: 'x', operations: ['listCompanies'] });
		expect((await platform.get(`/companies/${company.id}/api-keys/${body.id}`)).status).toBe(404);
		expect((await platform.get(`/api-keys/${key.id}`)).status).toBe(404);
		expect((await platform.delete(`/api-keys/${key.id}?reason=ROTATED`)).status).toBe(404);
	});
});
