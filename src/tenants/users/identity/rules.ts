import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';

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
