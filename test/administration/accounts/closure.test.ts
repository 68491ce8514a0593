import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { intercepted } from '../../harness/intercepted.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	restart,
	type TestCompany,
	type TestUser,
	userOf,
} from '../../harness/service.ts';
import { registeredCheaply } from '../../tenants/auth/registered.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const PASSWORD = 'correct horse battery staple';

let platform: TestUser;
let email: string;
let user: string;

beforeEach(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
	email = await registeredCheaply();
	const found = await env.DB.prepare('SELECT id FROM users WHERE email_key = ?')
		.bind(email)
		.first<string>('id');
	user = `/users/${found}`;
});

const close = () => as(platform).post(`${user}/closure`);
const logIn = (bindings = env) => call('POST', '/auth', { email, password: PASSWORD }, {}, bindings);

test('a closed user loses sign-in and sessions and nothing else, and may be opened again', async () => {
	const { idToken, refreshToken } = (await logIn()).body;
	const before = (await as(platform).get(user)).body;
	expect(await close()).toMatchObject({ status: 200, body: { ...before, dateClosed: NOON } });
	restart();
	const bearer = { Authorization: `Bearer ${idToken}` };
	expect((await call('GET', '/auth/me', undefined, bearer)).status).toBe(401);
	expect((await call('POST', '/auth/refresh', { refreshToken })).status).toBe(401);
	expect((await logIn()).status).toBe(401);

	const opened = await as(platform).delete(`${user}/closure`);
	expect(opened).toMatchObject({ status: 200, body: { ...before, dateClosed: null } });
	expect((await call('GET', '/auth/me', undefined, bearer)).status).toBe(401);
	expect((await logIn()).status).toBe(200);
});

test('closing again keeps the date, and neither again tells anything', async () => {
	await close();
	const told = (await eventsFor(platform)).length;
	at('2023-03-08T12:00:00.000Z');
	expect((await close()).body.dateClosed).toBe(NOON);
	expect(await eventsFor(platform)).toHaveLength(told);
});

test('a sign-in beside the closing opens no session', async () => {
	const DB = intercepted(/insert into "sessions"/, async (run) => {
		await close();
		return run();
	});
	expect(await logIn({ ...env, DB })).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
	const { results } = await env.DB.prepare('SELECT id FROM sessions WHERE user_id = ?')
		.bind(user.slice(7))
		.all();
	expect(results).toEqual([]);
});

test('a closed user who gets another password still may not sign in', async () => {
	await close();
	await as(platform).put(user, { password: 'another horse battery staple' });
	expect((await call('POST', '/auth', { email, password: 'another horse battery staple' })).status).toBe(401);
});

test.each([
	['an employee', async (company: TestCompany) => userOf(await newEmployee(company))],
	['a colleague', (company: TestCompany) => newUser(['COMPANY_ADMIN'], [company.id])],
])('the company reads in its history that the user of %s was closed and opened', async (_, newPerson) => {
	const company = await newCompany();
	const { userId } = await newPerson(company);
	await as(platform).post(`/users/${userId}/closure`);
	await as(platform).delete(`/users/${userId}/closure`);
	const told = await eventsFor(company.admin, `subject=${userId}`);
	expect(told.slice(-2).map(({ type }) => type)).toEqual(['user.closed', 'user.opened']);
});
