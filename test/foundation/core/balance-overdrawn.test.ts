import { describe, expect, test } from 'vitest';
import { balancesOfYear, type Grant, type Spending } from '../../../src/foundation/core/balance.ts';
import { budgetAt } from '../../../src/foundation/core/budget.ts';
import { employed, grant, spend, utc } from '../../harness/grants.ts';

const year = (grants: Grant[], spendings: Spending[]) =>
	balancesOfYear(utc('2023-01-01'), grants, employed, spendings);
const budget = (month: string, grants: Grant[], spendings: Spending[]) =>
	budgetAt(year(grants, spendings), utc(month));

const wholeYear = grant('2023-01-01', null);
const notCarried = grant('2023-01-01', null, { accumulateBudget: false });

describe('the rest of a month', () => {
	test.each<[rule: string, month: string, grants: Grant[], spendings: Spending[], left: number]>([
		['what it was granted and left', '2023-03', [wholeYear], [], 150],
		['not what later months already count on', '2023-02', [wholeYear], [spend('2023-03-20', 140)], 10],
		[
			'not what a pending one counts on',
			'2023-02',
			[wholeYear],
			[spend('2023-03-20', 150, 'EUR_CENT', true)],
			0,
		],
		[
			'what the tightest later month leaves',
			'2023-01',
			[wholeYear],
			[spend('2023-03-20', 110), spend('2023-05-02', 125)],
			15,
		],
		['all of it when nothing accumulates', '2023-02', [notCarried], [spend('2023-03-20', 50)], 50],
		['all of it when an earlier month spent', '2023-03', [wholeYear], [spend('2023-01-20', 50)], 100],
		['nothing without an access', '2023-02', [grant('2023-03-01', null)], [], 0],
	])('%s', (_, month, grants, spendings, left) => {
		expect(budget(month, grants, spendings).left).toBe(left);
	});

	test('names the limit with what was carried in, and what is used of it with what is pending', () => {
		const spendings = [spend('2023-02-03', 10), spend('2023-02-04', 5, 'EUR_CENT', true)];
		expect(budget('2023-02', [wholeYear], spendings)).toEqual({
			currency: 'EUR_CENT',
			month: '2023-02',
			tightest: '2023-02',
			isOverdrawn: false,
			limit: 100,
			used: 15,
			left: 85,
		});
	});

	test('names the later month that has spent what would be carried into it, by its own numbers', () => {
		const spendings = [spend('2023-03-20', 110), spend('2023-05-02', 125)];
		expect(budget('2023-01', [wholeYear], spendings)).toMatchObject({
			month: '2023-01',
			tightest: '2023-05',
			isOverdrawn: false,
			limit: 140,
			used: 125,
			left: 15,
		});
	});

	test('names the month itself while a later one leaves as much', () => {
		expect(budget('2023-01', [wholeYear], [spend('2023-02-20', 50)])).toMatchObject({
			tightest: '2023-01',
			left: 50,
		});
	});

	test('is asked of the given months only', () => {
		expect(() => budget('2024-01', [wholeYear], [])).toThrow(RangeError);
	});
});

