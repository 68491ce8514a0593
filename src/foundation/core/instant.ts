import { UTCDateMini } from '@date-fns/utc/date/mini';
import { addDays as addCalendarDays } from 'date-fns/addDays';
import { addMonths as addCalendarMonths } from 'date-fns/addMonths';
import { differenceInCalendarMonths } from 'date-fns/differenceInCalendarMonths';
import { endOfDay as endOfCalendarDay } from 'date-fns/endOfDay';
import { endOfMonth as endOfCalendarMonth } from 'date-fns/endOfMonth';
import { startOfDay as startOfCalendarDay } from 'date-fns/startOfDay';
import { startOfMonth as startOfCalendarMonth } from 'date-fns/startOfMonth';
import { startOfYear as startOfCalendarYear } from 'date-fns/startOfYear';

/** Milliseconds since 1970-01-01T00:00:00.000Z. All functions below use the UTC calendar. */
export type Instant = number;

export const FIRST_INSTANT: Instant = Date.UTC(2000, 0, 1);
export const LAST_INSTANT: Instant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A database. `ahead` is how far the clock of a sandbox is ahead of the real time. */
export interface Timed {
	ahead?: number | undefined;
}

/**
 * Returns the real time for a `now` that belongs to a database. Sessions, links, limits and reservations in other databases keep it,
 * while everything else in a sandbox follows its own clock.
 */
export const realTime = ({ ahead = 0 }: Timed, now: Instant): Instant => now - ahead;

/** The full `UTCDate` loads three formatters of dates when the Worker starts, a quarter of its start-up. */
const inUtc = { in: (date: Date | number | string) => new UTCDateMini(+new Date(date)) };

export const startOfDay = (at: Instant): Instant => startOfCalendarDay(at, inUtc).getTime();
export const endOfDay = (at: Instant): Instant => endOfCalendarDay(at, inUtc).getTime();
export const startOfMonth = (at: Instant): Instant => startOfCalendarMonth(at, inUtc).getTime();
export const endOfMonth = (at: Instant): Instant => endOfCalendarMonth(at, inUtc).getTime();
export const startOfYear = (at: Instant): Instant => startOfCalendarYear(at, inUtc).getTime();
export const addDays = (at: Instant, days: number): Instant => addCalendarDays(at, days, inUtc).getTime();

/** Keeps the time of day and limits the day to the month's last: 31 January + 1 month = 28 or 29 February. */
export const addMonths = (at: Instant, months: number): Instant =>
	addCalendarMonths(at, months, inUtc).getTime();

/** Calendar months from the month of `earlier` to the month of `later`; the days do not matter. */
export const monthsBetween = (earlier: Instant, later: Instant): number =>
	differenceInCalendarMonths(later, earlier, inUtc);

export const dayOfMonth = (at: Instant): number => new Date(at).getUTCDate();

/** ISO 8601 with milliseconds and `Z`. */
export const toIso = (at: Instant): string => new Date(at).toISOString();

export const toIsoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** `yyyy-MM-dd` in UTC. */
export const toDay = (at: Instant): string => toIso(at).slice(0, 10);

/** `yyyy-MM` in UTC. */
export const toYearMonth = (at: Instant): string => toIso(at).slice(0, 7);

export const toYearMonthOrNull = (at: Instant | null): string | null =>
	at === null ? null : toYearMonth(at);

/** `dd.mm.yyyy` in UTC, as German files write days. */
export const toGermanDay = (at: Instant): string => toIso(at).slice(0, 10).split('-').reverse().join('.');

/** A calendar month in UTC. */
export interface Month {
	/** `yyyy-MM` */
	name: string;
	first: Instant;
	last: Instant;
}

export const monthOf = (at: Instant): Month => ({
	name: toYearMonth(at),
	first: startOfMonth(at),
	last: endOfMonth(at),
});

/** The twelve months of the year of an instant. */
export function monthsOfYear(anyInstant: Instant): Month[] {
	const january = startOfYear(anyInstant);
	return Array.from({ length: 12 }, (_, index) => monthOf(addMonths(january, index)));
}
