import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import {
	as,
	at,
	call,
	newAddress,
	newCompany,
	newUser,
	restart,
	uniqueEmail,
} from '../../../harness/service.ts';
import { PASSWORD, registeredCheaply } from '../registered.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const BERLIN = { country: 'DE', city: 'Berlin' };

beforeEach(() => at(NOON));

const logIn = (
	email: string,
	password = PASSWORD,
	headers = {},
	cf: typeof BERLIN | Record<never, never> = BERLIN,
) => call('POST', '/auth', { email, password }, { 'User-Agent': FIREFOX, ...headers }, env, cf);
const rowsOf = async (sql: string, ...values: unknown[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...values)
			.all()
	).results;
const userIdOf = async (email: string) =>
	(await env.DB.prepare('SELECT id FROM users WHERE email_key = ?').bind(email).first<string>('id')) ?? '';
const eventsOf = (userId: string | null, type: string) =>
	rowsOf('SELECT * FROM access_events WHERE user_id IS ? AND type = ?', userId, type);

test('the access log records a sign-in with device, place, city and the id of its request', async () => {
	const email = await registeredCheaply();
	const headers = { 'CF-Connecting-IP': '192.0.2.7', 'X-Request-Id': 'sign-in-1' };
	expect((await logIn(email, PASSWORD, headers)).status).toBe(200);
	const userId = await userIdOf(email);
	const whence = { country: 'DE', city: 'Berlin', device: 'Firefox on Linux' };
	const [session] = await rowsOf('SELECT * FROM sessions WHERE user_id = ?', userId);
	expect(session).toMatchObject({ ...whence, date_used: null });
	expect(await eventsOf(userId, 'session.opened')).toMatchObject([
		{
			...whence,
			session_id: session?.id,
			place: '192.0.2.7',
			request_id: 'sign-in-1',
			company_id: null,
			count: 1,
		},
	]);
});

test('without Cloudflare there is no city, and without a User-Agent an unknown device', async () => {
	const email = await registeredCheaply();
	await logIn(email, PASSWORD, { 'User-Agent': '' }, {});
	const [session] = await rowsOf('SELECT * FROM sessions WHERE user_id = ?', await userIdOf(email));
	expect(session).toMatchObject({ country: null, city: null, device: 'unknown' });
});

test('a renewal moves the last use and the place of the session', async () => {
	const email = await registeredCheaply();
	const { refreshToken } = (await logIn(email)).body;
	at('2023-03-07T13:00:00.000Z');
	const { status } = await call('POST', '/auth/refresh', { refreshToken }, {}, env, {
		country: 'AT',
		city: 'Vienna',
	});
	expect(status).toBe(200);
	const [session] = await rowsOf('SELECT * FROM sessions WHERE user_id = ?', await userIdOf(email));
	expect(session).toMatchObject({
		date_used: Date.parse('2023-03-07T13:00:00.000Z'),
		country: 'AT',
		city: 'Vienna',
		device: 'Firefox on Linux',
	});
});

test('a sign-in belongs to the only company of its user, and to none of several', async () => {
	const [one, other] = [await newCompany(), await newCompany()];
	for (const [ids, companyId] of [
		[[one.id], one.id],
		[[one.id, other.id], null],
		[[], null],
	] as const) {
		const email = await registeredCheaply();
		const userId = await userIdOf(email);
		for (const id of ids) await rowsOf('INSERT INTO user_companies VALUES (?, ?)', userId, id);
		await logIn(email);
		expect(await eventsOf(userId, 'session.opened')).toMatchObject([{ company_id: companyId }]);
	}
});

test('a user who is closed signs in in no way, with the answer of a wrong password', async () => {
	const email = await registeredCheaply();
	const { body } = await logIn(email);
	await rowsOf('UPDATE users SET date_closed = 1 WHERE email_key = ?', email);
	restart();
	const wrong = await logIn(uniqueEmail(), PASSWORD);
	const refused = await logIn(email);
	expect(refused.status).toBe(401);
	expect({ ...refused.body, instance: '' }).toEqual({ ...wrong.body, instance: '' });
	const bearer = { Authorization: `Bearer ${body.idToken}` };
	expect((await call('GET', '/auth/me', undefined, bearer)).status).toBe(401);
});

