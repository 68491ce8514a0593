import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { at, call, newAddress, newCompany, newEmployee, uniqueEmail } from '../harness/service.ts';
import { PASSWORD, registered, registeredCheaply } from './registered.ts';

const START = Date.parse('2023-03-07T12:00:00.000Z');
const WINDOW_MS = 15 * 60_000;
const later = (ms: number) => at(new Date(START + ms).toISOString());

const login = (email: string, password: string, address = newAddress()) =>
	call('POST', '/auth', { email, password }, { 'CF-Connecting-IP': address });

beforeEach(() => later(0));

async function failTimes(count: number, email: string): Promise<void> {
	const answers = await Promise.all(Array.from({ length: count }, () => login(email, 'wrong')));
	expect(answers.map((answer) => answer.status)).toEqual(Array(count).fill(401));
}

describe('logging in', () => {
	test('answers 200 with exactly idToken, refreshToken and expiresIn "3600"', async () => {
		const answer = await login(await registered(), PASSWORD);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/),
			refreshToken: expect.stringMatching(/^[\w-]{43}$/),
			expiresIn: '3600',
		});
	});

	test('gives an idToken that is the bearer token', async () => {
		const email = await registered();
		const { body } = await login(email, PASSWORD);
		const me = await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${body.idToken}` });
		expect(me).toMatchObject({ status: 200, body: { email } });
	});

	test('opens a new session each time', async () => {
		const email = await registered();
		const [one, other] = [await login(email, PASSWORD), await login(email, PASSWORD)];
		expect(other.body.refreshToken).not.toBe(one.body.refreshToken);
	});

	test('compares the e-mail without case and trimmed', async () => {
		const email = await registered(`Mixed.Case.${uniqueEmail()}`);
		for (const spelling of [email.toLowerCase(), email.toUpperCase(), `  ${email}\t`]) {
			expect((await login(spelling, PASSWORD)).status).toBe(200);
		}
	});

	test('takes the password as it is, with case and spaces', async () => {
		const email = await registered();
		for (const password of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `]) {
			expect((await login(email, password)).status).toBe(401);
		}
	});

	test('gives one and the same refusal for an unknown e-mail, a wrong password and a user without one', async () => {
		const company = await newCompany();
		const unregistered = uniqueEmail();
		await newEmployee(company, { email: unregistered });
		const refusals = [
			await login(await registered(), 'wrong'),
			await login(uniqueEmail(), PASSWORD),
			await login(unregistered, PASSWORD),
			await login('no address at all', PASSWORD),
		];
		for (const { status, headers, body } of refusals) {
			expect(status).toBe(401);
			expect(headers.get('WWW-Authenticate')).toBe('Bearer');
			expect({ ...body, instance: '' }).toEqual({ ...refusals[0]?.body, instance: '' });
			expect(body.code).toBe('invalid_credentials');
		}
	});

	test.each<[string, object]>([
		['no password', { email: 'a@test.example' }],
		['an empty password', { email: 'a@test.example', password: '' }],
		[
			'a password of 256 characters, before any hashing',
			{ email: 'a@test.example', password: 'x'.repeat(256) },
		],
		['a number as password', { email: 'a@test.example', password: 123456789012 }],
		['an unknown field', { email: 'a@test.example', password: 'x', remember: true }],
	])('refuses %s with 400', async (_, body) => {
		const answer = await call('POST', '/auth', body, { 'CF-Connecting-IP': newAddress() });
		expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
	});
});

describe('failures are counted per e-mail: 10 in 15 minutes', () => {
	test.each<[string, () => Promise<string>]>([
		['known', registeredCheaply],
		['unknown', async () => uniqueEmail()],
	])('the 11th for a %s e-mail is 429 with Retry-After, and the right password as well', async (_, given) => {
		const email = await given();
		await failTimes(10, email);
		later(60_001);
		for (const password of ['wrong', PASSWORD]) {
			const answer = await login(` ${email.toUpperCase()}`, password);
			expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
			expect(answer.headers.get('Retry-After')).toBe('840');
		}
	});

	test('the window ends exactly 15 minutes after it began, whatever came in between', async () => {
		const email = await registeredCheaply();
		await failTimes(10, email);
		later(WINDOW_MS - 1);
		const last = await login(email, PASSWORD);
		expect([last.status, last.headers.get('Retry-After')]).toEqual([429, '1']);
		later(WINDOW_MS);
		expect((await login(email, PASSWORD)).status).toBe(200);
	});

	test('the tenth attempt may still succeed, and a success begins anew', async () => {
		const email = await registeredCheaply();
		await failTimes(9, email);
		expect((await login(email, PASSWORD)).status).toBe(200);
		await failTimes(10, email);
		expect((await login(email, PASSWORD)).status).toBe(429);
	});

	test('of parallel guesses only ten are looked at', async () => {
		const email = await registered();
		const answers = await Promise.all(Array.from({ length: 14 }, () => login(email, 'wrong')));
		expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
		expect(answers.filter((answer) => answer.status === 429)).toHaveLength(4);
	});

	test('another e-mail is not concerned', async () => {
		const [attacked, other] = [await registeredCheaply(), await registeredCheaply()];
		await failTimes(10, attacked);
		expect((await login(other, PASSWORD)).status).toBe(200);
	});
});

describe('attempts are counted per address: 30 a minute', () => {
	/** The local binding counts in whole minutes of the wall clock; what is compared must lie in one of them. */
	async function withinOneMinute(): Promise<void> {
		const left = 60_000 - (Date.now() % 60_000);
		if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));
	}

	test('the 31st is 429 with Retry-After, from another address not', { timeout: 30_000 }, async () => {
		const email = await registered();
		const address = newAddress();
		await withinOneMinute();
		for (let used = 1; used < 30; used++) await env.LOGIN_RATE_LIMIT.limit({ key: address });

		expect((await login(email, PASSWORD, address)).status).toBe(200);
		const refused = await login(email, PASSWORD, address);
		expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
		expect(refused.headers.get('Retry-After')).toBe('60');
		expect((await login(email, PASSWORD)).status).toBe(200);
	});
});
