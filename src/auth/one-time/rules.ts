import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import { newSecret, sealedForMail, sha256, type Vault } from '../../core/vault.ts';
import { hashPassword, verifyPassword } from '../password/rules.ts';

/** What a link or a code is good for, once. */
export const PURPOSES = ['REGISTRATION', 'PASSWORD_RESET'] as const;
export type Purpose = (typeof PURPOSES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LINK_LIFETIME_MS: Record<Purpose, number> = { REGISTRATION: 7 * DAY_MS, PASSWORD_RESET: HOUR_MS };
const CODE_LIFETIME_MS = 30 * DAY_MS;
/** How often a code may be tried, by whomever. */
const MAX_TRIES = 10;
/** How long an expired link is still known, so that its holder can ask for a new one. */
export const KEPT_MS = 90 * DAY_MS;

/** The capital letters that nobody takes for another one or for a digit. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 12;
/** The first letters of a code say which one it is, so that tries at it can be counted. */
const CODE_KEY_LENGTH = 4;
const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

/** What is stored of a link or a code. */
export interface StoredToken {
	userId: string;
	purpose: Purpose;
	/** The SHA-256 of a link's token, or the first letters of a code. */
	key: string;
	/** The hash of a code, which is short enough to need one like a password's; null for a link. */
	codeHash: string | null;
	dateCreated: Instant;
	dateExpires: Instant;
}

function newLink(userId: string, purpose: Purpose, now: Instant): { token: string; stored: StoredToken } {
	const token = newSecret();
	const dates = { dateCreated: now, dateExpires: now + LINK_LIFETIME_MS[purpose] };
	return { token, stored: { userId, purpose, key: sha256(token), codeHash: null, ...dates } };
}

/** A link, and the mail that takes it to its user. `companyId` is whose managers may see that the mail exists. */
export async function newMailedLink(
	vault: Vault,
	purpose: Purpose,
	{ userId, companyId }: { userId: string; companyId: string | null },
	now: Instant,
) {
	const { token, stored } = newLink(userId, purpose, now);
	const id = newId(now);
	const mail = {
		id,
		kind: purpose === 'REGISTRATION' ? ('invitation' as const) : ('password_reset' as const),
		userId,
		companyId,
		data: {},
		sealed: await vault.seal(token, sealedForMail(id)),
		dateCreated: now,
		dateDue: now,
	};
	return { token, stored, mail };
}

/** A code to be printed, for somebody without a mailbox. */
export async function newCode(userId: string, now: Instant): Promise<{ code: string; stored: StoredToken }> {
	const code = randomLetters(CODE_LENGTH);
	const dates = { dateCreated: now, dateExpires: now + CODE_LIFETIME_MS };
	const key = code.slice(0, CODE_KEY_LENGTH);
	return {
		code,
		stored: { userId, purpose: 'REGISTRATION', key, codeHash: await hashPassword(code), ...dates },
	};
}

/** Letters of equal probability: bytes beyond the last whole multiple of their number are thrown away. */
function randomLetters(length: number): string {
	const limit = 256 - (256 % CODE_LETTERS.length);
	let letters = '';
	while (letters.length < length) {
		const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
		if (byte < limit) letters += CODE_LETTERS[byte % CODE_LETTERS.length];
	}
	return letters;
}

/** What somebody presents: a link's token, or a code in any spelling. */
export interface Presented {
	key: string;
	/** Null when it is not a code. */
	code: string | null;
}

export function presented(text: string): Presented {
	const code = text.replace(/[\s-]/g, '').toUpperCase();
	return CODE.test(code) ? { key: code.slice(0, CODE_KEY_LENGTH), code } : { key: sha256(text), code: null };
}

/** Returns what was found for what is presented. Every reason to refuse it gives the same answer, and takes the same time. */
export async function requireValid<
	T extends Pick<StoredToken, 'codeHash' | 'dateExpires'> & { tries: number },
>({ code }: Presented, found: T | undefined, now: Instant): Promise<T> {
	const isRight = code === null || (await verifyPassword(code, found?.codeHash ?? null));
	if (!isRight || found === undefined || found.dateExpires <= now || found.tries > MAX_TRIES) {
		throw linkNotValid();
	}
	return found;
}

export const linkNotValid = (): Refusal =>
	new Refusal('link_not_valid', 'This link or code is wrong, used, replaced or expired. Request a new one.');
