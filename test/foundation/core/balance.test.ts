import { describe, expect, test } from 'vitest';
import { balancesOfYear, type Grant, type Spending } from '../../../src/foundation/core/balance.ts';
import type { Employment } from '../../../src/foundation/core/employment.ts';
import { employed, grant, pause, spend, utc } from '../../harness/grants.ts';

const YEAR = utc('2023-06-15');

const year = (grants: Grant[], spendings: Spending[] = [], employment: Partial<Employment> = {}) =>
	balancesOfYear(YEAR, grants, { ...employed, ...employment }, spendings);
const available = (...args: Parameters<typeof year>) => year(...args).map((month) => month.available);

const wholeYear = grant('2023-01-01', null);

test('the illustration of section 2.4: 150 in March, 50 in April and in May, 350 in December', () => {
	const illustration = [
		grant('2023-01-01', '2023-03-31'),
		grant('2023-04-01', '2023-05-31', { accumulateBudget: false }),
		grant('2023-06-01', null),
	];
	expect(available(illustration)).toEqual([50, 100, 150, 50, 50, 50, 100, 150, 200, 250, 300, 350]);
});

test('the months of the year are answered in order, whichever of its instants asks', () => {
	for (const instant of ['2024-01-01', '2024-02-29T12:00:00.000Z', '2024-12-31T23:59:59.999Z']) {
		const months = balancesOfYear(utc(instant), [], employed, []).map(({ month }) => month);
		expect(months).toEqual(Array.from({ length: 12 }, (_, n) => `2024-${String(n + 1).padStart(2, '0')}`));
	}
});

test('a month that the years before left nothing to begins the year', () => {
	const [january] = year([grant('2022-01-01', null)]);
	expect(january).toMatchObject({ carryOver: 'NEW_YEAR', granted: 50, carriedIn: 0, available: 50 });
});

describe('the carry-over from February to March', () => {
	const until = (fields: Partial<Grant> = {}) => grant('2023-01-01', '2023-02-28', fields);
	const from = (fields: Partial<Grant> = {}) => grant('2023-03-01', null, fields);
	test.each<[rule: string, grants: Grant[], carryOver: string, carriedIn: number]>([
		['everything when both accumulate', [until(), from()], 'CARRIED', 100],
		['whatever its own budget', [until(), from({ budgetValue: 7 })], 'CARRIED', 100],
		['nothing when February does not', [until({ accumulateBudget: false }), from()], 'NOT_ACCUMULATING', 0],
		['nothing when March does not', [until(), from({ accumulateBudget: false })], 'NOT_ACCUMULATING', 0],
		[
			'nothing in another currency',
			[until(), from({ budgetCurrency: 'CHF_CENTIMES' })],
			'CURRENCY_CHANGED',
			0,
		],
		['nothing without an access in February', [grant('2023-01-01', '2023-01-31'), from()], 'NO_ACCESS', 0],
		['nothing without an access in March', [until()], 'NO_ACCESS', 0],
	])('is %s', (_, grants, carryOver, carriedIn) => {
		expect(year(grants)[2]).toMatchObject({ carryOver, carriedIn });
	});

	test('starts again after a gap: April carries again', () => {
		const months = year([grant('2023-01-01', '2023-01-31'), from()]);
		expect(months.slice(0, 4).map((month) => month.available)).toEqual([50, 0, 50, 100]);
	});
});

