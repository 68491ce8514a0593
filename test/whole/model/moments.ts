import fc from 'fast-check';
import { DAY, dayStart, END_OF_TIME, monthStart } from './calendar.ts';

/** An instant seen from the present: near a border of months or days, where the rules are. */
export interface Moment {
	of: 'month' | 'day' | 'now' | 'end of time';
	months: number;
	days: number;
	ms: number;
}

export function resolve({ of, months, days, ms }: Moment, now: number): number {
	if (of === 'end of time') return END_OF_TIME;
	const start = of === 'month' ? monthStart(now, months) : of === 'day' ? dayStart(now) : now;
	return start + days * DAY + ms;
}

/** Before, on and behind a border; the middle of a day is rare. */
export const offsets = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(0, -1) },
	{ weight: 1, arbitrary: fc.constantFrom(1, DAY / 2) },
);

export const nearMonths = (min: number, max: number): fc.Arbitrary<Moment> =>
	fc.record({
		of: fc.constant('month'),
		months: fc.integer({ min, max }),
		days: fc.constant(0),
		ms: offsets,
	});

const inMonths = (min: number, max: number): fc.Arbitrary<Moment> =>
	fc.record({
		of: fc.constant('month'),
		months: fc.integer({ min, max }),
		days: fc.oneof(fc.integer({ min: 0, max: 27 }), fc.integer({ min: 28, max: 30 })),
		ms: offsets,
	});

const nearDays = (min: number, max: number): fc.Arbitrary<Moment> =>
	fc.record({
		of: fc.constantFrom('day', 'now'),
		months: fc.constant(0),
		days: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min, max })),
		ms: offsets,
	});

/** Months that are open or nearly so, and the year ahead. */
export const moments = fc.oneof(nearMonths(-2, 3), inMonths(-2, 14), nearDays(-3, 40));

/** Goodies start today or later. */
export const comingMoments = fc.oneof(nearMonths(0, 3), inMonths(0, 6), nearDays(-1, 40));

const endOfTime = fc.constant<Moment>({ of: 'end of time', months: 0, days: 0, ms: 0 });

/** An end of what starts at one of the others, or none. */
export const endsAmong = (others: fc.Arbitrary<Moment>): fc.Arbitrary<Moment | null> =>
	fc.oneof(
		{ weight: 8, arbitrary: fc.constant(null) },
		{ weight: 8, arbitrary: others },
		{ weight: 1, arbitrary: endOfTime },
	);

/** How far the clock goes on: to the next call, the next border of a month, or by months. */
export const advances = fc.oneof(
	{ weight: 3, arbitrary: nearMonths(1, 3) },
	{ weight: 2, arbitrary: inMonths(0, 2) },
	{ weight: 3, arbitrary: nearDays(1, 20) },
	{ weight: 1, arbitrary: nearMonths(4, 13) },
);

export const resolveOrNull = (moment: Moment | null, now: number): number | null =>
	moment === null ? null : resolve(moment, now);
