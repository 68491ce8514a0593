import type { Instant } from '../../../foundation/core/instant.ts';

/** After this time, a closed company opens again in its old database. */
export const MAX_CLOSED_MS = 10 * 60_000;
/** The delay before a failed step is tried again. */
export const AGAIN_AFTER_MS = 5_000;
/** The time after which an interrupted run is continued. */
export const BROKEN_OFF_MS = 30_000;
/** Processes remember for 10 seconds in which database they found somebody. The rest is a margin for slow runs. */
export const TRUSTED_MS = 60_000;
/** How long a cell keeps its rows after its company has left. */
export const KEPT_MS = 7 * 86_400_000;
/** The company closes after a pass that copied at most this many rows. */
const FEW = 2000;
/** The company closes after this time, even if it changes faster than it can be copied. */
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
