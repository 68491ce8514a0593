import { endOfDay, type Instant, toIso } from './instant.ts';
import { Refusal } from './refusals.ts';
import { byStart, end, overlaps, type Period } from './timeline.ts';

/** The dates of an employee that affect every benefit. */
export interface Employment {
	/** A pause includes its start and excludes its end; without an end it is open. */
	datePausedStart: Instant | null;
	datePausedEnd: Instant | null;
	dateTerminated: Instant | null;
}

export function isPaused({ datePausedStart, datePausedEnd }: Employment, at: Instant): boolean {
	return datePausedStart !== null && datePausedStart <= at && (datePausedEnd === null || at < datePausedEnd);
}

/** Whether the pause covers `first` to `last`. A pause that ends exactly on `last` covers it, too. */
export function isPausedThroughout(
	{ datePausedStart, datePausedEnd }: Employment,
	first: Instant,
	last: Instant,
): boolean {
	return (
		datePausedStart !== null && datePausedStart <= first && (datePausedEnd === null || datePausedEnd >= last)
	);
}

/** The timeline as readers see it: ended by the termination, even before the cron has made that permanent. */
export function whileEmployed<P extends Period>(timeline: readonly P[], { dateTerminated }: Employment): P[] {
	return dateTerminated === null ? timeline.toSorted(byStart) : end(timeline, dateTerminated).timeline;
}

/** The periods in force at some instant of the UTC day that begins at `day`; none on a wholly paused day. */
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

/** Refuses a benefit that starts at or after the termination. */
export function refuseAfterTermination({ dateTerminated }: Employment, start: Instant): void {
	if (dateTerminated !== null && start >= dateTerminated) {
		throw new Refusal(
			'employee_terminated',
			`The employee leaves on ${toIso(dateTerminated)}; a benefit must start before that.`,
		);
	}
}
