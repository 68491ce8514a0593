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

/** The clock of a database. `ahead` is how many milliseconds a sandbox is ahead of the real time. */
export interface Timed {
	ahead?: number | undefined;
}

/**
 * Returns the real time for a `now` of a database. Sessions, links, limits and reservations in other databases use it. Everything else in a
 * sandbox follows the sandbox's own clock.
 */
export const realTime = ({ ahead = 0 }: Timed, now: Instant): Instant => now - ahead;

/** The full `UTCDate` would load three date formatters when the Worker starts, which takes a quarter of its start-up time. */
const inUtc = { in: (date: Date | number | string) => new UTCDateMini(+new Date(date)) };

export const startOfDay = (at: Instant): Instant => startOfCalendarDay(at, inUtc).getTime();
export const endOfDay = (at: Instant): Instant => endOfCalendarDay(at, inUtc).getTime();
export const startOfMonth = (at: Instant): Instant => startOfCalendarMonth(at, inUtc).getTime();
export const endOfMonth = (at: Instant): Instant => endOfCalendarMonth(at, inUtc).getTime();
export const startOfYear = (at: Instant): Instant => startOfCalendarYear(at, inUtc).getTime();
export const addDays = (at: Instant, days: number): Instant => addCalendarDays(at, days, inUtc).getTime();

/** Keeps the time of day. If the month is too short, it returns the last day: 31 January + 1 month = 28 or 29 February. */
export const addMonths = (at: Instant, months: number): Instant =>
	addCalendarMonths(at, months, inUtc).getTime();

/** Returns the number of calendar months from the month of `earlier` to the month of `later`, whatever the days are. */
export const monthsBetween = (earlier: Instant, later: Instant): number =>
	differenceInCalendarMonths(later, earlier, inUtc);

export const dayOfMonth = (at: Instant): number => new Date(at).getUTCDate();

/** Returns ISO 8601 with milliseconds and `Z`. */
export const toIso = (at: Instant): string => new Date(at).toISOString();

export const toIsoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** Returns `yyyy-MM-dd` in UTC. */
export const toDay = (at: Instant): string => toIso(at).slice(0, 10);

/** Returns `yyyy-MM` in UTC. */
export const toYearMonth = (at: Instant): string => toIso(at).slice(0, 7);

export const toYearMonthOrNull = (at: Instant | null): string | null =>
	at === null ? null : toYearMonth(at);

/** Returns `dd.mm.yyyy` in UTC, as German files write days. */
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

export function monthsOfYear(anyInstant: Instant): Month[] {
	const january = startOfYear(anyInstant);
	return Array.from({ length: 12 }, (_, index) => monthOf(addMonths(january, index)));
}
