import { type Instant, LAST_INSTANT } from './instant.ts';
import { Refusal } from './refusals.ts';

const MAX_PERIODS = 1000;

/** Both ends belong to the period. Without `validUntil` it never ends. */
export interface Period {
	id: string;
	validFrom: Instant;
	validUntil: Instant | null;
}

/** The result of `lay` or `end`: the periods to remove, cut and add, and the timeline that results. */
export interface TimelineEdit<P extends Period> {
	removed: P[];
	cut: P[];
	added: P[];
	timeline: P[];
}

/**
 * Puts `entry` on a timeline without overlaps. The new period wins. An older one ends one millisecond before it and continues after it as a
 * new period (see `continueFrom`). It is removed if it is fully covered.
 */
export function lay<P extends Period>(
	timeline: readonly P[],
	entry: P,
	continueFrom: (old: P, validFrom: Instant) => P,
): TimelineEdit<P> {
	const edit: TimelineEdit<P> = { removed: [], cut: [], added: [entry], timeline: [entry] };
	for (const old of timeline) {
		if (!overlaps(old, entry)) {
			edit.timeline.push(old);
			continue;
		}
		if (old.validFrom < entry.validFrom) {
			keepCut(edit, old, entry.validFrom - 1);
		} else {
			edit.removed.push(old);
		}
		if (lastInstant(old) > lastInstant(entry)) {
			const remainder = continueFrom(old, lastInstant(entry) + 1);
			edit.added.push(remainder);
			edit.timeline.push(remainder);
		}
	}
	return sorted(edit);
}

/** Cuts periods that reach beyond `at`, and removes those that start at or after it. Earlier ends stay unchanged. */
export function end<P extends Period>(timeline: readonly P[], at: Instant): TimelineEdit<P> {
	const edit: TimelineEdit<P> = { removed: [], cut: [], added: [], timeline: [] };
	for (const period of timeline) {
		if (period.validFrom >= at) {
			edit.removed.push(period);
		} else if (lastInstant(period) > at) {
			keepCut(edit, period, at);
		} else {
			edit.timeline.push(period);
		}
	}
	return sorted(edit);
}

/** Refuses a timeline of more than 1,000 periods, because it is always read, sent and changed as a whole. */
export function requireFewPeriods({ added, timeline }: TimelineEdit<Period>): void {
	if (added.length === 0 || timeline.length <= MAX_PERIODS) return;
	throw new Refusal(
		'too_many_periods',
		`The timeline would have ${timeline.length} periods; it may have ${MAX_PERIODS}. End some of them first.`,
	);
}

export function overlaps(a: Omit<Period, 'id'>, b: Omit<Period, 'id'>): boolean {
	return a.validFrom <= lastInstant(b) && b.validFrom <= lastInstant(a);
}

/** Returns the periods that are in force at some instant from `first` to `last`. */
export const within = <P extends Omit<Period, 'id'>>(
	timeline: readonly P[],
	first: Instant,
	last: Instant,
): P[] => timeline.filter((period) => overlaps(period, { validFrom: first, validUntil: last }));

export const byStart = (a: Period, b: Period): number => a.validFrom - b.validFrom || (a.id < b.id ? -1 : 1);

function keepCut<P extends Period>(edit: TimelineEdit<P>, period: P, validUntil: Instant): void {
	const shortened = { ...period, validUntil };
	edit.cut.push(shortened);
	edit.timeline.push(shortened);
}

function sorted<P extends Period>(edit: TimelineEdit<P>): TimelineEdit<P> {
	edit.timeline.sort(byStart);
	return edit;
}

/** Returns the last instant of a period, or the last possible instant if the period has no end. */
export const lastInstant = (period: Omit<Period, 'id'>): Instant => period.validUntil ?? LAST_INSTANT;
