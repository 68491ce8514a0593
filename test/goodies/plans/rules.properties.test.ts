import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Employment } from '../../../src/core/employment.ts';
import {
	firstOccurrence,
	firstOfMonthlyBudget,
	INTERVALS,
	type Interval,
	passOccurrence,
	shownPlans,
} from '../../../src/goodies/plans/rules.ts';

const RUNS = { numRuns: 2000 };
const DAY = 86_400_000;
const SPAN = 8 * 365 * DAY;

/** The reference: counts from the anchor, one occurrence after the other, with nothing but `Date.UTC`. */
function occurrences(anchor: number, interval: Interval, horizon: number): number[] {
	const found: number[] = [];
	for (let n = 0; n === 0 || interval !== 'ONCE'; n++) {
		const at = nth(anchor, interval, n);
		if (at > horizon) break;
		found.push(at);
	}
	return found;
}

function nth(anchor: number, interval: Interval, n: number): number {
	if (interval === 'DAILY') return anchor + n * DAY;
	if (interval === 'WEEKLY') return anchor + 7 * n * DAY;
	const date = new Date(anchor);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + n * (interval === 'YEARLY' ? 12 : 1)];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (anchor % DAY);
}

const intervals = fc.constantFrom(...INTERVALS);
/** Half of the anchors lie on the days that some months do not have. */
const anchors = fc
	.record({
		year: fc.integer({ min: 2000, max: 2099 }),
		month: fc.integer({ min: 0, max: 11 }),
		day: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 29, max: 31 })),
		time: fc.oneof(fc.constantFrom(0, DAY - 1), fc.integer({ min: 0, max: DAY - 1 })),
	})
	.map(({ year, month, day, time }) => Date.UTC(year, month, day) + time);

/** Moments on, right before and right after occurrences, and any others. */
const momentsAfter = (anchor: number, interval: Interval) =>
	fc.oneof(
		fc.integer({ min: anchor - DAY, max: anchor + SPAN }),
		fc
			.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: -1, max: 1 }))
			.map(([n, offset]) => Math.min(nth(anchor, interval, n), anchor + SPAN) + offset),
	);

const recurrences = fc.tuple(anchors, intervals).chain(([anchor, interval]) => {
	const moment = momentsAfter(anchor, interval);
	return fc.record({ anchor: fc.constant(anchor), interval: fc.constant(interval), from: moment });
});

const cases = fc.tuple(anchors, intervals).chain(([anchor, interval]) => {
	const moment = momentsAfter(anchor, interval);
	return fc
		.record({
			pause: fc.option(fc.tuple(moment, fc.option(moment))),
			validUntil: fc.option(moment.map((at) => Math.max(at, anchor))),
			dateTerminated: fc.option(moment),
		})
		.map(({ pause, validUntil, dateTerminated }) => {
			const [datePausedStart, returned] = pause ?? [null, null];
			const datePausedEnd = returned === null ? null : Math.max(returned, (datePausedStart ?? 0) + 1);
			const employment: Employment = { datePausedStart, datePausedEnd, dateTerminated };
			return { plan: { id: 'plan', validFrom: anchor, anchor, interval, validUntil }, employment };
		});
});
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;

const before = (at: number, limit: number | null): boolean => limit === null || at < limit;

/** Every occurrence up to the horizon for which there is a voucher. */
function issuedByHand({ plan, employment }: Case, horizon: number): number[] {
	const { datePausedStart, datePausedEnd, dateTerminated } = employment;
	return occurrences(plan.anchor, plan.interval, horizon).filter((at) => {
		const paused = datePausedStart !== null && at >= datePausedStart && before(at, datePausedEnd);
		return !paused && before(at, plan.validUntil) && before(at, dateTerminated);
	});
}

test('the first occurrence at or after a moment is the first that counting finds', () => {
	fc.assert(
		fc.property(recurrences, ({ anchor, interval, from }) => {
			const counted = occurrences(anchor, interval, anchor + 2 * SPAN).find((at) => at >= from);
			expect(firstOccurrence({ anchor, interval }, from)).toBe(counted ?? null);
		}),
		RUNS,
	);
});

test('deciding one occurrence after the other issues those outside pause, end and termination, each once', () => {
	fc.assert(
		fc.property(cases, ({ plan, employment }) => {
			const horizon = plan.anchor + SPAN / 8;
			const issued: number[] = [];
			let due: number | null = plan.anchor;
			while (due !== null && due <= horizon) {
				const { isIssued, nextOccurrence } = passOccurrence({ ...plan, nextOccurrence: due }, employment);
				if (isIssued) issued.push(due);
				due = nextOccurrence;
			}
			expect(issued).toEqual(issuedByHand({ plan, employment }, horizon));
		}),
		RUNS,
	);
});

test('nextDate is the first undecided occurrence that will bring a voucher', () => {
	const undecided = fc.tuple(cases, fc.integer({ min: 0, max: 40 }));
	fc.assert(
		fc.property(undecided, ([{ plan, employment }, decided]) => {
			const nextOccurrence =
				plan.interval === 'ONCE' ? plan.anchor : nth(plan.anchor, plan.interval, decided);
			const [shown] = shownPlans([{ ...plan, nextOccurrence }], employment);
			const horizon = plan.anchor + 50 * 365 * DAY;
			const coming = issuedByHand({ plan, employment }, horizon).find((at) => at >= nextOccurrence);
			expect(shown?.nextDate ?? null).toBe(coming ?? null);
		}),
		RUNS,
	);
});

test('a new monthly budget begins with its first month after the last voucher, on its day', () => {
	fc.assert(
		fc.property(anchors, fc.integer({ min: -24, max: 24 }), (start, distance) => {
			const lastIssued = nth(start, 'MONTHLY', distance);
			const skipped = distance < 0 ? 0 : distance + 1;
			expect(firstOfMonthlyBudget(start, lastIssued)).toBe(nth(start, 'MONTHLY', skipped));
		}),
		RUNS,
	);
});
