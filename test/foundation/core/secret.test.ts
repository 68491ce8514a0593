import { expect, test } from 'vitest';
import { newSecret, sha256 } from '../../../src/foundation/core/vault.ts';

test('a secret has 43 characters, and no two are the same', () => {
	const secrets = Array.from({ length: 100 }, newSecret);
	for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
	expect(new Set(secrets).size).toBe(100);
});

test.each([
	['abc', 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'],
	['', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
	['Müller', 'p4QpiZu4Jc5mfSXZLizeSI-KfWhxuyvnNlYBytawqPI'],
])('the digest of "%s" is its SHA-256', (text, digest) => {
	expect(sha256(text)).toBe(digest);
});
