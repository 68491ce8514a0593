import {
	addDays,
	addMonths,
	dayOfMonth,
	endOfDay,
	endOfMonth,
	type Instant,
	type Month,
	startOfMonth,
	toIso,
} from './instant.ts';
import { Refusal } from './refusals.ts';

/**
 * The start of the earliest month that may still change: the previous month until the reference day,
 * inclusive, then the present month (specification, section 4.3).
 */
export const earliestOpen = (now: Instant, referenceDay: number): Instant =>
	startOfMonth(addMonths(now, dayOfMonth(now) <= referenceDay ? -1 : 0));

/** The earliest allowed end of an access: the last instant of the last month that may no longer change. */
export const earliestOpenEnd = (now: Instant, referenceDay: number): Instant =>
	earliestOpen(now, referenceDay) - 1;

/** When the lines of a month are committed: at the end of the reference day in the following month. */
export const cutOff = (month: Instant, referenceDay: number): Instant =>
	cutOffIn(startOfMonth(addMonths(startOfMonth(month), 1)), referenceDay);

/** The cut-off that falls in the month of a first instant. */
const cutOffIn = (first: Instant, referenceDay: number): Instant =>
	endOfDay(addDays(first, referenceDay - 1));

/** The month whose lines have this cut-off. */
export const monthOfCutOff = (reference: Instant): Instant => addMonths(startOfMonth(reference), -1);

/** A closed run: its month and all months before it are closed since `dateCreated`. */
export interface Closing {
	month: Instant;
	dateCreated: Instant;
}

/** Whether the month of a cut-off was closed before it, by its own run or a later one. */
export const isClosedBefore = (reference: Instant, closings: readonly Closing[]): boolean =>
	closings.some(({ month, dateCreated }) => month >= monthOfCutOff(reference) && dateCreated < reference);

/**
 * Returns the last cut-off that a month's run commits. It is the end of the following month, so that a changed reference
 * day leaves no gap between two runs.
 */
export const closesUntil = (month: Instant): Instant => endOfMonth(addMonths(startOfMonth(month), 1));

/** The cut-off of the earliest month that is open and has no closed run. */
export function nextCutOff(now: Instant, referenceDay: number, latestClosed: Instant | null): Instant {
	const open = earliestOpen(now, referenceDay);
	return cutOff(latestClosed === null ? open : Math.max(open, addMonths(latestClosed, 1)), referenceDay);
}

/** Returns the cut-offs that fall in some months, except those of months that were closed before. */
export const openCutOffs = (
	months: readonly Month[],
	referenceDay: number,
	closings: readonly Closing[],
): Instant[] =>
	months
		.map(({ first }) => cutOffIn(first, referenceDay))
		.filter((reference) => !isClosedBefore(reference, closings));

/** Refuses a date before the earliest allowed one. An open end (null) is never too early. */
export function refuseBefore(field: string, at: Instant | null, earliest: Instant): void {
	if (at === null || at >= earliest) return;
	const earliestAllowed = toIso(earliest);
	throw new Refusal('date_out_of_window', `${field} must not be before ${earliestAllowed}.`, {
		field,
		earliestAllowed,
	});
}
