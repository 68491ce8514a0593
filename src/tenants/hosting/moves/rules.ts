import type { Instant } from '../../../foundation/core/instant.ts';

/** A company that is closed for longer opens again where it was. */
export const MAX_CLOSED_MS = 10 * 60_000;
/** A step that has failed is tried again after this time. */
export const AGAIN_AFTER_MS = 5_000;
/** A run that was interrupted continues after this time. */
export const BROKEN_OFF_MS = 30_000;
/** For 10 seconds, processes remember in which database they found somebody. The rest is a margin for slow runs. */
export const TRUSTED_MS = 60_000;
/** A cell that a company has left keeps its rows for this long. */
export const KEPT_MS = 7 * 86_400_000;
/** The company closes after a pass that copied no more rows than this. */
const FEW = 2000;
/** A company closes after this time, even if it changes faster than it can be copied. */
const HURRIED_MS = 20_000;

/** True if a company closes now, after a pass that copied this many rows while people worked. */
export const closes = (
	{ copied, dateStarted }: { copied: number; dateStarted: Instant },
	now: Instant,
): boolean => copied <= FEW || now - dateStarted >= HURRIED_MS;

/** The dates of a move, and the cell that the company leaves; null for D1. */
interface Dates {
	dateEnded: Instant | null;
	dateOpened: Instant | null;
	source: string | null;
}

/** True while rows of the company are in two places. */
export const isOnItsWay = ({ dateEnded, dateOpened, source }: Dates): boolean =>
	dateEnded === null && (dateOpened === null || source === null);

/** The values of a move that has just begun. */
export const FRESH = {
	step: 'COPYING' as const,
	part: 0,
	key: '',
	rows: 0,
	bytes: 0,
	copied: 0,
	dateClosed: null,
	dateOpened: null,
	dateEnded: null,
	reason: null,
	backup: null,
	released: null,
	erased: null,
	restoredTo: null,
	author: null,
};
