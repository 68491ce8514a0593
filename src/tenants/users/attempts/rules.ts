import { type Actor, personBehind } from '../../../foundation/core/actor.ts';
import { domainOf } from '../../../foundation/core/addresses.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { tooManyAttempts } from '../../../foundation/core/refusals.ts';
import { emailKey } from '../rules.ts';

export const ATTEMPT_WINDOW_MS = 15 * 60_000;
/** The most attempts for an e-mail address in a window: from one place, and from all places together. */
export const MAX_FROM_PLACE = 10;
const MAX_FROM_ANYWHERE = 100;
/** The most used e-mail addresses of others that a user may find out in a window. */
export const MAX_TAKEN = 100;

/** The most attempts of other kinds in a window. */
const MOST = {
	/** This is one less, because the refusal comes before the next address is checked. It thus reveals nothing. */
	nextTaken: MAX_TAKEN - 1,
	taken: MAX_TAKEN,
	codes: 30,
	resets: 5,
	passwordChanges: 10,
	secondFactors: 10,
	/** Passwords and codes that are given with the link in a new mailbox, for one request. */
	addressProofs: 5,
	/** Mails that ask for the confirmation of a new address: by one person, by one administrator, and to one address. */
	ownAddresses: 5,
	addressesOfOthers: 100,
	addressMails: 5,
};

/** How long a place stays known after the last sign-in from it. */
export const KNOWN_PLACE_MS = 90 * 86_400_000;

export interface Attempts {
	attempts: number;
	windowStart: Instant;
}

/** Refuses a sign-in after too many attempts. Strangers can use up those from all places, but users can still use known places. */
export function requireFewAttempts(
	fromPlace: Attempts | undefined,
	fromAnywhere: Attempts | undefined,
	isKnownPlace: boolean,
	now: Instant,
): void {
	requireAtMost(MAX_FROM_PLACE, fromPlace, now);
	if (!isKnownPlace) requireAtMost(MAX_FROM_ANYWHERE, fromAnywhere, now);
}

/** Counts "e-mail taken" answers per person, not per API key, because anyone may create many keys. */
export const takenKey = (actor: Actor): string => `email_taken ${personBehind(actor).userId}`;

export const requireFew = (kind: keyof typeof MOST, counted: Attempts | undefined, now: Instant): void =>
	requireAtMost(MOST[kind], counted, now);

/** Refuses to say whether an address is used after too many such answers. Addresses in the company's own domains are never refused. */
export function requireFewTaken(
	found: (Attempts & { ownDomains: readonly string[] }) | undefined,
	emails: readonly string[],
	now: Instant,
): void {
	const isForeign = (email: string) => !found?.ownDomains.includes(domainOf(emailKey(email)));
	if (emails.some(isForeign)) requireFew('nextTaken', found, now);
}

function requireAtMost(most: number, counted: Attempts | undefined, now: Instant): void {
	if (counted === undefined || counted.attempts <= most) return;
	throw tooManyAttempts(Math.max(1, Math.ceil((counted.windowStart + ATTEMPT_WINDOW_MS - now) / 1000)));
}
