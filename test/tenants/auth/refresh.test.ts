import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, call, newAddress, restart, uniqueEmail } from '../../harness/service.ts';
import { PASSWORD, registeredCheaply } from './registered.ts';

const START = Date.parse('2023-03-07T12:00:00.000Z');
const email = uniqueEmail();

interface Pair {
	idToken: string;
	refreshToken: string;
}

/** Moves the clock. The service forgets what it knows of sessions, so that only the database counts. */
function later(ms: number): void {
	at(new Date(START + ms).toISOString());
	restart();
}

beforeAll(() => registeredCheaply(email));
beforeEach(() => later(0));

async function login(): Promise<Pair> {
	const answer = await call('POST', '/auth', { email, password: PASSWORD });
	expect(answer.status).toBe(200);
	return answer.body;
}

const refresh = ({ refreshToken }: Pick<Pair, 'refreshToken'>) =>
	call('POST', '/auth/refresh', { refreshToken }, { 'CF-Connecting-IP': newAddress() });

async function renewed(pair: Pair): Promise<Pair> {
	const answer = await refresh(pair);
	expect(answer.status).toBe(200);
	return answer.body;
}

const statusOfMe = async ({ idToken }: Pair) =>
	(await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${idToken}` })).status;

async function expectRefused(refreshToken: string): Promise<void> {
	const answer = await refresh({ refreshToken });
	expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
	expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
}

const sessionOf = ({ idToken }: Pair): string =>
	JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).sid;

const unusedTokensOf = (pair: Pair) =>
	env.DB.prepare('SELECT count(*) AS n FROM refresh_tokens WHERE session_id = ? AND date_used IS NULL')
		.bind(sessionOf(pair))
		.first<number>('n');

describe('a refresh token', () => {
	test('is replaced by a new pair of the same session, which works in its turn', async () => {
		const first = await login();
		later(3_600_000);
		expect(await statusOfMe(first)).toBe(401);
		const second = await renewed(first);
		expect(second).toEqual({
			idToken: expect.any(String),
			refreshToken: expect.stringMatching(/^[\w-]{43}$/),
			expiresIn: '3600',
		});
		expect(second.refreshToken).not.toBe(first.refreshToken);
		expect(sessionOf(second)).toBe(sessionOf(first));
		expect(await statusOfMe(second)).toBe(200);
		await renewed(second);
	});

	test.each(['x', 'A'.repeat(43), '0', ' '])('that is unknown (%j) is refused', async (token) => {
		await expectRefused(token);
	});

	test('is no bearer token, and an idToken renews nothing', async () => {
		const { idToken, refreshToken } = await login();
		expect(await statusOfMe({ idToken: refreshToken, refreshToken })).toBe(401);
		const answer = await refresh({ refreshToken: idToken });
		expect([400, 401]).toContain(answer.status);
	});

	test('ends with its session, at the millisecond', async () => {
		const pair = await login();
		const expires = await env.DB.prepare('SELECT date_expires FROM sessions WHERE id = ?')
			.bind(sessionOf(pair))
			.first<number>('date_expires');
		const lifetime = (expires ?? 0) - START;
		expect(lifetime).toBeGreaterThan(3_600_000);
		later(lifetime - 1);
		const last = await renewed(pair);
		later(lifetime);
		await expectRefused(last.refreshToken);
	});

	test('is refused once the session is revoked', async () => {
		const pair = await login();
		const answer = await call('POST', '/auth/logout', undefined, { Authorization: `Bearer ${pair.idToken}` });
		expect(answer.status).toBe(200);
		await expectRefused(pair.refreshToken);
	});

	test('does not save another session of the user, nor harm it', async () => {
		const [one, other] = [await login(), await login()];
		await call('POST', '/auth/logout', undefined, { Authorization: `Bearer ${one.idToken}` });
		await expectRefused(one.refreshToken);
		await renewed(other);
	});

	test('is kept as a hash only', async () => {
		const pair = await login();
		const { results } = await env.DB.prepare('SELECT * FROM refresh_tokens WHERE session_id = ?')
			.bind(sessionOf(pair))
			.all();
		expect(results).toHaveLength(1);
		expect(JSON.stringify(results)).not.toContain(pair.refreshToken);
	});
});

describe('a second use of a refresh token', () => {
	test.each([0, 1, 29_999, 30_000])('%i ms after the first gets the same successor', async (ms) => {
		const first = await login();
		const second = await renewed(first);
		later(ms);
		const again = await renewed(first);
		expect(again.refreshToken).toBe(second.refreshToken);
		expect(await statusOfMe(again)).toBe(200);
		await renewed(again);
	});

	test('and ten more leave one living chain, at the same time or one after another', async () => {
		const first = await login();
		const pairs = await Promise.all(Array.from({ length: 6 }, () => renewed(first)));
		for (let used = 6; used < 12; used++) pairs.push(await renewed(first));
		expect(new Set(pairs.map((pair) => pair.refreshToken)).size).toBe(1);
		expect(await unusedTokensOf(first)).toBe(1);
		for (const pair of pairs) expect(await statusOfMe(pair)).toBe(200);
		await renewed(pairs[11] as Pair);
		expect(await unusedTokensOf(first)).toBe(1);
	});

	test('gets the same successor when the signing secret was rotated in between', async () => {
		const first = await login();
		const second = await renewed(first);
		const rotated = { ...env, JWT_SECRET: 'x'.repeat(32), JWT_SECRET_PREVIOUS: env.JWT_SECRET };
		const body = { refreshToken: first.refreshToken };
		const again = await call('POST', '/auth/refresh', body, {}, rotated);
		expect(again.body.refreshToken).toBe(second.refreshToken);
		expect(await unusedTokensOf(first)).toBe(1);
	});

	test('reuse of a used successor ends the session after its own 30 seconds', async () => {
		const first = await login();
		const second = await renewed(first);
		await renewed(second);
		later(30_000);
		expect((await renewed(first)).refreshToken).toBe(second.refreshToken);
		later(30_001);
		await expectRefused(second.refreshToken);
		restart();
		expect(await statusOfMe(first)).toBe(401);
	});

	test.each([30_001, 86_400_000])('%i ms after the first ends the whole family', async (ms) => {
		const first = await login();
		const second = await renewed(first);
		const other = await login();
		later(ms);
		const third = await renewed(second);
		expect(await statusOfMe(third)).toBe(200);

		await expectRefused(first.refreshToken);
		restart();
		expect(await statusOfMe(third)).toBe(401);
		for (const pair of [first, second, third]) await expectRefused(pair.refreshToken);
		await renewed(other);
	});

	test('counts its 30 seconds from the first use, not from the latest', async () => {
		const first = await login();
		await renewed(first);
		later(20_000);
		await renewed(first);
		later(30_001);
		await expectRefused(first.refreshToken);
	});
});

describe('the request', () => {
	test.each<[string, unknown]>([
		['no refreshToken', {}],
		['an empty refreshToken', { refreshToken: '' }],
		['a refreshToken that is no string', { refreshToken: 42 }],
		['a misspelt field', { refresh_token: 'x' }],
	])('with %s is refused with 400', async (_, body) => {
		expect(await call('POST', '/auth/refresh', body)).toMatchObject({
			status: 400,
			body: { code: 'validation_failed' },
		});
	});
});
