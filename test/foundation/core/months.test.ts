import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_INSTANT, toIso } from '../../../src/foundation/core/instant.ts';
import {
	changeableUntil,
	closedAt,
	closesEarly,
	closesUntil,
	cutOff,
	earliestOpen,
	earliestOpenEnd,
	monthOfCutOff,
	nextCutOff,
} from '../../../src/foundation/core/months.ts';

const utc = Date.parse;
const REFERENCE_DAYS = Array.from({ length: 28 }, (_, n) => n + 1);

describe('the earliest dates of a flex access (section 4.3)', () => {
	test.each([
		// now, reference day, earliest start, earliest end
		['2023-03-07T00:00:00.000Z', 7, '2023-02-01', '2023-01-31'],
		['2023-03-07T23:59:59.999Z', 7, '2023-02-01', '2023-01-31'],
		['2023-03-08T00:00:00.000Z', 7, '2023-03-01', '2023-02-28'],
		['2024-03-08T00:00:00.000Z', 7, '2024-03-01', '2024-02-29'],
		['2024-03-07T23:59:59.999Z', 7, '2024-02-01', '2024-01-31'],
		['2024-01-07T00:00:00.000Z', 7, '2023-12-01', '2023-11-30'],
		['2024-01-07T23:59:59.999Z', 7, '2023-12-01', '2023-11-30'],
		['2024-01-08T00:00:00.000Z', 7, '2024-01-01', '2023-12-31'],
		['2024-02-07T12:00:00.000Z', 7, '2024-01-01', '2023-12-31'],
		['2024-04-07T12:00:00.000Z', 7, '2024-03-01', '2024-02-29'],
		['2023-04-07T12:00:00.000Z', 7, '2023-03-01', '2023-02-28'],
		['2023-03-31T23:59:59.999Z', 7, '2023-03-01', '2023-02-28'],
		['2023-12-31T23:59:59.999Z', 7, '2023-12-01', '2023-11-30'],
		['2023-03-01T23:59:59.999Z', 1, '2023-02-01', '2023-01-31'],
		['2023-03-02T00:00:00.000Z', 1, '2023-03-01', '2023-02-28'],
		['2023-02-28T23:59:59.999Z', 28, '2023-01-01', '2022-12-31'],
		['2024-02-28T23:59:59.999Z', 28, '2024-01-01', '2023-12-31'],
		['2024-02-29T00:00:00.000Z', 28, '2024-02-01', '2024-01-31'],
		['2023-03-01T00:00:00.000Z', 28, '2023-02-01', '2023-01-31'],
	])('at %s with reference day %i: start %s, end of %s', (moment, referenceDay, start, end) => {
		expect(toIso(earliestOpen(utc(moment), referenceDay))).toBe(`${start}T00:00:00.000Z`);
		expect(toIso(earliestOpenEnd(utc(moment), referenceDay))).toBe(`${end}T23:59:59.999Z`);
	});

	test('for every moment and reference day: the start of this or the last month, the end right before it', () => {
		const moments = fc.integer({ min: FIRST_INSTANT, max: Date.UTC(2100, 0) });
		const referenceDays = fc.integer({ min: 1, max: 28 });
		fc.assert(
			fc.property(moments, referenceDays, (now, referenceDay) => {
				const date = new Date(now);
				const monthsBack = date.getUTCDate() <= referenceDay ? 1 : 0;
				const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1);
				expect(earliestOpen(now, referenceDay)).toBe(start);
				expect(earliestOpenEnd(now, referenceDay)).toBe(start - 1);
			}),
			{ numRuns: 2000 },
		);
	});

	test.each(Array.from({ length: 28 }, (_, index) => index + 1))(
		'reference day %i is the last on which the month before is open',
		(day) => {
			const nextDay = Date.UTC(2023, 2, day + 1);
			expect(toIso(earliestOpen(nextDay - 1, day))).toBe('2023-02-01T00:00:00.000Z');
			expect(toIso(earliestOpen(nextDay, day))).toBe('2023-03-01T00:00:00.000Z');
		},
	);
});

