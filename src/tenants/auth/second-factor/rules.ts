import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Instant } from '../../../foundation/core/instant.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import { type Celled, inCell, isSameSecret, sha256 } from '../../../foundation/core/vault.ts';
import type { Tokens } from '../tokens/rules.ts';

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const CHALLENGE_MS = 5 * 60_000;

export const sealedFor = (userId: string): string => `totp ${userId}`;

export interface SecondFactorState {
	isSet: boolean;
	dateConfirmed: Instant | null;
	recoveryCodesLeft: number;
	/** True when the user has a password. Changes of the second factor then require it. */
	hasPassword: boolean;
}

/** The secret is shown once. When the request is repeated, it is null. */
export interface SetUp {
	secret: string | null;
	uri: string | null;
}

export interface Codes {
	recoveryCodes: string[] | null;
}

const totp = (secret: string, label = '') =>
	new TOTP({ issuer: 'Zubrot', label, secret: Secret.fromBase32(secret), period: STEP_MS / 1000 });

/** Returns a new secret in base32, and the address that authenticator apps read (RFC 6238). */
export function newSecret(email: string): { secret: string; uri: string } {
	const secret = new Secret({ size: SECRET_BYTES }).base32;
	return { secret, uri: totp(secret, email).toString() };
}

/** Returns the time step of a code, which may be one step early or late; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Instant): number | null {
	const delta = totp(secret).validate({ token: code, timestamp: now, window: 1 });
	return delta === null ? null : Math.floor(now / STEP_MS) + delta;
}

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Returns ten codes of 80 random bits, such as `abcd-efgh-ijkl-mnop`. */
export const newRecoveryCodes = (): string[] =>
	Array.from({ length: RECOVERY_CODES }, () =>
		new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32
			.toLowerCase()
			.replace(/(.{4})(?=.)/g, '$1-'),
	);

/** Dashes, blanks and case are ignored. */
export const recoveryHash = (userId: string, code: string): string =>
	sha256(`${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);

const WRONG_CODE = 'The code is wrong or was already used. Enter the next one.';

export const wrongCode = (): Refusal => new Refusal('invalid_code', WRONG_CODE);

export const codeNotTaken = (): Refusal => invalidField('code', 'wrong', WRONG_CODE);

export const resetByOneself = (): Refusal =>
	new Refusal(
		'forbidden',
		'You cannot reset your own second factor. Remove it with password and code: POST /auth/me/second-factor/removal.',
	);

/** A user who entered the right password. */
export interface Challenged extends Celled {
	userId: string;
	/** A hash of the verified password hash, so that the challenge ends when the password changes. */
	fingerprint: string;
}

export const fingerprintOf = (passwordHash: string): string => sha256(passwordHash);

/** Returns a text that proves the right password and is valid for five minutes. */
export async function challengeOf(tokens: Tokens, challenged: Challenged, now: Instant): Promise<string> {
	const { userId, fingerprint } = challenged;
	const content = inCell(challenged, `${userId}.${now + CHALLENGE_MS}.${fingerprint}`);
	const [seal] = await tokens.seal(`challenge ${content}`);
	return `${content}.${seal}`;
}

export async function requireChallenge(tokens: Tokens, given: string, now: Instant): Promise<Challenged> {
	const parts = given.split('.');
	const [userId = '', expires = '', fingerprint = '', seal = ''] = parts.slice(-4);
	const wanted = await tokens.seal(`challenge ${parts.slice(0, -1).join('.')}`);
	const isOurs = wanted.some((one) => isSameSecret(one, seal));
	if (!isOurs || Number(expires) <= now) throw staleChallenge();
	return { userId, fingerprint };
}

export const staleChallenge = (): Refusal =>
	new Refusal('invalid_credentials', 'This sign-in has expired. Sign in again.');
