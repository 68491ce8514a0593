import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { at, call } from '../../../harness/service.ts';
import { PASSWORD, registeredCheaply } from '../registered.ts';

let email: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	email = await registeredCheaply();
});

const signIn = async (device: string, country?: string) => {
	const cf = country === undefined ? {} : { country, city: 'Berlin' };
	const given = { email, password: PASSWORD };
	expect((await call('POST', '/auth', given, { 'User-Agent': device }, env, cf)).status).toBe(200);
};
const told = async () => {
	const { results } = await env.DB.prepare(
		`SELECT data FROM mails JOIN users ON users.id = mails.user_id WHERE email_key = ? AND kind = 'new_device'`,
	)
		.bind(email)
		.all<{ data: string }>();
	return results.map(({ data }) => JSON.parse(data));
};

test('a mail reports a sign-in from a new device or another country, except for the very first one', async () => {
	await signIn('curl/8', 'DE');
	await signIn('curl/9', 'DE');
	expect(await told()).toEqual([]);
	await signIn('wget/1', 'DE');
	await signIn('curl/8', 'AT');
	await signIn('curl/8');
	expect(await told()).toEqual([
		{ device: 'wget', place: 'Berlin, DE' },
		{ device: 'curl', place: 'Berlin, AT' },
		{ device: 'curl' },
	]);
});

test.each([
	['2023-06-05T11:59:59.999Z', 0],
	['2023-06-05T12:00:00.000Z', 1],
])('a device that was used at noon of 7 March is known at %s: %i mails', async (instant, mails) => {
	await signIn('curl/8');
	at('2023-03-08T12:00:00.000Z');
	await signIn('wget/1');
	const before = (await told()).length;
	at(instant);
	await signIn('curl/8');
	expect((await told()).length - before).toBe(mails);
});
