import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { eraseAgain } from '../../../src/administration/privacy/repeated-erasure/actions.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { CRON } from '../../../src/foundation/core/history.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { call, newUser, now } from '../../harness/service.ts';

const KEY = 'an operator key of the tests, 32 bytes or more';

const OPERATED: Bindings = { ...env, OPERATOR_KEY: KEY };

beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const ask = (
	method: string,
	path: string,
	body?: unknown,
	{ bindings = OPERATED, key = KEY }: { bindings?: Bindings; key?: string } = {},
) => {
	const headers = { Authorization: `Bearer ${key}` };
	return call(method, `https://zubrot.example/operator${path}`, body, headers, bindings);
};

test('the list of erased people is refused with anything else in it', async () => {
	for (const erased of [[['elsewhere', crypto.randomUUID()]], [[null, 'service/../x']], 'all'])
		expect((await ask('POST', '/erasures', { erased })).status).toBe(400);
});

test('even the last platform administrator is erased again', async () => {
	const founder = await newUser(['PLATFORM_ADMIN']);
	await env.DB.prepare(
		`UPDATE users SET roles = '["EMPLOYEE"]' WHERE instr(roles, 'PLATFORM_ADMIN') > 0 AND id <> ?`,
	)
		.bind(founder.userId)
		.run();
	const erase = () => eraseAgain(databaseOf(env, null), [founder.userId], { author: CRON, now: now() });
	const read = () =>
		env.DB.prepare('SELECT email FROM users WHERE id = ?').bind(founder.userId).first('email');
	await erase();
	expect(await read()).toBe(`${founder.userId}@erased.invalid`);
	const trigger = `SELECT count(*) AS n FROM sqlite_schema WHERE name = 'users_race_last_admin'`;
	expect(await env.DB.prepare(trigger).first('n')).toBe(1);
});
