import { addMonths, dayOfMonth, endOfMonth, type Instant, startOfMonth } from '../../core/instant.ts';

/** Earliest start of an access: the month before may change up to and including the reference day (section 4.3). */
export function earliestAccessStart(now: Instant, referenceDay: number): Instant {
	return startOfMonth(addMonths(now, isMonthBeforeOpen(now, referenceDay) ? -1 : 0));
}

/** Earliest end of an access: the last millisecond before the earliest start (section 4.3). */
export function earliestAccessEnd(now: Instant, referenceDay: number): Instant {
	return endOfMonth(addMonths(now, isMonthBeforeOpen(now, referenceDay) ? -2 : -1));
}

const isMonthBeforeOpen = (now: Instant, referenceDay: number): boolean => dayOfMonth(now) <= referenceDay;
