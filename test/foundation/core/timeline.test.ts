import { describe, expect, test } from 'vitest';
import { LAST_INSTANT } from '../../../src/foundation/core/instant.ts';
import { end, lay, overlaps, type Period, type TimelineEdit } from '../../../src/foundation/core/timeline.ts';

interface Benefit extends Period {
	budget: string;
}

/** Timelines as text: `a:0-9 b:10-` are a period from 0 to 9 and one from 10 on without an end. `LAST` is the last instant. */
function parse(timeline: string): Benefit[] {
	return timeline
		.split(' ')
		.filter(Boolean)
		.map((text) => {
			const [id = '', from = '', until = ''] = text.split(/[:-]/);
			const validUntil = until === '' ? null : toNumber(until);
			return { id, budget: `budget of ${id}`, validFrom: toNumber(from), validUntil };
		});
}

const toNumber = (text: string): number =>
	text.startsWith('LAST') ? LAST_INSTANT - Number(text.slice(5) || 0) : Number(text);
const fromNumber = (at: number | null): string => {
	if (at === null) return '';
	return at < LAST_INSTANT - 1 ? String(at) : (['LAST', 'LAST_1'][LAST_INSTANT - at] ?? '');
};
const draw = (periods: readonly Period[]): string =>
	periods
		.map(({ id, validFrom, validUntil }) => `${id}:${fromNumber(validFrom)}-${fromNumber(validUntil)}`)
		.join(' ');

function layOn(timeline: string, text: string): TimelineEdit<Benefit> {
	const [entry] = parse(text);
	if (entry === undefined) throw new Error(`${text} is no period`);
	return lay(parse(timeline), entry, (old, validFrom) => ({ ...old, id: `${old.id}'`, validFrom }));
}

describe('lay', () => {
	test.each([
		['an empty timeline takes the entry', '', 'n:10-20', 'n:10-20'],
		['the older is cut at the millisecond before the new start', 'a:0-15', 'n:10-20', 'a:0-9 n:10-20'],
		['the part after the new end continues as a new period', 'a:15-30', 'n:10-20', "n:10-20 a':21-30"],
		['a period around the new one is cut and continues', 'a:0-30', 'n:10-20', "a:0-9 n:10-20 a':21-30"],
		['an equal period is replaced', 'a:10-20', 'n:10-20', 'n:10-20'],
		['every wholly covered period goes', 'a:10-12 b:13-13 c:14-20', 'n:10-20', 'n:10-20'],
		['one with the same start continues as a new period', 'a:10-21', 'n:10-20', "n:10-20 a':21-21"],
		['one with the same end is cut', 'a:9-20', 'n:10-20', 'a:9-9 n:10-20'],
		['neighbours that only touch stay', 'a:0-9 b:21-', 'n:10-20', 'a:0-9 n:10-20 b:21-'],
		['one shared millisecond is enough', 'a:0-10 b:20-30', 'n:10-20', "a:0-9 n:10-20 b':21-30"],
		['an entry may last one millisecond', 'a:0-30', 'n:10-10', "a:0-9 n:10-10 a':11-30"],
		['an open period continues open', 'a:0-', 'n:10-20', "a:0-9 n:10-20 a':21-"],
		['an open entry leaves nothing behind it', 'a:0-30 b:40-', 'n:10-', 'a:0-9 n:10-'],
		['nothing remains of an open period after the last instant', 'a:0-', 'n:10-LAST', 'a:0-9 n:10-LAST'],
		['the last instant may remain', 'a:10-LAST', 'n:10-LAST_1', "n:10-LAST_1 a':LAST-LAST"],
		['the order given does not matter', 'b:30-40 a:0-15', 'n:10-20', 'a:0-9 n:10-20 b:30-40'],
	])('%s', (_, timeline, entry, after) => {
		expect(draw(layOn(timeline, entry).timeline)).toBe(after);
	});

	test('says what to remove, to cut and to add', () => {
		const { removed, cut, added } = layOn('a:0-4 b:5-12 c:13-15 d:16-30 e:31-', 'n:10-20');
		expect(draw(removed)).toBe('c:13-15 d:16-30');
		expect(draw(cut)).toBe('b:5-9');
		expect(draw(added)).toBe("n:10-20 d':21-30");
	});

	test('keeps the old values on both sides of the new entry', () => {
		const budgets = layOn('a:0-30', 'n:10-20').timeline.map(({ budget }) => budget);
		expect(budgets).toEqual(['budget of a', 'budget of n', 'budget of a']);
	});

	test('leaves the timeline it is given as it is', () => {
		const [entry, ...timeline] = parse('n:10-20 b:15-40 a:0-14');
		if (entry !== undefined) lay(timeline, entry, (old) => ({ ...old, id: 'r' }));
		expect(draw(timeline)).toBe('b:15-40 a:0-14');
	});
});

describe('end at 10', () => {
	test.each([
		['cuts what reaches beyond', 'a:0-20', 'a:0-10', '', 'a:0-10'],
		['cuts what is open', 'a:0-', 'a:0-10', '', 'a:0-10'],
		['cuts what ends a millisecond later', 'a:0-11', 'a:0-10', '', 'a:0-10'],
		['cuts what starts a millisecond before', 'a:9-20', 'a:9-10', '', 'a:9-10'],
		['keeps what ends on it', 'a:0-10', 'a:0-10', '', ''],
		['keeps earlier ends', 'a:0-9', 'a:0-9', '', ''],
		['removes what starts on it', 'a:10-20', '', 'a:10-20', ''],
		['removes what starts after it', 'a:11-', '', 'a:11-', ''],
		['does all of it at once, by start', 'd:12- c:11-11 b:6-10 a:0-5', 'a:0-5 b:6-10', 'd:12- c:11-11', ''],
		['leaves an empty timeline empty', '', '', '', ''],
		['puts what starts together in the order of the ids', 'b:0-1 c:0-2 a:0-3', 'a:0-3 b:0-1 c:0-2', '', ''],
	])('%s', (_, timeline, after, removed, cut) => {
		const change = end(parse(timeline), 10);
		expect(draw(change.timeline)).toBe(after);
		expect(draw(change.removed)).toBe(removed);
		expect(draw(change.cut)).toBe(cut);
		expect(change.added).toEqual([]);
	});
});

test.each([
	['a:0-9 b:10-20', false],
	['a:0-10 b:10-20', true],
	['a:0- b:10-20', true],
	['a:21- b:10-20', false],
	['a:0- b:10-', true],
	['a:12-13 b:10-20', true],
])('in %s both share an instant: %s', (text, shared) => {
	const periods = parse(text);
	for (const [a, b] of [periods, periods.toReversed()]) {
		expect(a && b && overlaps(a, b)).toBe(shared);
	}
});
