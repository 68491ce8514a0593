import { hash } from 'node:crypto';

const SECRET_BYTES = 32;

/** 256 random bits in 43 characters, which are valid in addresses and headers. */
export const newSecret = (): string =>
	Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64url');

/** The SHA-256 of a text in 43 characters. It is how a secret is stored: one of 256 random bits needs neither salt nor a slow hash. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url');
