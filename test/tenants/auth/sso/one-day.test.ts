import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/tenants/auth/password/rules.ts';
import { browse, cookiesOf, providerCookie } from '../../../harness/console.ts';
import { at, call, newAddress, now } from '../../../harness/service.ts';
import { PASSWORD } from '../registered.ts';
import { account, atProvider, newColleague, newSsoCompany, type SsoCompany, signIn } from './people.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let company: SsoCompany;

beforeEach(async () => {
	at(new Date().toISOString());
	company = await newSsoCompany({ onlySso: true });
});

const later = (ms: number) => at(new Date(now() + ms).toISOString());
const refresh = (refreshToken: string) =>
	call('POST', '/auth/refresh', { refreshToken }, { 'CF-Connecting-IP': newAddress() });
const me = (idToken: string) => call('GET', '/auth/me', undefined, { Authorization: `Bearer ${idToken}` });

test('a refresh token works until the last millisecond of 24 hours, and then says to sign in again', async () => {
	const { email } = await newColleague(company);
	const { body } = await signIn(email);
	later(DAY_MS - 1);
	const renewed = await refresh(body.refreshToken);
	expect(renewed).toMatchObject({ status: 200, body: { expiresIn: '1' } });
	expect((await me(renewed.body.idToken)).status).toBe(200);
	later(1);
	expect((await me(renewed.body.idToken)).status).toBe(401);
	expect(await refresh(renewed.body.refreshToken)).toMatchObject({
		status: 401,
		body: { code: 'unauthenticated', detail: expect.stringContaining('POST /api/v2/auth/sso') },
	});
});

test('a token of the last hour ends with the session, not an hour after its renewal', async () => {
	const { email } = await newColleague(company);
	const { body } = await signIn(email);
	later(DAY_MS - 600_000);
	const { body: renewed } = await refresh(body.refreshToken);
	expect(Math.abs(Number(renewed.expiresIn) - 600)).toBeLessThanOrEqual(1);
	later(599_999);
	expect((await me(renewed.idToken)).status).toBe(200);
	later(1);
	expect((await me(renewed.idToken)).status).toBe(401);
});

test('the list of sessions names the end after 24 hours', async () => {
	const { email } = await newColleague(company);
	const { body } = await signIn(email);
	const listed = await call('GET', '/auth/sessions', undefined, { Authorization: `Bearer ${body.idToken}` });
	const ends = listed.body.map(({ dateExpires }: { dateExpires: string }) => Date.parse(dateExpires));
	expect(ends).toContain(now() + DAY_MS);
});

test('a session of the console in constant use ends after 24 hours', async () => {
	const { email } = await newColleague(company);
	const from = { 'CF-Connecting-IP': newAddress() };
	const asked = await browse(null).post('/sign-in', { email }, from);
	const to = /href="([^"]+authorize[^"]+)"/.exec(asked.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
	const { pathname, search } = new URL(await atProvider(to, account(email)));
	const back = await call('GET', pathname + search, undefined, from);
	const { pathname: path, search: code } = new URL(back.headers.get('Location') ?? '');
	const kept = { ...from, Cookie: providerCookie(asked) };
	const entered = await call('GET', path + code, undefined, kept);
	const Cookie = `zubrot=${cookiesOf(entered).zubrot}`;
	const open = () => call('GET', '/console/people', undefined, { Cookie });
	later(11 * HOUR_MS);
	expect((await open()).status).toBe(200);
	later(11 * HOUR_MS);
	expect((await open()).status).toBe(200);
	later(2 * HOUR_MS - 1);
	expect((await open()).status).toBe(200);
	later(1);
	expect((await open()).status).toBe(303);
});

test('a session that a password opened lasts as long as before', async () => {
	const open = await newSsoCompany();
	const { email, userId } = await newColleague(open);
	await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
		.bind(await hashPassword(PASSWORD), userId)
		.run();
	const credentials = { email, password: PASSWORD };
	const { body } = await call('POST', '/auth', credentials, { 'CF-Connecting-IP': newAddress() });
	later(30 * DAY_MS - 1);
	expect((await refresh(body.refreshToken)).status).toBe(200);
});
