import { type Instant, LAST_INSTANT } from '../../../foundation/core/instant.ts';
import { type Patch, patched } from '../../../foundation/core/patch.ts';
import { invalidField } from '../../../foundation/core/refusals.ts';
import {
	byStart,
	end,
	lastInstant,
	type Period,
	type TimelineEdit,
	within,
} from '../../../foundation/core/timeline.ts';

/** The dates by which a record shows a pause: its start, and the first instant after its end. */
export interface PauseDates {
	datePausedStart: Instant | null;
	datePausedEnd: Instant | null;
}

const isOver = ({ validUntil }: Omit<Period, 'id'>, now: Instant): boolean =>
	validUntil !== null && validUntil < now;

/** Returns the pause that a record shows: the current one, else the next one, else the last one. */
export const shownPause = <P extends Omit<Period, 'id'>>(pauses: readonly P[], now: Instant): P | undefined =>
	pauses.find((pause) => !isOver(pause, now)) ?? pauses.at(-1);

export const datesOf = (pause: Omit<Period, 'id'> | undefined): PauseDates => ({
	datePausedStart: pause?.validFrom ?? null,
	datePausedEnd: pause === undefined || pause.validUntil === null ? null : pause.validUntil + 1,
});

export const withShownPause = <E extends { pauses: readonly Omit<Period, 'id'>[] }>(
	employee: E,
	now: Instant,
): E & PauseDates => ({ ...employee, ...datesOf(shownPause(employee.pauses, now)) });

/** Returns the two dates after a change. Omitted dates stay as shown. A new pause does not get the end of a pause that is over. */
export function wantedDates(
	shown: Omit<Period, 'id'> | undefined,
	{ datePausedStart, datePausedEnd }: Patch<PauseDates>,
	now: Instant,
): PauseDates {
	const dates = datesOf(shown);
	const isOther = datePausedStart !== undefined && datePausedStart !== dates.datePausedStart;
	const isAnother = isOther && shown !== undefined && isOver(shown, now);
	return patched(isAnother ? datesOf(undefined) : dates, { datePausedStart, datePausedEnd });
}

/** Refuses a pause that has an end but no start, or does not end after its start. */
export function requirePauseInOrder({ datePausedStart, datePausedEnd }: PauseDates): void {
	if (datePausedEnd === null) return;
	if (datePausedStart === null) {
		throw invalidField('datePausedEnd', 'required', 'datePausedEnd requires an earlier datePausedStart.');
	}
	if (datePausedEnd <= datePausedStart) {
		throw invalidField(
			'datePausedEnd',
			'end_not_after_start',
			'datePausedEnd must be after datePausedStart.',
		);
	}
}

/** Replaces the shown pause by the wanted one. If the shown pause is over, it adds another one. The past does not change. */
export function editPauses<P extends Period>(
	pauses: readonly P[],
	wanted: PauseDates,
	now: Instant,
	newPause: (validFrom: Instant, validUntil: Instant | null) => P,
): TimelineEdit<P> {
	const { datePausedStart: start, datePausedEnd: back } = wanted;
	const over = pauses.filter((pause) => isOver(pause, now));
	const current = pauses.filter((pause) => !isOver(pause, now));
	const kept = start === null || start > now ? [...over, ...end(current, now - 1).timeline] : over;
	const gaps = start === null ? [] : gapsBetween(kept, start, back === null ? LAST_INSTANT : back - 1);
	const laid = gaps.map(({ validFrom, validUntil: last }) => {
		const validUntil = back === null && last === LAST_INSTANT ? null : last;
		const unchanged = current.find((one) => one.validFrom === validFrom && one.validUntil === validUntil);
		return unchanged ?? newPause(validFrom, validUntil);
	});
	return editBetween(pauses, [...kept, ...laid]);
}

/** Returns the parts of a span that no pause covers. The pauses must be in order. */
function gapsBetween(
	pauses: readonly Period[],
	first: Instant,
	last: Instant,
): { validFrom: Instant; validUntil: Instant }[] {
	const gaps = [];
	let validFrom = first;
	for (const pause of within(pauses, first, last)) {
		if (pause.validFrom > validFrom) gaps.push({ validFrom, validUntil: pause.validFrom - 1 });
		validFrom = lastInstant(pause) + 1;
	}
	return validFrom > last ? gaps : [...gaps, { validFrom, validUntil: last }];
}

/** Returns the edit that changes one timeline to another. Periods are compared by id. */
function editBetween<P extends Period>(before: readonly P[], after: readonly P[]): TimelineEdit<P> {
	const stored = new Map(before.map((period) => [period.id, period]));
	const kept = new Set(after.map(({ id }) => id));
	return {
		removed: before.filter(({ id }) => !kept.has(id)),
		cut: after.filter(({ id, validUntil }) => stored.has(id) && stored.get(id)?.validUntil !== validUntil),
		added: after.filter(({ id }) => !stored.has(id)),
		timeline: after.toSorted(byStart),
	};
}
