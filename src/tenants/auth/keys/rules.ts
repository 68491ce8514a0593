import { crc32 } from 'node:zlib';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { type Celled, inCell } from '../../../foundation/core/vault.ts';

const PREFIX = 'zub_live_';
const RANDOM_BYTES = 32;
/** The number of digits in base 62 for 32 bytes, and for a CRC-32. */
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;

const SHAPE = new RegExp(
	`^${PREFIX}((?:[a-z2-7]{12}\\.)?[0-9A-Za-z]{${RANDOM_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`,
);

/** A trigger enforces this limit of unrevoked keys for each company and for the platform. */
export const MAX_KEYS = 100;
/** The last use is stored once an hour, so that few requests write. */
export const USE_PRECISION_MS = 3_600_000;

/** Whether the creator of a key may still create keys like it, no longer may, or is closed. */
export const CREATOR_STATES = ['ACTIVE', 'DEMOTED', 'CLOSED'] as const;
export type CreatorState = (typeof CREATOR_STATES)[number];

/** ROTATED means that a key was replaced as planned. COMPROMISED means that somebody else has it. */
export const REVOCATION_REASONS = ['ROTATED', 'COMPROMISED'] as const;
export type RevocationReason = (typeof REVOCATION_REASONS)[number];

/**
 * Returns `zub_live_`, 43 random digits of base 62, and their CRC-32 in 6 digits. For a cell, its name and a dot come before the digits, and
 * the CRC-32 includes them. Secret scanners recognise this form.
 */
export function newKey(place: Celled = {}): string {
	const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
	const random = inCell(place, base62(BigInt(`0x${bytes.toString('hex')}`), RANDOM_DIGITS));
	return PREFIX + random + checksumOf(random);
}

export const isMeantAsKey = (token: string): boolean => token.startsWith(PREFIX);

/** True when a text has the form of our keys. This finds typing errors without a query. */
export function isWellFormed(key: string): boolean {
	const [, random = '', checksum] = SHAPE.exec(key) ?? [];
	return checksum === checksumOf(random);
}

export function requireExpiryAhead(dateExpires: Instant | null, now: Instant): void {
	if (dateExpires === null || dateExpires > now) return;
	throw new Refusal('date_out_of_window', 'dateExpires must be in the future.', {
		field: 'dateExpires',
		earliestAllowed: toIso(now + 1),
	});
}

const checksumOf = (random: string): string => base62(BigInt(crc32(random)), CHECKSUM_DIGITS);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

function base62(value: bigint, length: number): string {
	let text = '';
	for (let rest = value; text.length < length; rest /= BASE) text = DIGITS.charAt(Number(rest % BASE)) + text;
	return text;
}

/** No mail reaches this address. */
export const addressOfKey = (userId: string): string => `${userId}@key.invalid`;
export const isOfKey = (address: string): boolean => address.endsWith(addressOfKey(''));

/**
 * Error codes of RFC 6749, section 5.2, with their status. That standard has no code for too many attempts.
 */
export const TOKEN_ERRORS = {
	invalid_request: 400,
	unsupported_grant_type: 400,
	invalid_scope: 400,
	invalid_client: 401,
	temporarily_unavailable: 429,
} as const;
export type TokenError = keyof typeof TOKEN_ERRORS;

/** A refusal in the format of RFC 6749, which is no problem document. */
export class TokenRefusal extends Error {
	readonly error: TokenError;

	constructor(error: TokenError, description: string) {
		super(description);
		this.name = 'TokenRefusal';
		this.error = error;
	}
}

export const unknownClient = (): TokenRefusal =>
	new TokenRefusal('invalid_client', 'The client is unknown, or its secret is wrong, expired or revoked.');

export const notUnderstood = (): TokenRefusal =>
	new TokenRefusal(
		'invalid_request',
		'Send grant_type, client_id and client_secret, each once, as application/x-www-form-urlencoded.',
	);

export const tooOften = (): TokenRefusal =>
	new TokenRefusal('temporarily_unavailable', 'Too many attempts. Use each token until it expires.');

export function requireClientCredentials(grantType: string): void {
	if (grantType === 'client_credentials') return;
	throw new TokenRefusal('unsupported_grant_type', 'grant_type must be client_credentials.');
}

export interface AccessToken {
	token: string;
	lifetimeSeconds: number;
	operations: readonly string[];
}

interface Given {
	client_id?: string | undefined;
	client_secret?: string | undefined;
}

export interface Credentials {
	clientId: string;
	secret: string;
}

/** Reads the credentials from the body or from the `Authorization` header (HTTP Basic), never from both. */
export function credentialsOf(authorization: string | undefined, given: Given): Credentials {
	const { client_id: clientId, client_secret: secret } = given;
	if (authorization === undefined) {
		if (clientId === undefined || secret === undefined) throw unknownClient();
		return { clientId, secret };
	}
	if (secret !== undefined) {
		throw new TokenRefusal('invalid_request', 'Send the secret in the header or in the body, not in both.');
	}
	const found = basicCredentials(authorization);
	if (clientId !== undefined && clientId !== found.clientId) {
		throw new TokenRefusal('invalid_request', 'client_id differs from the client in the header.');
	}
	return found;
}

/** RFC 6749, section 2.3.1, requires that both parts are form-encoded. */
function basicCredentials(authorization: string): Credentials {
	const [, encoded = ''] = /^Basic ([\w+/]+=*)$/i.exec(authorization) ?? [];
	const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
	try {
		return { clientId: decoded(id), secret: decoded(rest.join(':')) };
	} catch {
		throw unknownClient();
	}
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
