import { beforeEach, expect, test } from 'vitest';
import { at, call } from '../../harness/service.ts';
import { confirmReset, logIn, newForgetful, newInvited, PASSWORD, register } from './links.ts';

const ANOTHER = 'ten herons on the harbour';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

test('of two registrations by one link at once exactly one succeeds, and its password is the one that counts', async () => {
	const { token, email } = await newInvited();
	const passwords = [PASSWORD, ANOTHER];
	const answers = await Promise.all(passwords.map((password) => register(token, password)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
	const logins = [];
	for (const password of passwords) logins.push((await logIn(email, password)).status === 200);
	expect(logins).toEqual(answers.map(({ status }) => status === 200));
});

test('of two resets by one link at once exactly one succeeds', async () => {
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
