import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { at, call, newAddress, runCron, uniqueEmail } from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';
import { newInvited } from '../auth/one-time/links.ts';
import { PASSWORD, registeredCheaply } from '../auth/registered.ts';

const START = Date.parse('2023-03-07T12:00:00.000Z');
const WINDOW_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(START + ms).toISOString();
const later = (ms: number) => at(iso(ms));
beforeEach(() => later(0));

const unlimited = { ...env, LOGIN_RATE_LIMIT: { limit: async () => ({ success: true }) } as RateLimit };

const login = (email: string, password: string, address: string, bindings = unlimited) =>
	call('POST', '/auth', { email, password }, { 'CF-Connecting-IP': address }, bindings);

/** Guesses wrong, all at once; returns how many were looked at. */
async function guess(email: string, addresses: string[]): Promise<number> {
	const answers = await Promise.all(addresses.map((address) => login(email, 'wrong', address)));
	expect(answers.map(({ status }) => status).filter((status) => status !== 429)).not.toContain(200);
	return answers.filter(({ status }) => status === 401).length;
}

const times = (count: number, address: string): string[] => Array(count).fill(address);
const places = (count: number): string[] => Array.from({ length: count }, newAddress);

/** Uses up what an e-mail address has from everywhere: ten guesses from each of ten places. */
const attack = async (email: string) =>
	guess(
		email,
		(await Promise.all(places(10))).flatMap((place) => times(10, place)),
	);

