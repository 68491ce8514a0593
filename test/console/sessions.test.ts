import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/foundation/core/id.ts';
import { commit } from '../../src/foundation/db/commit.ts';
import { hashPassword } from '../../src/tenants/auth/password/rules.ts';
import { insertUser } from '../../src/tenants/users/store.ts';
import { browse, cookiesOf, FROM_HERE, type Visit, visitOf } from '../harness/console.ts';
import { as, at, call, db, newUser, now, openSession, uniqueEmail } from '../harness/service.ts';

const PASSWORD = 'nine miles before breakfast';
const passwordHash = await hashPassword(PASSWORD);
let email: string;
let visit: Visit;

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	email = uniqueEmail();
	const userId = newId(now());
	const dates = { dateCreated: now(), dateModified: now(), dateRegistered: now() };
	await commit(db, [insertUser(db, { id: userId, ...dates, email, roles: ['EMPLOYEE'], passwordHash })]);
	visit = await visitOf({ userId });
});

const signIn = (fields = {}, headers = {}) =>
	browse(null).post('/sign-in/password', { email, password: PASSWORD, ...fields }, headers);
/** 200 or a page of its own to somebody who is signed in, else 303 to the sign-in. */
const isIn = async (cookie: string) => {
	const { headers, status } = await call('GET', '/console/nowhere', undefined, { Cookie: cookie });
	return status === 404 && headers.get('Location') === null;
};

test('a right password opens a session of the console; scripts and other sites cannot read its cookie, and only its hash is stored', async () => {
	const answer = await signIn();

	expect(answer).toMatchObject({ status: 303 });
	expect(answer.headers.get('Location')).toBe('/console');
	const [line = ''] = answer.headers.getSetCookie();
	expect(line).toMatch(/^zubrot=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
	const { zubrot = '' } = cookiesOf(answer);
	expect(await isIn(`zubrot=${zubrot}`)).toBe(true);
	const { results } = await env.DB.prepare(
		"SELECT cookie_hash, date_expires - date_created AS lasts FROM sessions WHERE kind = 'CONSOLE' AND id <> ?",
	)
		.bind(visit.sessionId)
		.all();
	expect(results).toContainEqual({
		cookie_hash: expect.stringMatching(/^[\w-]{43}$/),
		lasts: 12 * 3_600_000,
	});
	expect(JSON.stringify(results)).not.toContain(zubrot);
});

test('over https the cookie has the prefix that ties it to this host', async () => {
	const body = new URLSearchParams({ email, password: PASSWORD }).toString();
	const { headers } = await call('POST', 'https://zubrot.example/console/sign-in/password', body, FROM_HERE);
	expect(headers.getSetCookie()[0]).toMatch(/^__Host-zubrot=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/);
});

test('a session ends after twelve hours without use, and after thirty days of use', async () => {
	at('2026-03-07T23:59:59.999Z');
	expect(await isIn(visit.cookie)).toBe(true);
	at('2026-03-08T11:59:59.998Z');
	expect(await isIn(visit.cookie)).toBe(true);
	at('2026-03-08T23:59:59.998Z');
	expect(await isIn(visit.cookie)).toBe(false);

	at('2026-03-07T12:00:00.000Z');
	const used = await visitOf(visit);
	for (let hours = 11; hours < 30 * 24; hours += 11) {
		at(new Date(Date.parse('2026-03-07T12:00:00.000Z') + hours * 3_600_000).toISOString());
		expect(await isIn(used.cookie)).toBe(true);
	}
	at('2026-04-06T11:59:59.999Z');
	expect(await isIn(used.cookie)).toBe(true);
	at('2026-04-06T12:00:00.000Z');
	expect(await isIn(used.cookie)).toBe(false);
});

test.each([
	['signing in again', {}],
	['a fresh proof of identity', { again: 'on' }],
])('%s gives a new session and ends the one that the browser had', async (_, fields) => {
	const answer = await signIn(fields, { Cookie: visit.cookie });
	expect(answer.status).toBe(303);
	expect(await isIn(visit.cookie)).toBe(false);
	expect(await isIn(`zubrot=${cookiesOf(answer).zubrot}`)).toBe(true);
});

test('signing out ends the session and drops the cookie; no page is kept that the back button could show', async () => {
	const page = await browse(visit).get('/nowhere');
	expect(page.headers.get('Cache-Control')).toBe('no-store');
	const answer = await browse(visit).post('/sign-out');
	expect(answer).toMatchObject({ status: 303 });
	expect(cookiesOf(answer).zubrot).toBe('');
	// A photo that did not arrive leaves the browser too.
	expect(answer.headers.get('Clear-Site-Data')).toBe('"storage"');
	expect(await isIn(visit.cookie)).toBe(false);
});

test('the API reads no cookie, and the console no bearer token', async () => {
	expect(await call('GET', '/auth/me', undefined, { Cookie: visit.cookie })).toMatchObject({ status: 401 });
	const session = await openSession(visit.userId);
	const answer = await as(session).send('GET', '/console/nowhere');
	expect(answer).toMatchObject({ status: 303 });
	expect(answer.headers.get('Location')).toBe('/console/sign-in?to=%2Fconsole%2Fnowhere');
});

test('no session of the console opens the API, and none of the API the console', async () => {
	const { sessionId, userId } = await openSession(visit.userId);
	expect(await isIn(`zubrot=${sessionId}`)).toBe(false);
	const { results } = await env.DB.prepare('SELECT kind FROM sessions WHERE user_id = ? ORDER BY kind')
		.bind(userId)
		.all();
	expect(results).toEqual([{ kind: 'API' }, { kind: 'CONSOLE' }]);
	await expect(
		env.DB.prepare("UPDATE sessions SET kind = 'CONSOLE' WHERE id = ?").bind(sessionId).run(),
	).rejects.toThrow('CHECK');
});

test('a user who is closed is signed out at once', async () => {
	expect(await isIn(visit.cookie)).toBe(true);
	const platform = await newUser(['PLATFORM_ADMIN']);
	expect(await as(platform).post(`/users/${visit.userId}/closure`)).toMatchObject({ status: 200 });
	expect(await isIn(visit.cookie)).toBe(false);
});

test('nobody is led to another site after signing in', async () => {
	for (const to of [
		'https://evil.example/console',
		'//evil.example/console',
		'/\\evil.example',
		'/api/v2',
		'javascript:1',
	]) {
		expect((await signIn({ to })).headers.get('Location'), to).toBe('/console');
	}
	expect((await signIn({ to: '/console/x?y=z' })).headers.get('Location')).toBe('/console/x?y=z');
});
