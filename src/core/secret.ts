import { hash } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns 256 random bits in 43 characters, which are valid in addresses and headers. */
export const newSecret = (): string =>
	Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64url');

/** Returns a SHA-256 in 43 characters. Secrets are stored like this: 256 random bits need neither salt nor a slow hash. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url');
