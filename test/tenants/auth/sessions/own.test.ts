import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { as, at, call, newUser, openSession, restart, type TestUser } from '../../../harness/service.ts';
import { PASSWORD, registeredCheaply } from '../registered.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let user: TestUser;
let other: TestUser;

beforeEach(async () => {
	at(NOON);
	user = await newUser(['EMPLOYEE']);
	other = await openSession(user.userId);
});

const idsOf = async (who: TestUser) =>
	(await as(who).get('/auth/sessions')).body.map(({ id }: { id: string }) => id);
const statusOf = async (who: TestUser) => {
	restart();
	return (await as(who).get('/auth/me')).status;
};

test('one sees one’s live sessions, and which of them is the present one', async () => {
	await newUser(['EMPLOYEE']);
	const { status, body } = await as(user).get('/auth/sessions');
	expect(status).toBe(200);
	expect(body).toMatchObject([
		{ id: user.sessionId, isCurrent: true },
		{ id: other.sessionId, isCurrent: false },
	]);
	expect((await as(user).get('/auth/sessions?limit=1')).headers.get('Link')).toContain('rel="next"');
});

test('a session tells device, place and last use', async () => {
	const email = await registeredCheaply();
	const berlin = { country: 'DE', city: 'Berlin' };
	const signIn = { email, password: PASSWORD };
	const { body } = await call('POST', '/auth', signIn, { 'User-Agent': 'curl/8.5.0' }, env, berlin);
	const bearer = { Authorization: `Bearer ${body.idToken}` };
	const [session] = (await call('GET', '/auth/sessions', undefined, bearer)).body;
	expect(session).toEqual({
		id: expect.any(String),
		dateCreated: NOON,
		dateUsed: NOON,
		dateExpires: '2023-04-06T12:00:00.000Z',
		device: 'curl',
		country: 'DE',
		city: 'Berlin',
		isCurrent: true,
	});
	at('2023-03-07T12:50:00.000Z');
	await call('POST', '/auth/refresh', { refreshToken: body.refreshToken }, {}, env, { country: 'AT' });
	const [renewed] = (await call('GET', '/auth/sessions', undefined, bearer)).body;
	expect(renewed).toMatchObject({
		dateUsed: '2023-03-07T12:50:00.000Z',
		country: 'AT',
		city: null,
		device: 'curl',
	});
});

test.each([
	['2023-03-07T12:00:00.001Z', 2],
	[NOON, 1],
])('a session that expires at %s leaves %i at noon', async (instant, count) => {
	await env.DB.prepare('UPDATE sessions SET date_expires = ? WHERE id = ?')
		.bind(Date.parse(instant), other.sessionId)
		.run();
	expect(await idsOf(user)).toHaveLength(count);
});

test('a device is read from the first 512 characters of the User-Agent, however long it is', async () => {
	const signIn = { email: await registeredCheaply(), password: PASSWORD };
	const long = `curl/8.5.0${' '.repeat(128_000)} Firefox/1`;
	const { body } = await call('POST', '/auth', signIn, { 'User-Agent': long });
	const bearer = { Authorization: `Bearer ${body.idToken}` };
	expect((await call('GET', '/auth/sessions', undefined, bearer)).body).toMatchObject([{ device: 'curl' }]);
});

test('ending another of one’s sessions leaves the present one, and may be repeated', async () => {
	for (let times = 0; times < 2; times++) {
		const answer = await as(user).delete(`/auth/sessions/${other.sessionId}`);
		expect(answer).toMatchObject({ status: 200, body: { success: true } });
	}
	expect(await statusOf(other)).toBe(401);
	expect(await idsOf(user)).toEqual([user.sessionId]);
});

test('ending the present session bites at once', async () => {
	expect((await as(user).delete(`/auth/sessions/${user.sessionId}`)).status).toBe(200);
	expect((await as(user).get('/auth/me')).status).toBe(401);
	expect(await statusOf(other)).toBe(200);
});

test('nobody ends a session of somebody else', async () => {
	const stranger = await newUser(['PLATFORM_ADMIN']);
	expect((await as(stranger).delete(`/auth/sessions/${user.sessionId}`)).status).toBe(404);
	expect(await statusOf(user)).toBe(200);
});

test('ending all others leaves the present one and those of other users', async () => {
	const stranger = await newUser(['EMPLOYEE']);
	expect((await as(user).delete('/auth/sessions')).status).toBe(200);
	expect(await statusOf(other)).toBe(401);
	expect([await statusOf(user), await statusOf(stranger)]).toEqual([200, 200]);
});

test('an administrator ends all sessions of a user, who may sign in again', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	expect((await as(platform).delete(`/users/${user.userId}/sessions`)).status).toBe(200);
	expect([await statusOf(user), await statusOf(other)]).toEqual([401, 401]);
	expect(await statusOf(await openSession(user.userId))).toBe(200);
});
