import { type Actor, personBehind } from '../../core/actor.ts';
import type { Instant } from '../../core/instant.ts';
import { tooManyAttempts } from '../../core/refusals.ts';

export const ATTEMPT_WINDOW_MS = 15 * 60_000;
/** Most attempts for one e-mail address in a window: from one place, and from all places together. */
export const MAX_FROM_PLACE = 10;
const MAX_FROM_ANYWHERE = 100;
/** Most e-mail addresses of others that a user may hit upon in a window. */
export const MAX_TAKEN = 100;
/** Most printed codes that are tried from one place in a window. */
const MAX_CODES = 30;
/** Most mails with a link that are asked for with one address in a window, and most wrong current passwords of a user. */
const MAX_RESETS = 5;
const MAX_CHANGES = 10;
/** Most attempts at a second factor of a user in a window. */
const MAX_SECOND_FACTORS = 10;
/** How long a place stays known after the last sign-in from there. */
export const KNOWN_PLACE_MS = 90 * 86_400_000;

/** The attempts in the window that began at `windowStart`. */
export interface Attempts {
	attempts: number;
	windowStart: Instant;
}

/**
 * Refuses a sign-in after too many attempts. Strangers who use up what an e-mail address has from everywhere
 * do not lock its user out of the places from which the user has signed in before.
 */
export function requireFewAttempts(
	fromPlace: Attempts | undefined,
	fromAnywhere: Attempts | undefined,
	isKnownPlace: boolean,
	now: Instant,
): void {
	requireAtMost(MAX_FROM_PLACE, fromPlace, now);
	if (!isKnownPlace) requireAtMost(MAX_FROM_ANYWHERE, fromAnywhere, now);
}

/** Under which the addresses of others are counted that a person hits upon, also by API keys: one makes as many as one likes. */
export const takenKey = (actor: Actor): string => `email_taken ${personBehind(actor).userId}`;

/** Refuses to tell any more whether an address is used, whether or not the next one is. */
export const requireFewTaken = (counted: Attempts | undefined, now: Instant): void =>
	requireAtMost(MAX_TAKEN - 1, counted, now);

export const requireFewCodes = (counted: Attempts | undefined, now: Instant): void =>
	requireAtMost(MAX_CODES, counted, now);

export const requireFewResets = (counted: Attempts | undefined, now: Instant): void =>
	requireAtMost(MAX_RESETS, counted, now);

export const requireFewChanges = (counted: Attempts | undefined, now: Instant): void =>
	requireAtMost(MAX_CHANGES, counted, now);

/** Refuses to look at another code, right or wrong. */
export const requireFewSecondFactors = (counted: Attempts | undefined, now: Instant): void =>
	requireAtMost(MAX_SECOND_FACTORS, counted, now);

/** The same after several addresses were counted at once. */
export const requireFewTakenAtOnce = (counted: Attempts | undefined, now: Instant): void =>
	requireAtMost(MAX_TAKEN, counted, now);

function requireAtMost(most: number, counted: Attempts | undefined, now: Instant): void {
	if (counted === undefined || counted.attempts <= most) return;
	throw tooManyAttempts(Math.ceil((counted.windowStart + ATTEMPT_WINDOW_MS - now) / 1000));
}
