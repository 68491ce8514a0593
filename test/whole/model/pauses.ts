import { DAY, END_OF_TIME } from './calendar.ts';
import { type Employee, type Pause, Refused } from './reference.ts';
import { Timeline } from './timeline.ts';

export interface PauseFields {
	datePausedStart?: number | null | undefined;
	datePausedEnd?: number | null | undefined;
}

const lastOf = ({ until }: Pause): number => until ?? END_OF_TIME;
const isOver = (pause: Pause, now: number): boolean => lastOf(pause) < now;

/** Pauses in order: the current one, else the next one, else the last one. */
const shownOf = ({ pauses }: Employee, now: number): Pause | undefined =>
	pauses.find((pause) => !isOver(pause, now)) ?? pauses.at(-1);

export function pauseDates(employee: Employee, now: number) {
	const shown = shownOf(employee, now);
	return { datePausedStart: shown?.from ?? null, datePausedEnd: shown ? backOf(shown) : null };
}

export const backOf = ({ until }: Pause): number | null => (until === null ? null : until + 1);

/** Returns the pauses after a change of the two dates. Past pauses stay, and so does the past part of the present one. */
export function pausesAfter(employee: Employee, now: number, fields: PauseFields): Pause[] {
	const shown = pauseDates(employee, now);
	const last = shownOf(employee, now);
	const { datePausedStart: start = shown.datePausedStart } = fields;
	// Announcing the next leave does not change the past one.
	const isNext = start !== shown.datePausedStart && last !== undefined && isOver(last, now);
	const { datePausedEnd: back = isNext ? null : shown.datePausedEnd } = fields;
	if (back !== null && (start === null || back <= start)) throw new Refused('validation_failed');
	if (start === shown.datePausedStart && back === shown.datePausedEnd) return employee.pauses;
	const kept = employee.pauses.flatMap((pause) => {
		if (isOver(pause, now)) return [pause];
		const stays = pause.from < now && (start === null || start > now);
		return stays ? [{ ...pause, until: now - 1 }] : [];
	});
	// The last value wins: first the request, then all unchanged values.
	const timeline = new Timeline<string>('pauses');
	if (start !== null) timeline.lay(start, back === null ? null : back - 1, 'new');
	for (const { name, from, until } of kept) timeline.lay(from, until, name);
	return timeline.pieces().map(({ value, from, until }) => {
		const name = value === 'new' ? `pause ${employee.pauseCount++} of ${employee.name}` : value;
		return { name, from, until };
	});
}

export const isPausedAt = ({ pauses }: Employee, at: number): boolean =>
	pauses.some((pause) => pause.from <= at && at <= lastOf(pause));

/** Pauses may follow each other. A person who returns on the last millisecond of a day works from the next day on. */
export function isPausedWhole(employee: Employee, first: number, final: number): boolean {
	const returns = employee.pauses.map((pause) => lastOf(pause) + 1);
	const mornings = returns.map((at) => ((at + 1) % DAY === 0 ? at + 1 : at));
	return [first, ...mornings]
		.filter((at) => at >= first && at <= final)
		.every((at) => isPausedAt(employee, at));
}
