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
 * Returns the start of the earliest month that can still change (specification, section 4.3). Up to and including the previous month's last
 * day, this is the previous month, then the present one. A month with a closed run, and every month before it, takes no expenses.
 */
export const earliestOpen = (now: Instant, lastDay: number, latestClosed: Instant | null = null): Instant =>
	Math.max(
		startOfMonth(addMonths(now, dayOfMonth(now) <= lastDay ? -1 : 0)),
		latestClosed === null ? 0 : addMonths(latestClosed, 1),
	);

/** Returns the earliest allowed end of an access: the last instant of the last month that can no longer change. */
export const earliestOpenEnd = (now: Instant, referenceDay: number): Instant =>
	earliestOpen(now, referenceDay) - 1;

/** Returns when the lines of a month are committed: at the end of the reference day in the following month. */
export const cutOff = (month: Instant, referenceDay: number): Instant =>
	endOfDay(addDays(addMonths(startOfMonth(month), 1), referenceDay - 1));

/** The month whose lines have this cut-off. */
export const monthOfCutOff = (reference: Instant): Instant => addMonths(startOfMonth(reference), -1);

/** A closed run. Its month and all months before it are closed since `dateCreated`. */
export interface Closing {
	month: Instant;
	dateCreated: Instant;
}

/**
 * Returns until when the month of a day can change: its last day in the following month, or the moment before an earlier closing.
 * `dateClosed` is null while no run has closed it.
 */
export function changeableUntil(day: Instant, lastDay: number, dateClosed: Instant | null): Instant {
	const until = cutOff(day, lastDay);
	return dateClosed !== null && dateClosed < until ? dateClosed - 1 : until;
}

/** Returns when the month of a day was closed, by its own run or a later one; null while it is open. */
export function closedAt(day: Instant, closings: readonly Closing[]): Instant | null {
	const closed = closings.filter(({ month }) => month >= startOfMonth(day));
	return closed.length === 0 ? null : Math.min(...closed.map(({ dateCreated }) => dateCreated));
}

/** True when a month was closed before its cut-off. */
export const closesEarly = (month: Instant, referenceDay: number, closings: readonly Closing[]): boolean =>
	changeableUntil(month, referenceDay, closedAt(month, closings)) < cutOff(month, referenceDay);

/** Returns the last cut-off that a month's run commits: the end of the following month, so that a new reference day leaves no gap. */
export const closesUntil = (month: Instant): Instant => endOfMonth(addMonths(startOfMonth(month), 1));

/** Returns the cut-off of the earliest month that is open and has no closed run. */
export const nextCutOff = (now: Instant, referenceDay: number, latestClosed: Instant | null): Instant =>
	cutOff(earliestOpen(now, referenceDay, latestClosed), referenceDay);

/** Returns the cut-offs in some months, without those of months that were closed earlier. */
export const openCutOffs = (
	months: readonly Month[],
	referenceDay: number,
	closings: readonly Closing[],
): Instant[] =>
	months
		.map(({ first }) => addMonths(first, -1))
		.filter((month) => !closesEarly(month, referenceDay, closings))
		.map((month) => cutOff(month, referenceDay));

/** Refuses a date before the earliest allowed one. An open end (null) is never too early. */
export function refuseBefore(field: string, at: Instant | null, earliest: Instant): void {
	if (at === null || at >= earliest) return;
	const earliestAllowed = toIso(earliest);
	throw new Refusal('date_out_of_window', `${field} must not be before ${earliestAllowed}.`, {
		field,
		earliestAllowed,
	});
}
