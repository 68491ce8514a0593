import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, call, newAddress, uniqueEmail } from '../../harness/service.ts';
import { app } from '../../whole/contract/document.ts';
import { PASSWORD, registeredCheaply } from './registered.ts';

const email = uniqueEmail();
beforeAll(() => registeredCheaply(email));
beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const login = (address: string, bindings = env) =>
	call('POST', '/auth', { email, password: PASSWORD }, { 'CF-Connecting-IP': address }, bindings);

const refresh = (refreshToken: string, address: string, bindings = env) =>
	call('POST', '/auth/refresh', { refreshToken }, { 'CF-Connecting-IP': address }, bindings);

/** Bindings whose limiter is used up for some keys; `asked` tells for which it was asked. */
function limited(isUsedUp: (key: string) => boolean) {
	const asked: string[] = [];
	const limit = async ({ key }: { key: string }) => {
		asked.push(key);
		return { success: !isUsedUp(key) };
	};
	return { asked, bindings: { ...env, LOGIN_RATE_LIMIT: { limit } as RateLimit } };
}

describe('logins and renewals of one place are limited to 30 a minute', () => {
	/** The local binding counts in whole minutes of the wall clock; what is compared must lie in one of them. */
	async function withinOneMinute(): Promise<void> {
		const left = 60_000 - (Date.now() % 60_000);
		if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));
	}

	test('the 31st login is 429 with Retry-After, from another place not', { timeout: 30_000 }, async () => {
		const address = '192.0.2.17';
		await withinOneMinute();
		for (let used = 1; used < 30; used++) await env.LOGIN_RATE_LIMIT.limit({ key: address });

		expect((await login(address)).status).toBe(200);
		const refused = await login(address);
		expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
		expect(refused.headers.get('Retry-After')).toBe('60');
		expect((await login(newAddress())).status).toBe(200);
	});

	test('one renewal too many is 429 with Retry-After, and uses up no token', async () => {
		const { refreshToken } = (await login(newAddress())).body;
		const { bindings } = limited((key) => key.endsWith('192.0.2.1'));
		const refused = await refresh(refreshToken, '192.0.2.1', bindings);
		expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
		expect(refused.headers.get('Retry-After')).toBe('60');
		expect((await refresh(refreshToken, '192.0.2.2', bindings)).status).toBe(200);
	});

	test('apart from each other, so that neither keeps the other from working', async () => {
		const { refreshToken } = (await login(newAddress())).body;
		const { asked, bindings } = limited(() => false);
		await refresh(refreshToken, '192.0.2.1', bindings);
		await login('192.0.2.1', bindings);
		expect(asked).toEqual(['refresh 192.0.2.1', '192.0.2.1']);
	});
});

describe('a place', () => {
	test.each<[string, string]>([
		['192.0.2.1', '192.0.2.1'],
		['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
		['2001:db8:1:2::', '2001:db8:1:2::/64'],
		['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
		['2001:db8::1', '2001:db8:0:0::/64'],
		['::2:3:4:5:6:7', '0:0:2:3::/64'],
		['::1', '0:0:0:0::/64'],
		['not an address: at all', 'not an address: at all'],
	])('the place of %s is %s', async (address, place) => {
		const { asked, bindings } = limited(() => false);
		await login(address, bindings);
		expect(asked).toEqual([place]);
	});

	test('is one for all callers without an address', async () => {
		const { asked, bindings } = limited(() => false);
		const body = JSON.stringify({ refreshToken: 'unknown' });
		const headers = { 'Content-Type': 'application/json' };
		await app.request('/api/v2/auth/refresh', { method: 'POST', headers, body }, bindings);
		expect(asked).toEqual(['refresh unknown']);
	});
});
