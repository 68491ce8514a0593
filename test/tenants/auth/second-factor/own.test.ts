import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../../harness/second-factor.ts';
import { as, at, call, openSession, restart, type TestUser } from '../../../harness/service.ts';
import { readState } from '../../../harness/snapshot.ts';
import { PASSWORD, registeredCheaply } from '../registered.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const PATH = '/auth/me/second-factor';
const password = PASSWORD;

let user: TestUser;
let email: string;

beforeEach(async () => {
	at(NOON);
	email = await registeredCheaply();
	const id = await env.DB.prepare('SELECT id FROM users WHERE email_key = ?').bind(email).first<string>('id');
	user = await openSession(id ?? '');
});

const begin = async () => (await as(user).post(PATH, { password })).body as { secret: string; uri: string };

async function setUp() {
	const { secret } = await begin();
	const { body } = await as(user).post(`${PATH}/confirmation`, { code: codeOf(secret) });
	return { secret, codes: body.recoveryCodes as string[] };
}

const logIn = async (code: string) => {
	const { challenge } = (await call('POST', '/auth', { email, password })).body;
	return call('POST', '/auth/second-factor', { challenge, code });
};
const mails = async () =>
	(await env.DB.prepare('SELECT kind, data FROM mails WHERE user_id = ?').bind(user.userId).all()).results;

test('a second factor counts once a code of the app has confirmed it', async () => {
	const { secret, uri } = await begin();
	expect(secret).toMatch(/^[A-Z2-7]{32}$/);
	expect(uri).toContain(`otpauth://totp/Zubrot:${encodeURIComponent(email)}?`);
	expect(uri).toContain(`secret=${secret}`);
	expect((await call('POST', '/auth', { email, password })).status).toBe(200);
	const other = await openSession(user.userId);

	const wrong = await as(user).post(`${PATH}/confirmation`, { code: '000000' });
	expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/code' }] } });
	const answer = await as(user).post(`${PATH}/confirmation`, { code: codeOf(secret) });
	expect(answer.status).toBe(200);
	expect(new Set(answer.body.recoveryCodes).size).toBe(10);
	expect((await as(user).get(PATH)).body).toEqual({
		isSet: true,
		dateConfirmed: NOON,
		recoveryCodesLeft: 10,
	});
	expect((await call('POST', '/auth', { email, password })).body.code).toBe('second_factor_required');
	restart();
	expect([(await as(user).get('/auth/me')).status, (await as(other).get('/auth/me')).status]).toEqual([
		200, 401,
	]);
	expect(await mails()).toContainEqual({ kind: 'second_factor_changed', data: '{"change":"added"}' });
});

test('a set-up takes the password, and a confirmed one is not replaced', async () => {
	for (const body of [{}, { password: 'wrong' }]) {
		expect(await as(user).post(PATH, body)).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/password' }] },
		});
	}
	await setUp();
	expect(await as(user).post(PATH, { password })).toMatchObject({
		status: 409,
		body: { code: 'second_factor_exists' },
	});
});

test('a set-up that was not started, or was reset meanwhile, cannot be confirmed', async () => {
	const confirm = (secret: string) => as(user).post(`${PATH}/confirmation`, { code: codeOf(secret) });
	const missing = { status: 409, body: { code: 'second_factor_missing' } };
	expect(await confirm('A'.repeat(32))).toMatchObject(missing);
	const { secret } = await setUp();
	expect(await confirm(secret)).toMatchObject({ status: 409, body: { code: 'second_factor_exists' } });
	await env.DB.prepare('DELETE FROM second_factors WHERE user_id = ?').bind(user.userId).run();
	expect(await confirm(secret)).toMatchObject(missing);
});

test('a second set-up before the confirmation counts alone', async () => {
	const [first, second] = [await begin(), await begin()];
	expect((await as(user).post(`${PATH}/confirmation`, { code: codeOf(first.secret) })).status).toBe(400);
	expect((await as(user).post(`${PATH}/confirmation`, { code: codeOf(second.secret) })).status).toBe(200);
});

test('each recovery code signs in once, also at once, in any case and with or without dashes', async () => {
	const { codes } = await setUp();
	const [first = '', second = '', third = ''] = codes;
	expect((await logIn(first)).status).toBe(200);
	expect(await logIn(first)).toMatchObject({ status: 401, body: { code: 'invalid_code' } });
	expect((await logIn(second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
	const { challenge } = (await call('POST', '/auth', { email, password })).body;
	const both = await Promise.all(
		[third, third].map((code) => call('POST', '/auth/second-factor', { challenge, code })),
	);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
	expect((await as(user).get(PATH)).body.recoveryCodesLeft).toBe(7);
});

test('new recovery codes make the old ones void', async () => {
	const { secret, codes } = await setUp();
	at('2023-03-07T12:00:30.000Z');
	const renewed = await as(user).post(`${PATH}/recovery-codes`, { password, code: codeOf(secret) });
	expect((await logIn(codes[0] ?? '')).status).toBe(401);
	expect((await logIn(renewed.body.recoveryCodes[0])).status).toBe(200);
});

test.each([
	['the code that was just used', { password }, '#/code'],
	['a wrong password', { password: 'wrong' }, '#/password'],
])('removal is refused with %s', async (_, given, pointer) => {
	const { secret } = await setUp();
	const refused = await as(user).post(`${PATH}/removal`, { ...given, code: codeOf(secret) });
	expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

test('removed with password and code, sign-in is as before', async () => {
	const { codes } = await setUp();
	const answer = await as(user).post(`${PATH}/removal`, { password, code: codes[0] });
	expect(answer).toMatchObject({ status: 200, body: { success: true } });
	expect((await call('POST', '/auth', { email, password })).status).toBe(200);
	expect((await as(user).get(PATH)).body).toEqual({
		isSet: false,
		dateConfirmed: null,
		recoveryCodesLeft: 0,
	});
});

test('guesses at password and code behind a stolen token are limited', async () => {
	for (let times = 0; times < 10; times++) {
		expect((await as(user).post(PATH, { password: `wrong ${times}` })).status).toBe(400);
	}
	expect((await as(user).post(PATH, { password })).status).toBe(429);
});

test('neither secret nor codes stand anywhere in clear, and a repetition does not show them', async () => {
	const key = { 'Idempotency-Key': 'once' };
	const first = await as(user).send('POST', PATH, { password }, key);
	const again = await as(user).send('POST', PATH, { password }, key);
	expect(again).toMatchObject({ status: 201, body: { secret: null, uri: null } });
	const { secret } = first.body;
	const codes = (await as(user).post(`${PATH}/confirmation`, { code: codeOf(secret) })).body.recoveryCodes;
	const state = JSON.stringify(await readState());
	for (const text of [secret, ...codes, ...codes.map((code: string) => code.replaceAll('-', ''))]) {
		expect(state).not.toContain(text);
	}
	for (const code of codes) {
		const salted = `${user.userId} ${code.replaceAll('-', '')}`;
		expect(state).toContain(createHash('sha256').update(salted).digest('base64url'));
	}
});

test('a missing password is reported', async () => {
	const answer = await as(user).post(PATH, {});
	expect(answer).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/password', code: 'required' }] },
	});
});
