import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whileEmployed } from '../../../src/foundation/core/employment.ts';
import { LAST_INSTANT } from '../../../src/foundation/core/instant.ts';
import { end, lay, type Period } from '../../../src/foundation/core/timeline.ts';

// The reference: an axis of a few instants, painted one by one. The last instant stands for "for ever": only a period
// without an end, or with the last possible one, reaches it.
const FOREVER = 14;
const AXIS = Array.from({ length: FOREVER + 1 }, (_, at) => at);
const RUNS = { numRuns: process.env.ALL_FAULTS === 'true' ? 3000 : 1000 };

interface Benefit extends Period {
	value: number;
}
type Cell = string | null;

const instant = fc.integer({ min: 0, max: FOREVER - 1 });
const endless = fc.constantFrom(null, LAST_INSTANT);
const covers = ({ validFrom, validUntil }: Period, at: number): boolean =>
	validFrom <= at && (validUntil === null || at <= validUntil);

/** Returns the value at each instant. Throws if two periods hold at once or one never holds. */
function paint(timeline: readonly Benefit[], show: (period: Benefit) => string): Cell[] {
	for (const { id, validFrom, validUntil } of timeline) {
		if (validFrom > (validUntil ?? LAST_INSTANT)) throw new Error(`${id} holds never`);
	}
	return AXIS.map((at) => {
		const holding = timeline.filter((period) => covers(period, at));
		if (holding.length > 1) throw new Error(`${ids(holding)} overlap at ${at}`);
		return holding.map(show)[0] ?? null;
	});
}

/** Timelines drawn cell by cell, so that gaps, neighbours that touch and periods of one instant are all common. */
const timelines: fc.Arbitrary<Benefit[]> = fc
	.tuple(
		fc.array(fc.integer({ min: 0, max: 3 }), { minLength: AXIS.length, maxLength: AXIS.length }),
		endless,
	)
	.chain(([cells, open]) => {
		const periods: Benefit[] = [];
		cells.forEach((value, at) => {
			const last = periods.at(-1);
			if (last?.value === value && last.validUntil === at - 1) last.validUntil = at;
			else if (value > 0) periods.push({ id: `old-${at}`, validFrom: at, validUntil: at, value });
		});
		for (const period of periods) if (period.validUntil === FOREVER) period.validUntil = open;
		return fc.shuffledSubarray(periods, { minLength: periods.length });
	});

const entries: fc.Arbitrary<Benefit> = fc.tuple(instant, instant, fc.option(endless)).map(([a, b, open]) => ({
	id: 'new',
	validFrom: Math.min(a, b),
	validUntil: open === null ? Math.max(a, b) : null,
	value: 9,
}));

let remainders = 0;
const remainder = (old: Benefit, validFrom: number): Benefit => ({
	...old,
	id: `remainder-${++remainders}`,
	validFrom,
});
const idAndValue = ({ id, value }: Benefit): string =>
	`${id.startsWith('remainder') ? 'remainder' : id}:${value}`;
const ids = (periods: readonly Period[]): string[] => periods.map(({ id }) => id);

function laidByHand(timeline: readonly Benefit[], entry: Benefit, at: number): Cell {
	if (covers(entry, at)) return idAndValue(entry);
	const old = timeline.find((period) => covers(period, at));
	if (old === undefined) return null;
	const hasPassedEntry = at > entry.validFrom && !(old.validFrom > (entry.validUntil ?? LAST_INSTANT));
	return hasPassedEntry ? `remainder:${old.value}` : idAndValue(old);
}

function endedByHand(timeline: readonly Benefit[], endDate: number, at: number): Cell {
	const old = timeline.find((period) => covers(period, at));
	return old === undefined || at > endDate || old.validFrom >= endDate ? null : idAndValue(old);
}

test('lay leaves at every instant what painting over leaves: the new entry, the old id, or a remainder', () => {
	fc.assert(
		fc.property(timelines, entries, (timeline, entry) => {
			const after = lay(timeline, entry, remainder).timeline;
			expect(paint(after, idAndValue)).toEqual(AXIS.map((at) => laidByHand(timeline, entry, at)));
		}),
		RUNS,
	);
});

test('end leaves at every instant what painting leaves', () => {
	fc.assert(
		fc.property(timelines, instant, (timeline, endDate) => {
			const after = end(timeline, endDate).timeline;
			expect(paint(after, idAndValue)).toEqual(AXIS.map((at) => endedByHand(timeline, endDate, at)));
		}),
		RUNS,
	);
});

test('a change leads from the old timeline to the new one: remove, cut, add', () => {
	const changes = fc.oneof(
		fc.tuple(timelines, entries).map(([old, entry]) => ({ old, change: lay(old, entry, remainder) })),
		fc.tuple(timelines, instant).map(([old, at]) => ({ old, change: end(old, at) })),
	);
	fc.assert(
		fc.property(changes, ({ old, change }) => {
			const touched = new Set([...ids(change.removed), ...ids(change.cut)]);
			const untouched = old.filter(({ id }) => !touched.has(id));
			const rebuilt = [...untouched, ...change.cut, ...change.added];
			expect(change.timeline).toEqual(rebuilt.toSorted((a, b) => a.validFrom - b.validFrom));
			expect(new Set(ids(rebuilt)).size).toBe(rebuilt.length);
			expect(old).toEqual(expect.arrayContaining(change.removed));
			for (const cut of change.cut) {
				const before = old.find(({ id }) => id === cut.id);
				expect(cut).toEqual({ ...before, validUntil: cut.validUntil });
				expect(cut.validUntil).toBeLessThan(before?.validUntil ?? Number.POSITIVE_INFINITY);
			}
			for (const { id } of change.added) expect(ids(old)).not.toContain(id);
		}),
		RUNS,
	);
});

test('any sequence of entries and ends leaves what painting one after the other leaves', () => {
	const steps = fc.array(fc.oneof(entries, instant), { maxLength: 8 });
	const shownValue = ({ value }: Benefit) => String(value);
	fc.assert(
		fc.property(timelines, steps, (start, operations) => {
			let timeline = start;
			let painted = paint(start, shownValue);
			operations.forEach((operation, n) => {
				if (typeof operation === 'number') {
					const startsOnEnd = timeline.some(({ validFrom }) => validFrom === operation);
					painted = painted.map((cell, at) =>
						at > operation || (at === operation && startsOnEnd) ? null : cell,
					);
					timeline = end(timeline, operation).timeline;
				} else {
					const entry = { ...operation, id: `new-${n}`, value: 10 + n };
					painted = painted.map((cell, at) => (covers(entry, at) ? shownValue(entry) : cell));
					timeline = lay(timeline, entry, remainder).timeline;
				}
				expect(paint(timeline, shownValue)).toEqual(painted);
				expect(new Set(ids(timeline)).size).toBe(timeline.length);
			});
		}),
		RUNS,
	);
});

test('a terminated employee’s visible timeline is the timeline ended at the termination', () => {
	fc.assert(
		fc.property(timelines, instant, (timeline, dateTerminated) => {
			const employment = { datePausedStart: null, datePausedEnd: null, dateTerminated };
			const shown = whileEmployed(timeline, employment);
			expect(shown).toEqual(end(timeline, dateTerminated).timeline);
			expect(paint(shown, idAndValue)).toEqual(AXIS.map((at) => endedByHand(timeline, dateTerminated, at)));
		}),
		RUNS,
	);
});
