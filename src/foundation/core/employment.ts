import { endOfDay, type Instant, toIso } from './instant.ts';
import { Refusal } from './refusals.ts';
import { byStart, end, lastInstant, type Period, within } from './timeline.ts';

/** A pause. Both ends belong to it: the employee is back at the instant after its end. */
export type Pause = Omit<Period, 'id'>;

/** The part of an employee's record that affects every benefit. */
export interface Employment {
	/** In order of their start, without overlaps. */
	pauses: readonly Pause[];
	dateTerminated: Instant | null;
}

export const pauseAt = ({ pauses }: Employment, at: Instant): Pause | undefined => within(pauses, at, at)[0];

/** True when pauses cover all days or months from `first` to `last` without a gap. */
export function isPausedThroughout({ pauses }: Employment, first: Instant, last: Instant): boolean {
	let uncovered = first;
	for (const pause of pauses) {
		const covered = lastCovered(pause);
		if (pause.validFrom <= uncovered && covered >= uncovered) uncovered = covered + 1;
	}
	return uncovered > last;
}

/** Many pauses end in the last millisecond of a day. A return at that instant leaves nothing of the day, so the day counts as paused. */
function lastCovered(pause: Pause): Instant {
	const back = lastInstant(pause) + 1;
	return back === endOfDay(back) ? back : back - 1;
}

/** Returns the timeline as readers see it: cut by the termination, even before the cron has made the cut permanent. */
export function whileEmployed<P extends Period>(
	timeline: readonly P[],
	{ dateTerminated }: Pick<Employment, 'dateTerminated'>,
): P[] {
	return dateTerminated === null ? timeline.toSorted(byStart) : end(timeline, dateTerminated).timeline;
}

/** Returns the periods that are in force at some instant of the UTC day that begins at `day`. On a fully paused day there are none. */
export function inForceOn<P extends Period>(
	timeline: readonly P[],
	employment: Employment,
	day: Instant,
): P[] {
	const last = endOfDay(day);
	if (isPausedThroughout(employment, day, last)) return [];
	return within(whileEmployed(timeline, employment), day, last);
}

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
