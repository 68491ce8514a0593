import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { as, at, call, newAddress, newCompany, newEmployee, uniqueEmail } from '../../../harness/service.ts';
import {
	confirmReset,
	logIn,
	mailedToken,
	mailsTo,
	newForgetful,
	newInvited,
	PASSWORD,
	register,
	requestReset,
} from '../one-time/links.ts';

const ANOTHER = 'ten herons on the harbour';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

describe('asking for a new password', () => {
	test('is answered in one way, and sends a link only to who has a password', async () => {
		const { email, userId } = await newForgetful();
		const company = await newCompany();
		const never = uniqueEmail();
		await newEmployee(company, { email: never, skipSendRegistrationEmail: true });
		const answers = [
			await requestReset(email.toUpperCase()),
			await requestReset(` ${email} `),
			await requestReset(uniqueEmail()),
			await requestReset(never),
		];
		for (const { status, body } of answers)
			expect({ status, body }).toEqual({ status: 200, body: { success: true } });
		expect(await mailsTo(userId)).toEqual([
			'invitation',
			'password_reset',
			'password_reset',
			'password_reset',
		]);
		const { n } = (await env.DB.prepare(
			'SELECT count(*) AS n FROM mails JOIN users ON users.id = user_id WHERE email = ?',
		)
			.bind(never)
			.first<{ n: number }>()) ?? { n: -1 };
		expect(n).toBe(0);
	});

	test('refuses what is no address, and says so', async () => {
		expect(await requestReset('no address at all')).toMatchObject({
			status: 400,
			body: { code: 'validation_failed', errors: [{ pointer: '#/email' }] },
		});
	});

	test('does the same work whether or not the address exists: equally many round trips, and each writes', async () => {
		const { email } = await newForgetful();
		const work = [];
		for (const address of [email, uniqueEmail()]) {
			const { counted, bindings } = counting();
			const from = { 'CF-Connecting-IP': newAddress() };
			await call('POST', '/auth/password-reset', { email: address }, from, bindings);
			work.push({ trips: counted.trips, writes: counted.rowsWritten > 1 });
		}
		expect(work).toEqual([
			{ trips: 2, writes: true },
			{ trips: 2, writes: true },
		]);
	});

	test('sends a new invitation to a person who was invited by mail and has not registered', async () => {
		const { email, userId, token } = await newInvited();
		await requestReset(email);
		expect(await mailsTo(userId)).toEqual(['invitation', 'invitation']);
		expect((await register(token)).status).toBe(400);
		expect((await register(await mailedToken(userId))).status).toBe(200);
	});

	test('leaves a printed code alone, because its owner has no mailbox', async () => {
		const { admin, employeeId, email, userId } = await newInvited();
		const { body } = await as(admin).post(`/employees/${employeeId}/invitation/letter`);
		await requestReset(email);
		expect(await mailsTo(userId)).toEqual(['invitation']);
		expect((await register(body.code)).status).toBe(200);
	});

	test.each(['one that exists', 'one that does not'])(
		'is 429 from the 6th time in 15 minutes for an address, %s, from wherever',
		async (which) => {
			const email = which === 'one that exists' ? (await newInvited()).email : uniqueEmail();
			for (let times = 1; times <= 5; times++) expect((await requestReset(email)).status).toBe(200);
			at('2023-03-07T12:14:59.000Z');
			const refused = await requestReset(email);
			expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
			expect(refused.headers.get('Retry-After')).toBe('1');
			at('2023-03-07T12:15:00.000Z');
			expect((await requestReset(email)).status).toBe(200);
		},
	);
});

test('strangers who ask for links again and again do not keep the user from one at a place that is known', async () => {
	const { email, token } = await newInvited();
	const home = { 'CF-Connecting-IP': newAddress() };
	await call('POST', '/auth/registration', { token, password: PASSWORD }, home);
	for (let times = 1; times <= 5; times++) await requestReset(email);
	expect((await requestReset(email)).status).toBe(429);
	const fromHome = async () => (await call('POST', '/auth/password-reset', { email }, home)).status;
	for (let times = 1; times <= 5; times++) expect(await fromHome()).toBe(200);
	expect(await fromHome()).toBe(429);
});

describe('setting a new password by a link', () => {
	test('ends all sessions, and sends a mail; the old password is no longer valid', async () => {
		const { email, userId, token } = await newForgetful();
		const { body: session } = await logIn(email);
		expect(await confirmReset(token, ANOTHER)).toMatchObject({ status: 200, body: { success: true } });
		at('2023-03-07T12:00:11.000Z');
		const me = await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${session.idToken}` });
		const refreshed = await call('POST', '/auth/refresh', { refreshToken: session.refreshToken });
		expect([me.status, refreshed.status]).toEqual([401, 401]);
		expect((await logIn(email)).status).toBe(401);
		expect((await logIn(email, ANOTHER)).status).toBe(200);
		expect((await mailsTo(userId)).at(-1)).toBe('password_changed');
	});

	test.each([
		['until the last millisecond of its hour', '2023-03-07T12:59:59.999Z', 200],
		['no more at its end', '2023-03-07T13:00:00.000Z', 400],
	])('works %s', async (_, instant, status) => {
		const { token } = await newForgetful();
		at(instant);
		expect((await confirmReset(token)).status).toBe(status);
	});

	test('works once, and not for registering', async () => {
		const { token } = await newForgetful();
		expect((await register(token)).body.code).toBe('link_not_valid');
		expect((await confirmReset(token)).status).toBe(200);
		expect((await confirmReset(token)).body.code).toBe('link_not_valid');
	});

	test('is over when the user has changed the password meanwhile', async () => {
		const { email, token } = await newForgetful();
		const { body } = await logIn(email);
		const headers = { Authorization: `Bearer ${body.idToken}` };
		const change = { currentPassword: PASSWORD, password: ANOTHER };
		expect((await call('PUT', '/auth/me/password', change, headers)).status).toBe(200);
		expect((await confirmReset(token)).body.code).toBe('link_not_valid');
	});
});
