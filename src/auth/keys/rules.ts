import { crc32 } from 'node:zlib';
import { type Instant, toIso } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';

const PREFIX = 'zub_live_';
const RANDOM_BYTES = 32;
/** As many digits as 32 bytes need, and as a CRC-32 needs. */
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;

const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`);

/** Most keys of a company, or of the platform, that are not revoked; a trigger holds it. */
export const MAX_KEYS = 100;
/** The last use of a key is known to the hour, so that not every request writes. */
export const USE_PRECISION_MS = 3_600_000;

/** A new key: `zub_live_`, 43 random digits of base 62, and their CRC-32 in 6 digits, by which scanners of secrets know it. */
export function newKey(): string {
	const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
	const random = base62(BigInt(`0x${bytes.toString('hex')}`), RANDOM_DIGITS);
	return PREFIX + random + checksumOf(random);
}

/** Whether a bearer token means to be an API key. */
export const isMeantAsKey = (token: string): boolean => token.startsWith(PREFIX);

/** Whether a text is a key that we may have made. A mistyped one is found out without asking the database. */
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

/** The address of the user that a key acts as, which no mail reaches. */
export const addressOfKey = (userId: string): string => `${userId}@key.invalid`;
export const isOfKey = (address: string): boolean => address.endsWith(addressOfKey(''));