describe('the cut-off is the end of the reference day in the month after', () => {
	test.each(REFERENCE_DAYS)('the cut-off of February 2023, with the reference day %d', (day) => {
		const expected = `2023-03-${String(day).padStart(2, '0')}T23:59:59.999Z`;
		expect(toIso(cutOff(utc('2023-02-01'), day))).toBe(expected);
	});

	test.each([
		['2023-01-31T23:59:59.999Z', 28, '2023-02-28T23:59:59.999Z'],
		['2024-01-31', 28, '2024-02-28T23:59:59.999Z'],
		['2024-02-29T23:59:59.999Z', 7, '2024-03-07T23:59:59.999Z'],
		['2024-02-29', 28, '2024-03-28T23:59:59.999Z'],
		['2023-02-28T23:59:59.999Z', 7, '2023-03-07T23:59:59.999Z'],
		['2023-03-01', 7, '2023-04-07T23:59:59.999Z'],
		['2023-03-31', 1, '2023-04-01T23:59:59.999Z'],
		['2023-04-30', 28, '2023-05-28T23:59:59.999Z'],
		['2023-11-30T23:59:59.999Z', 7, '2023-12-07T23:59:59.999Z'],
		['2023-12-01', 1, '2024-01-01T23:59:59.999Z'],
		['2023-12-31T23:59:59.999Z', 7, '2024-01-07T23:59:59.999Z'],
		['2023-12-31T23:59:59.999Z', 28, '2024-01-28T23:59:59.999Z'],
	])('the cut-off of %s, with the reference day %d, is %s', (at, day, expected) => {
		expect(toIso(cutOff(utc(at), day))).toBe(expected);
	});
});

test('the month of a cut-off leads back, for every month of five years and every reference day', () => {
	for (let n = 0; n < 60; n++) {
		const month = Date.UTC(2023, n);
		for (const day of REFERENCE_DAYS) expect(toIso(monthOfCutOff(cutOff(month, day)))).toBe(toIso(month));
	}
});

test.each([
	['2023-02-01', '2023-03-07T23:59:59.998Z', true],
	['2023-02-01', '2023-03-07T23:59:59.999Z', false],
	['2023-03-01', '2023-03-07T23:59:59.998Z', true],
	['2023-01-01', '2023-02-10T00:00:00.000Z', false],
])(
	'a run of %s, opened at %s, closes February before its cut-off on 7 March: %s',
	(month, opened, expected) => {
		const closing = { month: utc(month), dateCreated: utc(opened) };
		expect(closesEarly(utc('2023-02-01'), 7, [closing])).toBe(expected);
		const until = changeableUntil(utc('2023-02-28'), 7, closedAt(utc('2023-02-28'), [closing]));
		expect(toIso(until)).toBe(expected ? '2023-03-07T23:59:59.997Z' : '2023-03-07T23:59:59.999Z');
	},
);

test.each([
	['2023-01-01', '2023-02-28T23:59:59.999Z'],
	['2024-01-01', '2024-02-29T23:59:59.999Z'],
	['2024-01-31', '2024-02-29T23:59:59.999Z'],
	['2023-02-01', '2023-03-31T23:59:59.999Z'],
	['2023-11-01', '2023-12-31T23:59:59.999Z'],
	['2023-12-01', '2024-01-31T23:59:59.999Z'],
])('a run of %s takes every cut-off until %s', (month, expected) => {
	expect(toIso(closesUntil(utc(month)))).toBe(expected);
});

test('every cut-off falls into one run, wherever the reference day is moved', () => {
	for (let n = 0; n < 24; n++) {
		const [month, next] = [Date.UTC(2023, n), Date.UTC(2023, n + 1)];
		for (const day of REFERENCE_DAYS) {
			expect(cutOff(month, day)).toBeLessThanOrEqual(closesUntil(month));
			expect(cutOff(next, day)).toBeGreaterThan(closesUntil(month));
		}
	}
});

describe('the next cut-off is that of the earliest open month without a closed run', () => {
	test.each([
		['2023-03-07T23:59:59.999Z', null, '2023-03-07T23:59:59.999Z'],
		['2023-03-08T00:00:00.000Z', null, '2023-04-07T23:59:59.999Z'],
		['2023-03-07T12:00:00.000Z', '2023-01-01T00:00:00.000Z', '2023-03-07T23:59:59.999Z'],
		['2023-03-07T12:00:00.000Z', '2023-02-01T00:00:00.000Z', '2023-04-07T23:59:59.999Z'],
		['2023-03-08T12:00:00.000Z', '2023-12-01T00:00:00.000Z', '2024-02-07T23:59:59.999Z'],
	])('at %s, closed until %s: %s', (now, latestClosed, expected) => {
		expect(toIso(nextCutOff(utc(now), 7, latestClosed === null ? null : utc(latestClosed)))).toBe(expected);
	});
});
