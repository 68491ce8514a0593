import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	firstOccurrence,
	firstOfMonthlyBudget,
	INTERVALS,
	type Interval,
	passOccurrence,
	shownPlans,
} from '../../../../src/benefits/goodies/plans/rules.ts';
import { employed, pausedBetween } from '../../../harness/grants.ts';

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
			turns: fc.uniqueArray(moment, { maxLength: 5 }),
			validUntil: fc.option(moment.map((at) => Math.max(at, anchor))),
			dateTerminated: fc.option(moment),
		})
		.map(({ turns, validUntil, dateTerminated }) => {
			const plan = { id: 'plan', validFrom: anchor, anchor, interval, validUntil };
			return { plan, turns: turns.toSorted((a, b) => a - b), dateTerminated };
		});
});
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;

/** Turns begin a pause and end it, one after the other. */
const employmentOf = ({ turns, dateTerminated }: Case) => ({
	...employed,
	pauses: pausedBetween(turns),
	dateTerminated,
});

const before = (at: number, limit: number | null): boolean => limit === null || at < limit;

/** Every occurrence up to the horizon for which there is a voucher. */
function issuedByHand({ plan, turns, dateTerminated }: Case, horizon: number): number[] {
	return occurrences(plan.anchor, plan.interval, horizon).filter((at) => {
		const isPaused = turns.filter((turn) => turn <= at).length % 2 === 1;
		return !isPaused && before(at, plan.validUntil) && before(at, dateTerminated);
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
		fc.property(cases, (one) => {
			const { plan } = one;
			const employment = employmentOf(one);
			const horizon = plan.anchor + SPAN / 8;
			const issued: number[] = [];
			let due: number | null = plan.anchor;
			while (due !== null && due <= horizon) {
				const { isIssued, nextOccurrence } = passOccurrence({ ...plan, nextOccurrence: due }, employment);
				if (isIssued) issued.push(due);
				due = nextOccurrence;
			}
			expect(issued).toEqual(issuedByHand(one, horizon));
		}),
		RUNS,
	);
});

test('nextDate is the first undecided occurrence that will bring a voucher', () => {
	const undecided = fc.tuple(cases, fc.integer({ min: 0, max: 40 }));
	fc.assert(
		fc.property(undecided, ([one, decided]) => {
			const { plan } = one;
			const nextOccurrence =
				plan.interval === 'ONCE' ? plan.anchor : nth(plan.anchor, plan.interval, decided);
			const [shown] = shownPlans([{ ...plan, nextOccurrence }], employmentOf(one));
			const horizon = plan.anchor + 50 * 365 * DAY;
			const coming = issuedByHand(one, horizon).find((at) => at >= nextOccurrence);
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
