import { endOfDay, type Instant, toIso } from './instant.ts';
import { Refusal } from './refusals.ts';
import { byStart, end, overlaps, type Period } from './timeline.ts';

/** What of an employee bears on every benefit. */
export interface Employment {
	/** The pause reaches from its start up to, not including, its end; without an end it is open. */
	datePausedStart: Instant | null;
	datePausedEnd: Instant | null;
	dateTerminated: Instant | null;
}

export function isPaused({ datePausedStart, datePausedEnd }: Employment, at: Instant): boolean {
	return datePausedStart !== null && datePausedStart <= at && (datePausedEnd === null || at < datePausedEnd);
}

/** Whether the pause covers everything from `first` to `last`, where a pause that ends on the last millisecond does. */
export function isPausedThroughout(
	{ datePausedStart, datePausedEnd }: Employment,
	first: Instant,
	last: Instant,
): boolean {
	return (
		datePausedStart !== null && datePausedStart <= first && (datePausedEnd === null || datePausedEnd >= last)
	);
}

/** The timeline as everybody sees it: ended by the termination, whether or not that has taken effect. */
export function whileEmployed<P extends Period>(timeline: readonly P[], { dateTerminated }: Employment): P[] {
	return dateTerminated === null ? timeline.toSorted(byStart) : end(timeline, dateTerminated).timeline;
}

/** The periods in force at any instant of the UTC day that begins at `day`; none while the pause covers it. */
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

/** Refuses a benefit that would start when the employee has left. */
export function refuseAfterTermination({ dateTerminated }: Employment, start: Instant): void {
	if (dateTerminated !== null && start >= dateTerminated) {
		throw new Refusal(
			'employee_terminated',
			`The employee leaves on ${toIso(dateTerminated)}; a benefit must start before that.`,
		);
	}
}
