import { beforeEach, describe, expect, test } from 'vitest';
import { at, call, newAddress, newCompany, newEmployee, uniqueEmail } from '../../harness/service.ts';
import { PASSWORD, registered } from './registered.ts';

const login = (email: string, password: string, address = newAddress()) =>
	call('POST', '/auth', { email, password }, { 'CF-Connecting-IP': address });

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

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
