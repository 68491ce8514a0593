import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { intercepted } from '../../../harness/intercepted.ts';
import { at, call } from '../../../harness/service.ts';
import {
	confirmReset,
	logIn,
	mailedToken,
	mailsTo,
	newForgetful,
	newInvited,
	PASSWORD,
	register,
	renew,
	requestReset,
} from './links.ts';

const ANOTHER = 'ten herons on the harbour';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

test('exactly one of two simultaneous registrations with one link succeeds, and its password counts', async () => {
	const { token, email } = await newInvited();
	const passwords = [PASSWORD, ANOTHER];
	const answers = await Promise.all(passwords.map((password) => register(token, password)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
	const logins = [];
	for (const password of passwords) logins.push((await logIn(email, password)).status === 200);
	expect(logins).toEqual(answers.map(({ status }) => status === 200));
});

test('exactly one of two simultaneous resets with one link succeeds', async () => {
	const { token } = await newForgetful();
	const answers = await Promise.all([confirmReset(token, ANOTHER), confirmReset(token, PASSWORD)]);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a sign-in with the old password beside a reset leaves no session that outlives it', async () => {
	const { token, email } = await newForgetful();
	const [reset, login] = await Promise.all([confirmReset(token, ANOTHER), logIn(email)]);
	expect(reset.status).toBe(200);
	expect([200, 401]).toContain(login.status);
	at('2023-03-07T12:00:11.000Z');
	if (login.status === 200) {
		const headers = { Authorization: `Bearer ${login.body.idToken}` };
		expect((await call('GET', '/auth/me', undefined, headers)).status).toBe(401);
	}
});

/** A database in which somebody registers a moment before the next link is stored. */
function registering(token: string) {
	let isRegistered = false;
	const DB = intercepted(/(insert into|update) "one_time_tokens"/, async (run) => {
		if (!isRegistered) expect((await register(token)).status).toBe(200);
		isRegistered = true;
		return run();
	});
	return { ...env, DB };
}

test('a person who registers during a password reset gets a reset link, and no other invitation', async () => {
	const { token, email, userId } = await newInvited();
	expect((await requestReset(email, registering(token))).status).toBe(200);
	expect(await mailsTo(userId)).toEqual(['invitation', 'password_reset']);
});

test('a person who registers during a renewal gets no other invitation', async () => {
	const { token, userId } = await newInvited();
	expect((await renew(token, registering(token))).status).toBe(200);
	expect(await mailsTo(userId)).toEqual(['invitation']);
});

test('exactly one of two simultaneous renewals with one link sends an invitation', async () => {
	const { token, userId } = await newInvited();
	const answers = await Promise.all([renew(token), renew(token)]);
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	expect(await mailsTo(userId)).toEqual(['invitation', 'invitation']);
	expect((await register(await mailedToken(userId))).status).toBe(200);
});
