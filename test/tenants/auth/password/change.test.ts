import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, call, newAddress, newUser } from '../../../harness/service.ts';
import { logIn, mailsTo, newInvited, PASSWORD, register } from '../one-time/links.ts';

const ANOTHER = 'ten herons on the harbour';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

/** Somebody who has registered, and the bearer token of that session. */
async function newRegistered() {
	const invited = await newInvited();
	const { body } = await register(invited.token);
	const change = (currentPassword: string, password = ANOTHER) =>
		call(
			'PUT',
			'/auth/me/password',
			{ currentPassword, password },
			{ Authorization: `Bearer ${body.idToken}`, 'CF-Connecting-IP': newAddress() },
		);
	return { ...invited, ...body, change };
}

describe('changing one’s own password', () => {
	test('ends every other session but not this one, and sends a mail', async () => {
		const { email, userId, idToken, change } = await newRegistered();
		const other = await logIn(email);
		expect(await change(PASSWORD)).toMatchObject({ status: 200, body: { success: true } });
		at('2023-03-07T12:00:11.000Z');
		const statuses = [];
		for (const token of [idToken, other.body.idToken]) {
			statuses.push((await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${token}` })).status);
		}
		expect(statuses).toEqual([200, 401]);
		expect((await logIn(email, ANOTHER)).status).toBe(200);
		expect((await logIn(email)).status).toBe(401);
		expect((await mailsTo(userId)).at(-1)).toBe('password_changed');
	});

	test('is recorded in the history without the password', async () => {
		const { admin, userId, change } = await newRegistered();
		await change(PASSWORD);
		const { body } = await as(admin).get(`/events?subject=${userId}&type=user.updated`);
		expect(body.at(-1)).toMatchObject({
			actor: { userId },
			changedFields: ['password'],
			after: { password: 'changed' },
		});
	});

	test('names the current password when it is wrong, with 400: the session is still good', async () => {
		const { change } = await newRegistered();
		expect(await change('a wrong password')).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/currentPassword', code: 'wrong' }] },
		});
	});

	test('refuses a bad new password', async () => {
		const { change } = await newRegistered();
		expect(await change(PASSWORD, 'abcabcabcabc')).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/password', code: 'too_common' }] },
		});
	});

	test('is 429 after 10 wrong ones in 15 minutes, for the right one as well', async () => {
		const { change } = await newRegistered();
		for (let times = 1; times <= 10; times++) expect((await change('a wrong password')).status).toBe(400);
		expect(await change(PASSWORD)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
		at('2023-03-07T12:15:00.000Z');
		expect((await change(PASSWORD)).status).toBe(200);
	});

	test('is refused to a user without a password', async () => {
		const body = { currentPassword: PASSWORD, password: ANOTHER };
		expect((await as(await newUser(['TECHNICAL_USER'])).put('/auth/me/password', body)).status).toBe(400);
	});
});
