import { endOfDay, type Instant, toIso } from './instant.ts';
import { Refusal } from './refusals.ts';
import { byStart, end, lastInstant, type Period, within } from './timeline.ts';

/** A pause, both of whose ends belong to it: the employee returns at the instant after its end. */
export type Pause = Omit<Period, 'id'>;

/** The part of an employee's record that affects every benefit. */
export interface Employment {
	/** In order of their start, without overlaps. */
	pauses: readonly Pause[];
	dateTerminated: Instant | null;
}

/** The pause that covers the instant, if there is one. */
export const pauseAt = ({ pauses }: Employment, at: Instant): Pause | undefined => within(pauses, at, at)[0];

/** Whether pauses cover all of the days or months from `first` to `last` without a gap. */
export function isPausedThroughout({ pauses }: Employment, first: Instant, last: Instant): boolean {
	let uncovered = first;
	for (const pause of pauses) {
		const covered = lastCovered(pause);
		if (pause.validFrom <= uncovered && covered >= uncovered) uncovered = covered + 1;
	}
	return uncovered > last;
}

/** Many people end a pause in the last millisecond of a day, so a return at that instant leaves nothing of the day. */
function lastCovered(pause: Pause): Instant {
	const back = lastInstant(pause) + 1;
	return back === endOfDay(back) ? back : back - 1;
}

/** The timeline as readers see it: ended by the termination, even before the cron has made that permanent. */
export function whileEmployed<P extends Period>(
	timeline: readonly P[],
	{ dateTerminated }: Pick<Employment, 'dateTerminated'>,
): P[] {
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
	return within(whileEmployed(timeline, employment), day, last);
}

/** Refuses a benefit that starts at or after the termination. */
export function refuseAfterTermination(
	{ dateTerminated }: Pick<Employment, 'dateTerminated'>,
	start: Instant,
): void {
	if (dateTerminated !== null && start >= dateTerminated) {
		throw new Refusal(
			'employee_terminated',
			`The employment ends at ${toIso(dateTerminated)}. A benefit must start before that.`,
		);
	}
}