describe('the entry in force last governs the month', () => {
	const changed = (at: string) => [
		grant('2023-01-01', new Date(utc(at) - 1).toISOString()),
		grant(at, null, { budgetValue: 80, accumulateBudget: false }),
	];
	test.each([
		['2023-03-01T00:00:00.000Z', 80],
		['2023-03-15T12:00:00.000Z', 80],
		['2023-03-31T23:59:59.999Z', 80],
		['2023-04-01T00:00:00.000Z', 150],
	])('changed at %s, March has %d', (at, expected) => {
		expect(year(changed(at))[2]).toMatchObject({ availableAfterwards: expected });
	});

	test('in full, even when it ends in mid-month or begins with its last millisecond', () => {
		expect(available([grant('2023-03-31T23:59:59.999Z', '2023-04-01T00:00:00.001Z')]).slice(1, 5)).toEqual([
			0, 50, 100, 0,
		]);
	});

	test('the latest access by date counts, not by position', () => {
		expect(year(changed('2023-03-15').toReversed())).toEqual(year(changed('2023-03-15')));
	});

	test('on 29 February of a leap year as well', () => {
		const leapDay = grant('2024-02-29', '2024-02-29');
		const months = balancesOfYear(utc('2024-01-01'), [leapDay], employed, []);
		expect(months.map(({ granted }) => granted).slice(0, 3)).toEqual([0, 50, 0]);
	});
});

describe('a pause', () => {
	const MARCH = utc('2023-03-01');
	const APRIL = utc('2023-04-01');
	test.each<[rule: string, start: number, back: number | null, granted: number]>([
		['of the whole month grants nothing', MARCH, APRIL, 0],
		['to the last millisecond grants nothing', MARCH, APRIL - 1, 0],
		['that ends a millisecond before the last grants in full', MARCH, APRIL - 2, 50],
		['that starts a millisecond late grants in full', MARCH + 1, APRIL, 50],
	])('%s', (_, start, back, granted) => {
		const months = year([wholeYear], [], { pauses: [pause(start, back)] });
		expect(months[2]).toMatchObject({
			granted,
			isPaused: granted === 0,
			carriedIn: 100,
			carryOver: 'CARRIED',
		});
		expect(months[3]).toMatchObject({ granted: 50, isPaused: false, carriedIn: 100 + granted });
	});

	test('without an end grants nothing more, and keeps what there was', () => {
		const months = available([wholeYear], [], { pauses: [pause(utc('2023-02-15'))] });
		expect(months).toEqual([50, ...Array(11).fill(100)]);
	});

	test('does not carry what does not accumulate', () => {
		const months = available([grant('2023-01-01', null, { accumulateBudget: false })], [], {
			pauses: [pause(MARCH, APRIL)],
		});
		expect(months.slice(0, 4)).toEqual([50, 50, 0, 50]);
	});
});

test.each([
	['2023-03-01T00:00:00.001Z', 50],
	['2023-02-28T23:59:59.999Z', 0],
])('terminated at %s, March is granted %d: the lens ends the access', (at, granted) => {
	const [, february, march, april] = year([wholeYear], [], { dateTerminated: utc(at) });
	expect(february).toMatchObject({ granted: 50 });
	expect(march).toMatchObject({ granted, carryOver: granted === 0 ? 'NO_ACCESS' : 'CARRIED' });
	expect(april).toMatchObject({ access: null, currency: null, granted: 0, available: 0 });
});

describe('spending', () => {
	test('counts in the month of its day, from its first instant to its last, pending or not', () => {
		const months = year(
			[wholeYear],
			[
				spend('2023-02-01', 10),
				spend('2023-02-28T23:59:59.999Z', 20),
				spend('2023-03-01', 5, 'EUR_CENT', true),
			],
		);
		expect(months[1]).toMatchObject({ spent: 30, pending: 0, available: 70 });
		expect(months[2]).toMatchObject({ spent: 0, pending: 5, carriedIn: 70, available: 115 });
	});

	test('is lessened and raised by corrections', () => {
		const months = year(
			[wholeYear],
			[spend('2023-01-10', 40), spend('2023-01-10', -15), spend('2023-01-10', 5)],
		);
		expect(months[0]).toMatchObject({ spent: 30, available: 20 });
	});

	test.each(['2022-01-31', '2024-01-01'])('in another year (%s) counts for nothing', (day) => {
		expect(year([wholeYear], [spend(day, 40)])).toEqual(year([wholeYear]));
	});
});