describe('attempts for one e-mail address from one place: 10 in 15 minutes', () => {
	test.each<[string, () => Promise<string>]>([
		['known', registeredCheaply],
		['unknown', async () => uniqueEmail()],
	])(
		'the 11th for an %s address is 429 with Retry-After, and the right password as well',
		async (_, given) => {
			const [email, place] = [await given(), newAddress()];
			expect(await guess(email, times(10, place))).toBe(10);
			later(60_001);
			for (const password of ['wrong', PASSWORD]) {
				const answer = await login(` ${email.toUpperCase()}`, password, place);
				expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
				expect(answer.headers.get('Retry-After')).toBe('840');
			}
		},
	);

	test('the right password from another place is accepted meanwhile', async () => {
		const [email, stranger] = [await registeredCheaply(), newAddress()];
		expect(await guess(email, times(50, stranger))).toBe(10);
		expect((await login(email, PASSWORD, newAddress())).status).toBe(200);
	});

	test('an IPv6 address counts by its first 64 bits', async () => {
		const email = await registeredCheaply();
		const addresses = Array.from({ length: 12 }, (_, index) => `2001:db8:7:7::${index + 1}`);
		expect(await guess(email, addresses)).toBe(10);
		expect((await login(email, PASSWORD, '2001:db8:7:7:1::1')).status).toBe(429);
		expect((await login(email, PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
	});

	test('the window ends exactly 15 minutes after it began, whatever came in between', async () => {
		const [email, place] = [await registeredCheaply(), newAddress()];
		await guess(email, times(10, place));
		later(WINDOW_MS - 1);
		const last = await login(email, PASSWORD, place);
		expect([last.status, last.headers.get('Retry-After')]).toEqual([429, '1']);
		later(WINDOW_MS);
		expect((await login(email, PASSWORD, place)).status).toBe(200);
	});

	test('the tenth attempt may still succeed, and a success resets the count', async () => {
		const [email, place] = [await registeredCheaply(), newAddress()];
		await guess(email, times(9, place));
		expect((await login(email, PASSWORD, place)).status).toBe(200);
		expect(await guess(email, times(14, place))).toBe(10);
		expect((await login(email, PASSWORD, place)).status).toBe(429);
	});

	test('another e-mail address is not concerned', async () => {
		const [attacked, other, place] = [await registeredCheaply(), await registeredCheaply(), newAddress()];
		await guess(attacked, times(10, place));
		expect((await login(other, PASSWORD, place)).status).toBe(200);
	});
});

describe('attempts for one e-mail address from all places: 100 in 15 minutes', () => {
	test('the 101st is 429 from a place that is not known, until the window ends', async () => {
		const email = await registeredCheaply();
		expect(await attack(email)).toBe(100);
		later(WINDOW_MS - 1);
		expect(await guess(email, places(3))).toBe(0);
		expect((await login(email, PASSWORD, newAddress())).status).toBe(429);
		later(WINDOW_MS);
		expect((await login(email, PASSWORD, newAddress())).status).toBe(200);
	});

	test('a place from which the user has signed in before passes, and has its own ten attempts', async () => {
		const [email, home] = [await registeredCheaply(), newAddress()];
		expect((await login(email, PASSWORD, home)).status).toBe(200);
		await attack(email);
		expect((await login(email, PASSWORD, newAddress())).status).toBe(429);
		expect((await login(email, PASSWORD, home)).status).toBe(200);
		expect(await guess(email, times(12, home))).toBe(10);
	});

	test('so does a place from which the user has registered, but not the known place of another user', async () => {
		const [{ email, token }, other] = [await newInvited(), await registeredCheaply()];
		const [home, homeOfOther] = [newAddress(), newAddress()];
		const invited = { token, password: PASSWORD };
		await call('POST', '/auth/registration', invited, { 'CF-Connecting-IP': home });
		await login(other, PASSWORD, homeOfOther);
		await attack(email);
		expect((await login(email, PASSWORD, newAddress())).status).toBe(429);
		expect((await login(email, PASSWORD, homeOfOther)).status).toBe(429);
		expect((await login(email, PASSWORD, home)).status).toBe(200);
	});

	test('attempts beyond the limit of one place do not count for others, nor does a success', async () => {
		const [email, home] = [await registeredCheaply(), newAddress()];
		await guess(email, times(200, newAddress()));
		for (let again = 0; again < 3; again++) await login(email, PASSWORD, home);
		expect(await guess(email, places(95))).toBe(90);
	});

	test('a place is known until exactly 90 days after its last sign-in', async () => {
		const [email, earlier, home] = [await registeredCheaply(), newAddress(), newAddress()];
		await login(email, PASSWORD, earlier);
		later(1);
		await login(email, PASSWORD, home);
		later(90 * DAY_MS);
		await attack(email);
		expect((await login(email, PASSWORD, earlier)).status).toBe(429);
		expect((await login(email, PASSWORD, home)).status).toBe(200);
	});
});

describe('stored attempts', () => {
	const hash = async (text: string) =>
		Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url');

	test('are keys that nobody can make without the signing secret, and no address', async () => {
		const [email, place] = [await registeredCheaply(), '198.51.100.7'];
		await login(email, PASSWORD, place);
		await guess(email, [place]);
		const { login_attempts = [], known_places = [] } = await readState();
		const kept = [...login_attempts, ...known_places].map(({ key }) => key);
		for (const text of [email, place, `login ${email}`, `login ${email} from ${place}`]) {
			expect(kept).not.toContain(await hash(text));
			expect(JSON.stringify(kept)).not.toContain(text);
		}
		const otherSecret = { ...unlimited, JWT_SECRET: 'another-secret-of-more-than-32-bytes' };
		await login(email, PASSWORD, place, otherSecret);
		expect((await readState()).known_places?.length).toBe(known_places.length + 1);
	});

	test('goes with the cron once it means nothing any more', async () => {
		await runCron(iso(200 * DAY_MS));
		await login(await registeredCheaply(), PASSWORD, newAddress());
		await guess(uniqueEmail(), places(2));
		const kept = async () => {
			const { login_attempts = [], known_places = [] } = await readState();
			return [login_attempts.length, known_places.length];
		};
		for (const [ms, left] of [
			[WINDOW_MS - 1, [4, 1]],
			[WINDOW_MS, [0, 1]],
			[90 * DAY_MS - 1, [0, 1]],
			[90 * DAY_MS, [0, 0]],
		] as const) {
			await runCron(iso(ms));
			expect(await kept()).toEqual(left);
		}
	});
});