describe('access that shrinks after spending was approved', () => {
	const smaller = grant('2023-01-01', null, { budgetValue: 20 });
	const spendings = [spend('2023-02-10', 100)];

	test('shows what is missing in its month, and carries over as zero', () => {
		const months = year([smaller], spendings);
		expect(months[0]).toMatchObject({ available: 20, overdrawn: 0 });
		expect(months[1]).toMatchObject({ carriedIn: 20, spent: 100, available: 0, overdrawn: 60 });
		expect(months[2]).toMatchObject({ carryOver: 'OVERDRAWN', carriedIn: 0, available: 20, overdrawn: 0 });
		expect(months[3]).toMatchObject({ carryOver: 'CARRIED', carriedIn: 20, available: 40 });
	});

	test.each(['2023-01', '2023-02', '2023-03', '2023-12'])(
		'leaves nothing in %s, in the same chain',
		(month) => {
			expect(budget(month, [smaller], spendings).left).toBe(0);
		},
	);

	test.each(['2023-01', '2023-12'])('is named to an expense of %s, with what it lacks', (month) => {
		expect(budget(month, [smaller], spendings)).toMatchObject({
			month,
			tightest: '2023-02',
			isOverdrawn: true,
			limit: 40,
			used: 100,
			left: 0,
		});
	});

	test('leaves everything in another chain', () => {
		const grants = [
			grant('2023-01-01', '2023-03-31', { budgetValue: 20 }),
			grant('2023-04-01', '2023-04-30', { accumulateBudget: false }),
			grant('2023-05-01', null),
		];
		expect(budget('2023-03', grants, spendings).left).toBe(0);
		expect(budget('2023-04', grants, spendings).left).toBe(50);
		expect(budget('2023-06', grants, spendings).left).toBe(100);
	});

	test.each([
		[-59, 1, 0],
		[-60, 0, 20],
	])('a correction by %d leaves %d overdrawn, and %d for March', (value, overdrawn, left) => {
		const corrected = [...spendings, spend('2023-02-10', value)];
		expect(year([smaller], corrected)[1]).toMatchObject({ overdrawn });
		expect(budget('2023-03', [smaller], corrected).left).toBe(left);
	});

	test('or ends: the month keeps the currency that was spent', () => {
		expect(year([], spendings)[1]).toMatchObject({
			access: null,
			currency: 'EUR_CENT',
			spent: 100,
			overdrawn: 100,
		});
	});
});

test('a budget is asked of one of the months at hand', () => {
	expect(() => budget('2024-01', [wholeYear], [])).toThrowError(
		new RangeError('2024-01 is not one of the given months'),
	);
});

describe('a change of currency after spending', () => {
	const grants = [
		grant('2023-01-01', '2023-02-28'),
		grant('2023-03-01', null, { budgetCurrency: 'CHF_CENTIMES', budgetValue: 60 }),
	];

	test('lists what other currencies are owed beside the month, which carries over as zero', () => {
		const months = year(grants, [spend('2023-03-05', 30), spend('2023-03-06', 10, 'CHF_CENTIMES')]);
		expect(months[2]).toMatchObject({
			currency: 'CHF_CENTIMES',
			carryOver: 'CURRENCY_CHANGED',
			spent: 10,
			overdrawn: 0,
			overdrawnElsewhere: [{ value: 30, currency: 'EUR_CENT' }],
		});
		expect(months[3]).toMatchObject({ carryOver: 'OVERDRAWN', carriedIn: 0 });
	});

	test('blocks its chain, and no other one', () => {
		const spendings = [spend('2023-04-05', 30)];
		expect(['2023-02', '2023-03', '2023-05'].map((month) => budget(month, grants, spendings).left)).toEqual([
			100, 0, 0,
		]);
	});

	test.each([
		['CHF_CENTIMES', 'LEU_BANI'],
		['LEU_BANI', 'CHF_CENTIMES'],
	] as const)(
		'of a month without an access that was spent in %s and %s: the first by name counts',
		(...both) => {
			const spendings = both.map((currency) => spend('2023-03-05', 5, currency));
			expect(year([], spendings)[2]).toMatchObject({
				currency: 'CHF_CENTIMES',
				overdrawnElsewhere: [{ value: 5, currency: 'LEU_BANI' }],
			});
		},
	);

	test('adds up each currency, in order, and forgets what is corrected to nothing', () => {
		const spendings = [
			spend('2023-03-05', 30, 'LEU_BANI'),
			spend('2023-03-05', 7),
			spend('2023-03-06', 5, 'LEU_BANI', true),
			spend('2023-03-07', 9, 'GBP_PENCE'),
			spend('2023-03-07', -9, 'GBP_PENCE'),
		];
		expect(year(grants, spendings)[2]?.overdrawnElsewhere).toEqual([
			{ value: 7, currency: 'EUR_CENT' },
			{ value: 35, currency: 'LEU_BANI' },
		]);
	});
});
