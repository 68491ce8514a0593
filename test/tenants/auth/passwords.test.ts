import { randomBytes, type ScryptOptions, scrypt, scryptSync } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/tenants/auth/password/rules.ts';

const PASSWORD = 'correct horse battery staple';
const stored = await hashPassword(PASSWORD);

/** A stored password of another cost. */
function phcOf(password: string, { ln, r, p }: Record<'ln' | 'r' | 'p', number>, keyBytes: number): string {
	const salt = randomBytes(16);
	const key = scryptSync(password, salt, keyBytes, { N: 2 ** ln, r, p, maxmem: 2 ** 27 });
	const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
	return `$scrypt$ln=${ln},r=${r},p=${p}$${bare(salt)}$${bare(key)}`;
}

describe('a stored password', () => {
	test('is a PHC string with the cost, a salt of 16 bytes and a key of 32', () => {
		const match = /^\$scrypt\$ln=14,r=8,p=5\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(stored);
		expect(Buffer.from(match?.[1] ?? '', 'base64')).toHaveLength(16);
		expect(Buffer.from(match?.[2] ?? '', 'base64')).toHaveLength(32);
	});

	test('is salted: the same password never gives the same string', async () => {
		expect(await hashPassword(PASSWORD)).not.toBe(stored);
	});

	// Its string names a low cost, because the words are what matters here.
	test.each([
		['the password itself', PASSWORD, true],
		['another case', PASSWORD.toUpperCase(), false],
		['a trailing space', `${PASSWORD} `, false],
		['a beginning of it', PASSWORD.slice(0, -1), false],
		['nothing', '', false],
	])('answers %s: %s → %s', async (_, password, expected) => {
		expect(await verifyPassword(password, phcOf(PASSWORD, { ln: 10, r: 4, p: 2 }, 64))).toBe(expected);
	});

	test('is the same however the keyboard composes its letters', async () => {
		const composed = await hashPassword('\u00c5ngstr\u00f6m und \ufb01n');
		expect(await verifyPassword('A\u030angstro\u0308m und fin', composed)).toBe(true);
	});

	test.each([
		['cheaper', { ln: 10, r: 4, p: 2 }, 64],
		['dearer', { ln: 15, r: 8, p: 1 }, 32],
	])('verifies with the %s cost that its string names', async (_, { ln, r, p }, keyBytes) => {
		const phc = phcOf(PASSWORD, { ln, r, p }, keyBytes);
		expect(await verifyPassword(PASSWORD, phc)).toBe(true);
		expect(await verifyPassword('wrong', phc)).toBe(false);
	});

	test.each([
		['plain text', PASSWORD],
		['of another algorithm', '$argon2id$v=19$m=65536,t=3,p=4$AAAA$AAAA'],
		['with something behind it', `${stored}$`],
		['empty', ''],
	])('that is %s is an error and never a match', async (_, phc) => {
		await expect(verifyPassword(PASSWORD, phc)).rejects.toThrow('PHC');
	});
});

describe('users without a password', () => {
	test.each([PASSWORD, ''])('%j is refused', async (password) => {
		expect(await verifyPassword(password, null)).toBe(false);
	});

	test('cost the same work as a wrong password', async () => {
		const costs: ScryptOptions[] = [];
		vi.doMock('node:crypto', async (original) => ({
			...(await original<object>()),
			scrypt: (...args: Parameters<typeof scrypt>) => {
				costs.push(args[3]);
				scrypt(...args);
			},
		}));
		const copy = '../../../src/tenants/auth/password/rules.ts?watched';
		const watched: typeof import('../../../src/tenants/auth/password/rules.ts') = await import(copy);
		vi.doUnmock('node:crypto');

		await watched.verifyPassword('wrong', stored);
		await watched.verifyPassword('wrong', null);
		expect(costs).toHaveLength(2);
		expect(costs[1]).toEqual(costs[0]);
	});
});
