import { codeBeside, codeIn, randomCode } from '../../../foundation/core/codes.ts';
import { type Instant, realTime, type Timed, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { type Celled, newSecret, sealedForMail, sha256, type Vault } from '../../../foundation/core/vault.ts';
import { newMail } from '../../mail/rules.ts';
import { type Resting, restOf, type Way } from '../../users/identity/rules.ts';
import { hashPassword, verifyPassword } from '../password/rules.ts';

export const PURPOSES = ['REGISTRATION', 'PASSWORD_RESET'] as const;
export type Purpose = (typeof PURPOSES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LINK_LIFETIME_MS: Record<Purpose, number> = { REGISTRATION: 7 * DAY_MS, PASSWORD_RESET: HOUR_MS };
const CODE_LIFETIME_MS = 30 * DAY_MS;
/** The most tries at one code, by all people together. */
const MAX_TRIES = 10;
/** An expired link is kept, so that its owner can request a new one with it. */
export const KEPT_MS = 90 * DAY_MS;

/** The first letters identify a printed code, so that tries at it can be counted. */
const CODE_KEY_LENGTH = 4;

export interface StoredToken {
	userId: string;
	purpose: Purpose;
	key: string;
	/** A password hash of the code, because it is short; null for a link. */
	codeHash: string | null;
	/** The mark of the code beside the link in the mail; null for a printed code. */
	codeMark: string | null;
	/** The HMAC of a printed code. D1 alone stores it, to find the cell. */
	printedMark?: string;
	way: Way;
	/** The released request that permits a code for somebody who has registered before. */
	releaseId?: string | undefined;
	/** The user or API key that caused it; null if the owner of the mailbox requested it. */
	authorId: string | null;
	dateCreated: Instant;
	dateExpires: Instant;
}

interface Maker {
	db: Celled & Timed;
	vault: Vault;
}

/**
 * Creates a link and its mail, which managers of `companyId` may see. `authorId` is null when the mailbox's owner requests it. `way` says if
 * somebody hands the link over instead.
 */
export async function newMailedLink(
	{ db, vault }: Maker,
	purpose: Purpose,
	{ userId, companyId }: { userId: string; companyId: string | null },
	authorId: string | null,
	now: Instant,
	way: Way = 'MAIL',
) {
	const token = newSecret(db);
	const [codeMark] = await vault.mark(codeBeside(token));
	const dateCreated = realTime(db, now);
	const dates = { dateCreated, dateExpires: dateCreated + LINK_LIFETIME_MS[purpose] };
	const stored: StoredToken = {
		userId,
		purpose,
		key: sha256(token),
		codeHash: null,
		codeMark,
		way,
		authorId,
		...dates,
	};
	const kind = purpose === 'REGISTRATION' ? 'invitation' : 'password_reset';
	const mail = newMail(kind, userId, companyId, now);
	const sealed = await vault.seal(token, sealedForMail(mail.id));
	return { token, stored, mail: { ...mail, sealed } };
}

/** Creates a link to a new password with its mail. While resets rest, the mail only says until when, and takes the same work. */
export async function newResetMail(
	maker: Maker,
	user: { userId: string; companyId: string | null } & Resting,
	now: Instant,
) {
	const { stored, mail } = await newMailedLink(maker, 'PASSWORD_RESET', user, null, now);
	const until = restOf(user, realTime(maker.db, now));
	if (until === null) return { stored, mail };
	const told = newMail('password_reset_rests', user.userId, user.companyId, now, {
		restUntil: String(until),
	});
	return { stored: null, mail: told };
}

/** Creates a link to a new password with its mail. While resets rest, the link works after that, for a day, and the mail says from when. */
export async function newLaterResetMail(
	maker: Maker,
	user: { userId: string; companyId: string | null } & Resting,
	now: Instant,
) {
	const { stored, mail } = await newMailedLink(maker, 'PASSWORD_RESET', user, null, now);
	const until = restOf(user, realTime(maker.db, now));
	if (until === null) return { stored, mail };
	return {
		stored: { ...stored, dateExpires: until + DAY_MS },
		mail: { ...mail, data: { restUntil: String(until) } },
	};
}

/** Creates a code to be printed, for people without a mailbox. */
export async function newCode(
	{ db, vault }: Maker,
	userId: string,
	authorId: string,
	now: Instant,
	releaseId?: string,
): Promise<{ code: string; stored: StoredToken }> {
	const code = randomCode();
	const dateCreated = realTime(db, now);
	const dates = { dateCreated, dateExpires: dateCreated + CODE_LIFETIME_MS };
	const key = code.slice(0, CODE_KEY_LENGTH);
	const [printedMark] = await vault.mark(code);
	return {
		code,
		stored: {
			userId,
			purpose: 'REGISTRATION',
			key,
			codeHash: await hashPassword(code),
			codeMark: null,
			printedMark,
			way: 'LETTER',
			releaseId,
			authorId,
			...dates,
		},
	};
}

export interface Presented {
	key: string;
	/** Null when a link's token was presented. */
	code: string | null;
}

export function presented(text: string): Presented {
	const code = codeIn(text);
	return code === null ? { key: sha256(text), code } : { key: code.slice(0, CODE_KEY_LENGTH), code };
}

/** Returns the stored link or code if it is valid. All refusals look alike and take the same time. */
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

/** Refuses the link of an undo before its time. */
export const linkTooEarly = (from: Instant): Refusal =>
	new Refusal('link_too_early', `This link sets a password from ${toIso(from)} on. Open it again then.`, {
		earliestAllowed: toIso(from),
	});
