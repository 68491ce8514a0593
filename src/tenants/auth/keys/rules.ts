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
