import { expect, test } from 'vitest';
import { vaultOf } from '../../../src/foundation/core/vault.ts';

const OLD = { ENCRYPTION_KEY: 'an old key of 32 bytes or even more' };
const NEW = { ENCRYPTION_KEY: 'a new key of 32 bytes, or even more' };
const ROTATED = { ...NEW, ENCRYPTION_KEY_PREVIOUS: OLD.ENCRYPTION_KEY };

test('a sealed text hides itself, differs each time, and opens in its context', async () => {
	const vault = vaultOf(OLD);
	const sealed = [await vault.seal('Grüße', 'totp of Ada'), await vault.seal('Grüße', 'totp of Ada')];
	expect(sealed[0]).toMatch(/^[\w-]{8}\.[\w-]+$/);
	expect(sealed[0]).not.toBe(sealed[1]);
	expect(Buffer.from(sealed[0]?.split('.')[1] ?? '', 'base64url').toString()).not.toContain('Gr');
	for (const one of sealed) expect(await vaultOf({ ...OLD }).open(one, 'totp of Ada')).toBe('Grüße');
});

test('a sealed text opens nowhere else, and not when a bit of it was changed', async () => {
	const vault = vaultOf(OLD);
	const sealed = await vault.seal('secret', 'totp of Ada');
	await expect(vault.open(sealed, 'totp of Eve')).rejects.toThrow();
	for (const position of [10, 20, sealed.length - 3]) {
		const other = sealed[position] === 'A' ? 'B' : 'A';
		const altered = sealed.slice(0, position) + other + sealed.slice(position + 1);
		await expect(vault.open(altered, 'totp of Ada')).rejects.toThrow();
	}
	await expect(vault.open('', 'totp of Ada')).rejects.toThrow();
});

test('after a change of the key, the previous one opens what it sealed, and seals nothing', async () => {
	const sealed = await vaultOf(OLD).seal('secret', 'c');
	expect(await vaultOf(ROTATED).open(sealed, 'c')).toBe('secret');
	await expect(vaultOf(NEW).open(sealed, 'c')).rejects.toThrow('no longer configured');
	expect(await vaultOf(NEW).open(await vaultOf(ROTATED).seal('secret', 'c'), 'c')).toBe('secret');
});

test.each([
	['missing', {}],
	['empty', { ENCRYPTION_KEY: '' }],
	['of 31 bytes', { ENCRYPTION_KEY: 'x'.repeat(31) }],
	['right, but the previous one is short', { ...NEW, ENCRYPTION_KEY_PREVIOUS: 'short' }],
])('refuses to work with a key that is %s', async (_, keys) => {
	await expect(vaultOf(keys).seal('secret', 'c')).rejects.toMatchObject({ code: 'misconfigured' });
	await expect(vaultOf(keys).open('k.s', 'c')).rejects.toMatchObject({ code: 'misconfigured' });
});
