import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { intercepted } from '../../../harness/intercepted.ts';
import { codeOf, giveSecondFactor } from '../../../harness/second-factor.ts';
import { at, call, newAddress } from '../../../harness/service.ts';
import { PASSWORD, registeredCheaply } from '../registered.ts';

let challenge: string;

const from = () => ({ 'CF-Connecting-IP': newAddress() });

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	vi.spyOn(Math, 'random').mockReturnValue(0);
	const email = await registeredCheaply();
	const id = await env.DB.prepare('SELECT id FROM users WHERE email_key = ?').bind(email).first<string>('id');
	await giveSecondFactor(id ?? '');
	challenge = (await call('POST', '/auth', { email, password: PASSWORD }, from())).body.challenge;
});

const finish = (bindings = env) =>
	call('POST', '/auth/second-factor', { challenge, code: codeOf() }, from(), bindings);

test('a sign-in whose batch is stored and not answered by the database opens its session all the same', async () => {
	let isLost = false;
	const DB = intercepted(/insert into "sessions"/, async (run) => {
		const results = await run();
		if (isLost) return results;
		isLost = true;
		throw new Error('D1_ERROR: Network connection lost.');
	});
	const answer = await finish({ ...env, DB });
	expect([isLost, answer.status]).toEqual([true, 200]);
	const bearer = { Authorization: `Bearer ${answer.body.idToken}` };
	expect((await call('GET', '/auth/me', undefined, bearer)).status).toBe(200);
});

test('repeating a sign-in with a lost answer needs the next code', async () => {
	expect((await finish()).status).toBe(200);
	expect((await finish()).body.code).toBe('invalid_code');
	at('2023-03-07T12:00:30.000Z');
	expect((await finish()).status).toBe(200);
});
