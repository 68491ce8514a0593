import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { intercepted } from '../../harness/intercepted.ts';
import {
	as,
	at,
	call,
	newCompany,
	newUser,
	openSession,
	restart,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

const START = Date.parse('2023-03-07T12:00:00.000Z');
const FRESH_MS = 10_000;
const later = (ms: number) => at(new Date(START + ms).toISOString());
const tokens = await createTokens(env.JWT_SECRET, undefined);

beforeEach(() => later(0));

const sql = (statement: string, ...values: unknown[]) =>
	env.DB.prepare(statement)
		.bind(...values)
		.run();
const statusOf = async (user: TestUser, path = '/auth/me') => (await as(user).get(path)).status;
const bearer = (token: string) => call('GET', '/auth/me', undefined, { Authorization: `Bearer ${token}` });

describe('changes of a session', () => {
	test('logging out bites at once, for that session only, and may be repeated by nobody', async () => {
		const { admin } = await newCompany();
		const elsewhere = await openSession(admin.userId);
		expect(await statusOf(admin)).toBe(200);
		expect(await as(admin).post('/auth/logout')).toMatchObject({ status: 200, body: { success: true } });
		expect(await statusOf(admin)).toBe(401);
		expect((await as(admin).post('/auth/logout')).status).toBe(401);
		expect(await statusOf(elsewhere)).toBe(200);
	});

	test('a revocation in the database bites within 10 seconds', async () => {
		const { admin } = await newCompany();
		expect(await statusOf(admin)).toBe(200);
		await sql('UPDATE sessions SET date_revoked = ? WHERE id = ?', START, admin.sessionId);
		later(FRESH_MS);
		expect(await statusOf(admin)).toBe(401);
	});

	test('requests in between do not put it off', async () => {
		const { admin } = await newCompany();
		expect(await statusOf(admin)).toBe(200);
		await sql('UPDATE sessions SET date_revoked = ? WHERE id = ?', START, admin.sessionId);
		for (const ms of [3_000, 6_000, 9_999]) {
			later(ms);
			await statusOf(admin);
		}
		later(FRESH_MS);
		expect(await statusOf(admin)).toBe(401);
	});

	test('a new password ends the sessions of the user within 10 seconds', async () => {
		const [platform, { admin }] = [await newUser(['PLATFORM_ADMIN']), await newCompany()];
		expect(await statusOf(admin)).toBe(200);
		const change = { password: 'correct horse battery staple' };
		expect((await as(platform).put(`/users/${admin.userId}`, change)).status).toBe(200);
		later(FRESH_MS);
		expect(await statusOf(admin)).toBe(401);
		expect(await statusOf(await openSession(admin.userId))).toBe(200);
	});

	test('a login with the old password, beside its change, opens none', async () => {
		const [platform, email, old] = [await newUser(['PLATFORM_ADMIN']), uniqueEmail(), 'the old password'];
		const { body: user } = await as(platform).post('/users', { email, roles: ['EMPLOYEE'], password: old });
		const DB = intercepted(/insert into "sessions"/, async (run) => {
			await as(platform).put(`/users/${user.id}`, { password: 'the new password' });
			return run();
		});
		const answer = await call('POST', '/auth', { email, password: old }, {}, { ...env, DB });
		expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
	});

	test.each([
		[3_600_001, 200],
		[3_600_000, 401],
		[3_599_999, 401],
	])('expiring %i ms after its start it answers, an hour later, %i', async (lifetime, status) => {
		const { admin } = await newCompany();
		await sql('UPDATE sessions SET date_expires = ? WHERE id = ?', START + lifetime, admin.sessionId);
		later(3_600_000);
		expect(await statusOf(admin)).toBe(status);
	});
});

describe('changes of a user', () => {
	test('a change of roles bites within 10 seconds', async () => {
		const { admin } = await newCompany();
		expect(await statusOf(admin, '/employees')).toBe(200);
		await sql(`UPDATE users SET roles = '["EMPLOYEE"]' WHERE id = ?`, admin.userId);
		later(FRESH_MS);
		expect(await statusOf(admin, '/employees')).toBe(403);
	});

	test('a company that is taken away is out of reach within 10 seconds', async () => {
		const { admin, id } = await newCompany();
		const path = `/companies/${id}/flex/payroll-transactions`;
		expect(await statusOf(admin, path)).toBe(200);
		await sql('DELETE FROM user_companies WHERE user_id = ?', admin.userId);
		later(FRESH_MS);
		expect(await statusOf(admin, path)).toBe(404);
	});

	test('a company that is added is within reach after 10 seconds', async () => {
		const [{ admin }, other] = [await newCompany(), await newCompany()];
		const path = `/companies/${other.id}/flex/payroll-transactions`;
		expect(await statusOf(admin, path)).toBe(404);
		await sql('INSERT INTO user_companies (user_id, company_id) VALUES (?, ?)', admin.userId, other.id);
		later(FRESH_MS);
		expect(await statusOf(admin, path)).toBe(200);
	});
});

describe('a token', () => {
	test.each([
		[3_599_999, 200],
		[3_600_000, 401],
	])('%i ms old answers %i', async (age, status) => {
		const { admin } = await newCompany();
		const token = await tokens.issue(admin, START);
		later(age);
		expect((await bearer(token)).status).toBe(status);
	});

	test.each<[string, (user: TestUser) => Promise<TestUser>]>([
		['a session that never was', async ({ userId }) => ({ userId, sessionId: newId(START) })],
		['the session of another user', async ({ userId }) => ({ ...(await newCompany()).admin, userId })],
		['a user that never was', async ({ sessionId }) => ({ sessionId, userId: newId(START) })],
	])('rightly signed for %s is refused', async (_, changed) => {
		const { admin } = await newCompany();
		expect(await statusOf(await changed(admin))).toBe(401);
	});

	test('a token of the secret before the rotation is accepted, an older one is not', async () => {
		const { admin } = await newCompany();
		const rotated = { ...env, JWT_SECRET: 'n'.repeat(32), JWT_SECRET_PREVIOUS: env.JWT_SECRET };
		expect((await as(admin, rotated).get('/auth/me')).status).toBe(200);
		restart();
		const again = { ...env, JWT_SECRET: 'm'.repeat(32), JWT_SECRET_PREVIOUS: 'n'.repeat(32) };
		expect((await as(admin, again).get('/auth/me')).status).toBe(401);
	});
});

describe('the Authorization header', () => {
	const valid = async () => tokens.issue((await newCompany()).admin, START);

	test.each<[string, (token: string) => string]>([
		['an empty header', () => ''],
		['the scheme alone', () => 'Bearer'],
		['the scheme and a space', () => 'Bearer '],
		['no scheme', (token) => token],
		['another scheme', (token) => `Basic ${token}`],
		['a misspelt scheme', (token) => `Bearers ${token}`],
		['a colon after the scheme', (token) => `Bearer: ${token}`],
		['two spaces', (token) => `Bearer  ${token}`],
		['quotation marks', (token) => `Bearer "${token}"`],
		['something behind the token', (token) => `Bearer ${token} x`],
		['two tokens', (token) => `Bearer ${token}, Bearer ${token}`],
		['a token of rubbish', () => 'Bearer abc.def.ghi'],
	])('with %s is 401 with WWW-Authenticate: Bearer', async (_, header) => {
		const answer = await call('GET', '/auth/me', undefined, { Authorization: header(await valid()) });
		expect(answer).toMatchObject({ status: 401, body: { status: 401, code: 'unauthenticated' } });
		expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
	});

	test('may be missing only for what is public', async () => {
		const answer = await call('GET', '/auth/me');
		expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
		expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
	});

	test.each(['Bearer', 'bearer', 'BEARER'])('spells the scheme %s', async (scheme) => {
		const headers = { Authorization: `${scheme} ${await valid()}` };
		expect((await call('GET', '/auth/me', undefined, headers)).status).toBe(200);
	});

	test('is the only place for a token', async () => {
		const token = await valid();
		for (const query of [`access_token=${token}`, `token=${token}`, `Authorization=Bearer%20${token}`]) {
			expect((await call('GET', `/auth/me?${query}`)).status).toBe(401);
		}
	});
});