test('refused sign-ins of an hour are one event for each user and place', async () => {
	const email = await registeredCheaply();
	const userId = await userIdOf(email);
	const [here, there] = [newAddress(), newAddress()];
	const fail = (address: string) => logIn(email, 'wrong', { 'CF-Connecting-IP': address });
	for (const address of [here, here, here, there]) expect((await fail(address)).status).toBe(401);
	expect(await eventsOf(userId, 'session.refused')).toMatchObject([
		{ count: 3, reason: 'wrong_password' },
		{ count: 1, reason: 'wrong_password' },
	]);
	at('2023-03-07T12:59:59.999Z');
	await fail(there);
	at('2023-03-07T13:00:00.000Z');
	await fail(there);
	const counts = (await eventsOf(userId, 'session.refused')).map(({ count }) => count);
	expect(counts).toEqual([3, 2, 1]);
});

test('an address that nobody has appears nowhere', async () => {
	const unknown = uniqueEmail();
	expect((await logIn(unknown)).status).toBe(401);
	const all = await rowsOf('SELECT * FROM access_events');
	expect(all.filter(({ user_id: id, type }) => id === null && type === 'session.refused')).not.toEqual([]);
	expect(JSON.stringify(all)).not.toContain(unknown);
});

test('beyond 500 refusals an hour, the rest is counted in one event', async () => {
	at('2023-03-07T18:00:00.000Z');
	const filled = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO access_events (id, date, type, key, count) SELECT '', ?, 'session.refused', 'filled ' || i, 1 FROM n`;
	await rowsOf(filled, 499, Date.parse('2023-03-07T18:00:00.000Z'));
	for (let i = 0; i < 3; i++) await logIn(uniqueEmail(), 'wrong', { 'CF-Connecting-IP': newAddress() });
	const told = await rowsOf(
		`SELECT * FROM access_events WHERE date >= ? AND id <> ''`,
		Date.parse('2023-03-07T18:00Z'),
	);
	expect(told.map(({ count, place }) => [count, place === null])).toEqual([
		[1, false],
		[2, true],
	]);
});

test('the access log cannot be changed', async () => {
	const { userId } = await newUser(['EMPLOYEE']);
	const insert = `INSERT INTO access_events (id, date, type, key, count, user_id, place) VALUES ('i', 1, 'session.opened', ?, 2, ?, 'p')`;
	await rowsOf(insert, userId, userId);
	for (const change of [
		`user_id = NULL`,
		`date = 2`,
		`type = 'session.ended'`,
		'count = 1',
		`place = 'q'`,
		`key = 'k'`,
	]) {
		await expect(rowsOf(`UPDATE access_events SET ${change} WHERE user_id = ?`, userId)).rejects.toThrow(
			'append_only',
		);
	}
	await rowsOf('UPDATE access_events SET place = NULL, key = id, count = 3 WHERE user_id = ?', userId);
	await expect(rowsOf(`UPDATE access_events SET place = 'p' WHERE user_id = ?`, userId)).rejects.toThrow(
		'append_only',
	);
});

test('each ended session is an event with its reason', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const email = await registeredCheaply();
	const [first] = [await logIn(email), await logIn(email)];
	const userId = await userIdOf(email);
	await call('POST', '/auth/logout', undefined, { Authorization: `Bearer ${first.body.idToken}` });
	await as(platform).put(`/users/${userId}`, { password: 'correct horse battery staple' });
	expect(await eventsOf(userId, 'session.ended')).toMatchObject([
		{
			reason: 'logged_out',
			company_id: null,
			id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
		},
		{ reason: 'password_changed' },
	]);
});
