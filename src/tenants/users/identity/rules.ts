import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';

/**
 * These show that the person of an account reads its address. They are a used link or code from a mail, an account at the company's identity
 * provider, and the operator's word. A directory may move a proven person. BEFORE stands for rights that are older than proofs.
 */
export const PROOFS = ['MAIL', 'PROVIDER', 'OPERATOR', 'DIRECTORY', 'BEFORE'] as const;
export type Proof = (typeof PROOFS)[number];

/**
 * How a link or code reaches a person. A company hands over a LINK, and prints a LETTER. A mail of a SANDBOX never leaves.
 */
export const WAYS = ['MAIL', 'LINK', 'OPERATOR', 'LETTER', 'SANDBOX'] as const;
export type Way = (typeof WAYS)[number];

/** Returns what the use of a link or code proves. All but those of real mails and of the operator may be in any hands. */
export const proofBy = (way: Way | null): Proof | null => (way === 'MAIL' || way === 'OPERATOR' ? way : null);

export interface Proven {
	/** Since when the address is proven; null if it is not. */
	dateProven: Instant | null;
	proof: Proof | null;
}

export const UNPROVEN: Proven = { dateProven: null, proof: null };

/**
 * Returns what is proven after the operator, or a company for somebody who has not registered, has changed a user. The operator's word is a
 * password. An address that the operator types is proven only if the earlier one was.
 */
export function provenAfter(
	{ dateProven, proof }: Proven,
	{ isMoved, hasNewPassword }: { isMoved: boolean; hasNewPassword: boolean },
	now: Instant,
): Proven {
	if (dateProven !== null && !isMoved) return { dateProven, proof };
	return hasNewPassword || dateProven !== null ? { dateProven: now, proof: 'OPERATOR' } : UNPROVEN;
}

const HOUR_MS = 3_600_000;

/**
 * Resets of the password by mail rest for this time after a company has changed how a person signs in. Without it, the mailbox alone would be
 * enough to become that person.
 */
export const REST_MS = 72 * HOUR_MS;

export interface Resting {
	/** Until then, a mail sets no password and no company resets the second factor; null if that was never so. */
	restUntil: Instant | null;
}

/** Returns until when resets of the password by mail rest; null if they do not. */
export const restOf = ({ restUntil }: Resting, now: Instant): Instant | null =>
	restUntil !== null && restUntil > now ? restUntil : null;

export const resetsRest = (until: Instant): Refusal =>
	new Refusal(
		'resets_rest',
		`A company has recently changed how this person signs in. Reset the second factor after ${toIso(until)}, or ask the operator.`,
		{ earliestAllowed: toIso(until) },
	);
