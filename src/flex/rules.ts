import { type Employment, isPausedThroughout, whileEmployed } from '../core/employment.ts';
import { addMonths, dayOfMonth, endOfDay, endOfMonth, type Instant, startOfMonth } from '../core/instant.ts';
import { overlaps, type Period } from '../core/timeline.ts';

/** Earliest start of an access: the month before may change up to and including the reference day (section 4.3). */
export function earliestAccessStart(now: Instant, referenceDay: number): Instant {
	return startOfMonth(addMonths(now, isMonthBeforeOpen(now, referenceDay) ? -1 : 0));
}

/** Earliest end of an access: the last millisecond before the earliest start (section 4.3). */
export function earliestAccessEnd(now: Instant, referenceDay: number): Instant {
	return endOfMonth(addMonths(now, isMonthBeforeOpen(now, referenceDay) ? -2 : -1));
}

/** The accesses that can be used at any instant of the UTC day that begins at `day`; none while the pause covers it. */
export function inForceOn<P extends Period>(
	timeline: readonly P[],
	employment: Employment,
	day: Instant,
): P[] {
	const last = endOfDay(day);
	if (isPausedThroughout(employment, day, last)) return [];
	return whileEmployed(timeline, employment).filter((access) =>
		overlaps(access, { validFrom: day, validUntil: last }),
	);
}

const isMonthBeforeOpen = (now: Instant, referenceDay: number): boolean => dayOfMonth(now) <= referenceDay;
