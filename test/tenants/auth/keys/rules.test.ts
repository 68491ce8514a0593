import { describe, expect, test } from 'vitest';
import {
	isMeantAsKey,
	isWellFormed,
	newKey,
	requireExpiryAhead,
} from '../../../../src/tenants/auth/keys/rules.ts';

describe('a key', () => {
	test('has a prefix, 43 random digits and 6 of a checksum, and no two are alike', () => {
		const keys = Array.from({ length: 200 }, newKey);
		for (const key of keys) {
			expect(key).toMatch(/^zub_live_[0-9A-Za-z]{49}$/);
			expect([isMeantAsKey(key), isWellFormed(key)]).toEqual([true, true]);
		}
		expect(new Set(keys).size).toBe(200);
	});

	test('a known text has a known checksum, so that secret scanners can rely on it', () => {
		expect(isWellFormed(`zub_live_${'0'.repeat(43)}2CZclj`)).toBe(true);
	});

	test.each<[change: string, changed: (key: string) => string]>([
		['another digit', (key) => key.replace(/.{7}$/, (end) => (end[0] === 'a' ? 'b' : 'a') + end.slice(1))],
		['another checksum', (key) => key.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a'))],
		['a digit too few', (key) => key.slice(0, -1)],
		['a digit too many', (key) => `${key}0`],
		['another prefix', (key) => key.replace('live', 'test')],
		['no prefix', (key) => key.slice('zub_live_'.length)],
		['a line break', (key) => `${key}\n`],
	])('is not well formed with %s', (_, changed) => {
		for (let tries = 0; tries < 20; tries++) expect(isWellFormed(changed(newKey()))).toBe(false);
	});
});

test.each([
	['never', null],
	['a millisecond from now', 101],
])('a key may end %s', (_, dateExpires) => {
	expect(() => requireExpiryAhead(dateExpires, 100)).not.toThrow();
});

test('a key may not end now', () => {
	expect(() => requireExpiryAhead(100, 100)).toThrowError('dateExpires must be in the future.');
});
