import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, call, newUser, uniqueEmail } from '../../../harness/service.ts';
import {
	confirmReset,
	logIn,
	mailedToken,
	mailsTo,
	newInvited,
	PASSWORD,
	register,
	renew,
} from '../one-time/links.ts';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const invite = async ({ admin, employeeId }: Awaited<ReturnType<typeof newInvited>>) =>
	as(admin).post(`/employees/${employeeId}/invitation`);

describe('registering by a link', () => {
	test('answers exactly as a login does, and sets password and dateRegistered', async () => {
		const { token, userId, email } = await newInvited();
		at('2023-03-08T09:00:00.000Z');
		const { status, body } = await register(token);
		expect(status).toBe(200);
		expect(Object.keys(body)).toEqual(Object.keys((await logIn(email)).body));
		const me = await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${body.idToken}` });
		expect(me.body).toMatchObject({ id: userId, dateRegistered: '2023-03-08T09:00:00.000Z' });
	});

	test('is recorded in the history as the user’s own change, without the password', async () => {
		const { token, userId, admin } = await newInvited();
		await register(token);
		const { body } = await as(admin).get(`/events?subject=${userId}&type=user.updated`);
		expect(body).toMatchObject([
			{
				actor: { type: 'USER', userId, roles: ['EMPLOYEE'] },
				after: { dateRegistered: '2023-03-07T12:00:00.000Z', password: 'changed' },
			},
		]);
		expect(JSON.stringify(body)).not.toContain(PASSWORD);
	});

	test.each([
		['until the last millisecond of its 7 days', '2023-03-14T11:59:59.999Z', 200],
		['no more at their end', '2023-03-14T12:00:00.000Z', 400],
	])('works %s', async (_, instant, status) => {
		const { token } = await newInvited();
		at(instant);
		expect((await register(token)).status).toBe(status);
	});

	test('refuses a bad password and leaves the link good', async () => {
		const { token, email } = await newInvited();
		for (const password of ['too short', 'Password1234', email]) {
			expect(await register(token, password)).toMatchObject({
				status: 400,
				body: { code: 'validation_failed', errors: [{ pointer: '#/password' }] },
			});
		}
		expect((await register(token)).status).toBe(200);
	});
});

describe('every link that is not good is refused in one way', () => {
	const spoilt: [string, () => Promise<string>][] = [
		['unknown', async () => 'x'.repeat(43)],
		['of another purpose', async () => (await newInvited()).token],
		['no token at all', async () => 'hello'],
		['truncated', async () => (await newInvited()).token.slice(0, -1)],
		['longer by a letter', async () => `${(await newInvited()).token}A`],
		[
			'used',
			async () => {
				const { token } = await newInvited();
				await register(token);
				return token;
			},
		],
		[
			'replaced by a newer one',
			async () => {
				const invited = await newInvited();
				await invite(invited);
				return invited.token;
			},
		],
		[
			'expired',
			async () => {
				const { token } = await newInvited();
				at('2023-03-14T12:00:00.000Z');
				return token;
			},
		],
		[
			'of a user whose password the platform has set',
			async () => {
				const { token, userId } = await newInvited();
				await as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${userId}`, { password: PASSWORD });
				return token;
			},
		],
		[
			'sent to an address that the user has no more',
			async () => {
				const { token, userId } = await newInvited();
				await as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${userId}`, { email: uniqueEmail() });
				return token;
			},
		],
	];

	test.each(spoilt)('%s', async (kind, make) => {
		const token = await make();
		const { body, status } = await (kind === 'of another purpose' ? confirmReset(token) : register(token));
		expect(status).toBe(400);
		expect({ ...body, instance: '' }).toEqual({
			type: 'about:blank',
			title: 'The link or code is not valid',
			status: 400,
			code: 'link_not_valid',
			detail: 'This link or code is wrong, used, replaced or expired. Request a new one.',
			instance: '',
		});
	});
});

describe('asking for a new invitation', () => {
	test('sends one for an expired link, to the same person; the older one dies', async () => {
		const { token, userId } = await newInvited();
		at('2023-05-01T12:00:00.000Z');
		expect(await renew(token)).toMatchObject({ status: 200, body: { success: true } });
		expect(await mailsTo(userId)).toEqual(['invitation', 'invitation']);
		const newer = await mailedToken(userId);
		expect((await register(token)).status).toBe(400);
		expect((await register(newer)).status).toBe(200);
	});

	test('works once for each link, and never for one that was used, wrong or replaced', async () => {
		const { token, userId } = await newInvited();
		await renew(token);
		for (const wrong of [token, 'x'.repeat(43), 'hello']) {
			expect(await renew(wrong)).toMatchObject({ status: 200, body: { success: true } });
		}
		expect(await mailsTo(userId)).toHaveLength(2);
		const newer = await mailedToken(userId);
		await register(newer);
		await renew(newer);
		expect(await mailsTo(userId)).toHaveLength(2);
	});
});
