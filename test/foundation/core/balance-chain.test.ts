import { describe, expect, test } from 'vitest';
import { balancesOfYear, type Grant, type Spending } from '../../../src/foundation/core/balance.ts';
import { budgetAt } from '../../../src/foundation/core/budget.ts';
import type { Employment } from '../../../src/foundation/core/employment.ts';
import { employed, grant, spend, utc } from '../../harness/grants.ts';

const year = (grants: Grant[], spendings: Spending[] = [], employment: Partial<Employment> = {}) =>
	balancesOfYear(utc('2023-06-15'), grants, { ...employed, ...employment }, spendings);

describe('an entry that does not accumulate breaks the chain where it begins', () => {
	const [january, february, march, april] = [0, 1, 2, 3];

	test('in the middle of a month: what was carried is there before it, what the month grants goes on', () => {
		const months = year([
			grant('2023-01-01', '2023-02-09'),
			grant('2023-02-10', '2023-02-19', { accumulateBudget: false }),
			grant('2023-02-20', null),
		]);
		expect(months.slice(january, april + 1).map((month) => month.available)).toEqual([50, 100, 100, 150]);
		expect(months[february]).toMatchObject({ carryEnds: utc('2023-02-10'), availableAfterwards: 50 });
		const left = (day: string) => budgetAt(months, utc(day)).left;
		expect(left('2023-02-09')).toBe(100);
		expect(left('2023-02-10')).toBe(50);
		expect(budgetAt(months, utc('2023-02-10'))).toMatchObject({ limit: 50, used: 0 });
	});

	test('on the 31st: 150 may be spent until the 30th, and 50 on the 31st; nothing goes on', () => {
		const months = year([
			grant('2023-01-01', '2023-03-30'),
			grant('2023-03-31', null, { accumulateBudget: false }),
		]);
		const left = (day: string) => budgetAt(months, utc(day)).left;
		expect(['2023-03-01', '2023-03-30', '2023-03-31', '2023-04-01'].map(left)).toEqual([150, 150, 50, 50]);
		expect(months[april]).toMatchObject({ carriedIn: 0, carryOver: 'NOT_ACCUMULATING' });
	});

	test.each([
		['midnight', '2023-03-31T00:00:00.000Z'],
		['noon', '2023-03-31T12:00:00.000Z'],
		['its last millisecond', '2023-03-31T23:59:59.999Z'],
	])('on a day from %s on: the whole day counts as after the break', (_, from) => {
		const breaking = grant(from, null, { accumulateBudget: false });
		const grants = [grant('2023-01-01', new Date(utc(from) - 1).toISOString()), breaking];
		const left = (day: string, ...spent: Spending[]) => budgetAt(year(grants, spent), utc(day)).left;
		expect([left('2023-03-30'), left('2023-03-31')]).toEqual([150, 50]);
		expect(left('2023-03-31', spend('2023-03-30', 100)), 'the day before takes what was carried').toBe(50);
		expect(left('2023-03-31', spend('2023-03-30', 101))).toBe(49);
		expect(left('2023-03-30', spend('2023-03-31', 50)), 'the day itself takes what is granted').toBe(100);
		expect(year(grants)[march]).toMatchObject({ carryEnds: utc('2023-03-31') });
	});

	test('on the first day of a month, at noon: no day of it lies before the break', () => {
		const breaking = grant('2023-03-01T12:00:00.000Z', null, { accumulateBudget: false });
		const months = year([grant('2023-01-01', '2023-03-01T11:59:59.999Z'), breaking]);
		expect(months[march]).toMatchObject({ carryOver: 'NOT_ACCUMULATING', carriedIn: 0, available: 50 });
	});

	test('but not where another one goes on that does not accumulate either', () => {
		const months = year([
			grant('2023-01-01', '2023-02-28'),
			grant('2023-03-01', '2023-03-14', { accumulateBudget: false }),
			grant('2023-03-15', null, { accumulateBudget: false }),
		]);
		expect(months[march]).toMatchObject({ carriedIn: 0, carryEnds: null, available: 50 });
	});

	test.each<[rule: string, day: string, value: number, available: number, afterwards: number]>([
		['before it takes from what was carried first', '2023-03-30', 70, 80, 50],
		['before it takes the rest from what the month grants', '2023-03-30', 120, 30, 30],
		['on it takes from what the month grants', '2023-03-31', 20, 130, 30],
	])('spending %s', (_, day, value, available, availableAfterwards) => {
		const grants = [
			grant('2023-01-01', '2023-03-30'),
			grant('2023-03-31', null, { accumulateBudget: false }),
		];
		expect(year(grants, [spend(day, value)])[march]).toMatchObject({ available, availableAfterwards });
	});
});

describe('an entry that reaches only the first instant of a month does not grant that month', () => {
	test.each([
		['2023-03-01T00:00:00.000Z', 0, 'NO_ACCESS'],
		['2023-03-01T00:00:00.001Z', 50, 'CARRIED'],
	])('ended at %s, March is granted %d', (end, granted, carryOver) => {
		expect(year([grant('2023-01-01', end)])[2]).toMatchObject({ granted, carryOver });
	});

	test.each([
		['2023-03-01T00:00:00.000Z', 0],
		['2023-03-01T00:00:00.001Z', 50],
	])('terminated at %s, March is granted %d', (at, granted) => {
		expect(year([grant('2023-01-01', null)], [], { dateTerminated: utc(at) })[2]).toMatchObject({ granted });
	});

	test('nor break its chain', () => {
		const grants = [
			grant('2023-01-01', '2023-02-28'),
			grant('2023-03-01', '2023-03-01T00:00:00.000Z', { accumulateBudget: false }),
			grant('2023-03-01T00:00:00.001Z', null),
		];
		expect(year(grants)[2]).toMatchObject({ carriedIn: 100, available: 150 });
	});
});
