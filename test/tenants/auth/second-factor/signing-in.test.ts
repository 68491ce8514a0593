import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { codeOf, giveSecondFactor } from '../../../harness/second-factor.ts';
import { as, at, call, newAddress, newUser } from '../../../harness/service.ts';
import { PASSWORD, registeredCheaply } from '../registered.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let email: string;
let userId: string;

beforeEach(async () => {
	at(NOON);
	email = await registeredCheaply();
	userId =
		(await env.DB.prepare('SELECT id FROM users WHERE email_key = ?').bind(email).first<string>('id')) ?? '';
	await giveSecondFactor(userId);
});

const logIn = (headers = {}) => call('POST', '/auth', { email, password: PASSWORD }, headers);
const challenge = async () => (await logIn({ 'CF-Connecting-IP': newAddress() })).body.challenge as string;
const finish = (given: string, code: string, bindings = env) =>
	call(
		'POST',
		'/auth/second-factor',
		{ challenge: given, code },
		{ 'CF-Connecting-IP': newAddress() },
		bindings,
	);
const refused = (code: string) => ({ status: 401, body: { code } });
const sessions = async () =>
	(await env.DB.prepare('SELECT id FROM sessions WHERE user_id = ?').bind(userId).all()).results.length;

test('a user with a second factor gets a challenge, and a session only with a code', async () => {
	const asked = await logIn();
	expect(asked).toMatchObject(refused('second_factor_required'));
	expect(asked.headers.get('WWW-Authenticate')).toBe('Bearer');
	expect(await sessions()).toBe(0);
	const answer = await finish(asked.body.challenge, codeOf());
	expect(answer).toMatchObject({ status: 200, body: { expiresIn: '3600' } });
	const bearer = { Authorization: `Bearer ${answer.body.idToken}` };
	expect((await call('GET', '/auth/me', undefined, bearer)).body).toMatchObject({ email });
});

test('with a wrong password there is no challenge', async () => {
	const answer = await call('POST', '/auth', { email, password: 'wrong' });
	expect(answer).toMatchObject(refused('invalid_credentials'));
	expect(answer.body).not.toHaveProperty('challenge');
});

test('signing in with a second factor takes three round trips', async () => {
	const { counted, bindings } = counting();
	const asked = await call('POST', '/auth', { email, password: PASSWORD }, {}, bindings);
	expect((await finish(asked.body.challenge, codeOf(), bindings)).status).toBe(200);
	expect(counted.trips).toBe(3);
});

test.each([
	[-2, 401],
	[-1, 200],
	[0, 200],
	[1, 200],
	[2, 401],
])('a code of %i steps from now is answered %i', async (steps, status) => {
	expect((await finish(await challenge(), codeOf(undefined, steps))).status).toBe(status);
});

test('a code works once, and none before it works any more', async () => {
	expect((await finish(await challenge(), codeOf())).status).toBe(200);
	for (const steps of [0, -1]) {
		expect(await finish(await challenge(), codeOf(undefined, steps))).toMatchObject(refused('invalid_code'));
	}
	expect((await finish(await challenge(), codeOf(undefined, 1))).status).toBe(200);
});

test('two simultaneous uses of one code open one session', async () => {
	const given = await challenge();
	const answers = await Promise.all([finish(given, codeOf()), finish(given, codeOf())]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
	expect(await sessions()).toBe(1);
});

test.each([
	['2023-03-07T12:04:59.999Z', 200],
	['2023-03-07T12:05:00.000Z', 401],
])('a challenge of noon is answered at %s with %i', async (instant, status) => {
	const given = await challenge();
	at(instant);
	expect((await finish(given, codeOf())).status).toBe(status);
});

test('a challenge that is altered, of another user or of another password is refused', async () => {
	const other = (await newUser(['EMPLOYEE'])).userId;
	await giveSecondFactor(other);
	const given = await challenge();
	const later = given.split('.').map((part, index) => (index === 1 ? String(Number(part) + 1) : part));
	for (const wrong of ['x', `${given}x`, `${given}.x`, given.replace(userId, other), later.join('.')]) {
		expect(await finish(wrong, codeOf())).toMatchObject(refused('invalid_credentials'));
	}
	await as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${userId}`, {
		password: 'nine miles before breakfast',
	});
	expect(await finish(given, codeOf())).toMatchObject(refused('invalid_credentials'));
	expect(await sessions()).toBe(0);
});

test('a user who is closed after the challenge gets no session', async () => {
	const given = await challenge();
	await as(await newUser(['PLATFORM_ADMIN'])).post(`/users/${userId}/closure`);
	expect((await finish(given, codeOf())).status).toBe(401);
	expect(await sessions()).toBe(0);
});

test('the eleventh code in 15 minutes is not checked, from any place; a right one resets the count', async () => {
	const wrong = codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
	for (let times = 0; times < 10; times++) {
		expect(await finish(await challenge(), wrong)).toMatchObject(refused('invalid_code'));
	}
	const held = await finish(await challenge(), codeOf());
	expect(held).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
	const told = `SELECT count(*) AS told FROM access_events WHERE user_id = ? AND reason = 'wrong_code'`;
	expect(await env.DB.prepare(told).bind(userId).first('told')).toBe(10);
	at('2023-03-07T12:15:00.000Z');
	expect((await finish(await challenge(), codeOf())).status).toBe(200);
	expect((await finish(await challenge(), wrong)).status).toBe(401);
});
