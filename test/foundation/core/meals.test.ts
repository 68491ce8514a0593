import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	hasMealValues,
	MEAL_VALUES,
	mealDaysPerMonth,
	mealParts,
	mealsOf,
	mealValuesOn,
	mostForMeals,
} from '../../../src/foundation/core/meals.ts';

const on = (day: string, country: 'DE' | 'AT' | null = 'DE') => mealValuesOn(country, Date.parse(day));

describe('the statutory values of meals', () => {
	test.each([
		['2023-01-01', 380, 690],
		['2023-12-31T23:59:59.999Z', 380, 690],
		['2024-01-01', 413, 723],
		['2025-06-30', 440, 750],
		['2025-12-31T23:59:59.999Z', 440, 750],
		['2026-01-01', 457, 767],
	])('in Germany on %s: %d is taxed, %d at most', (day, flatTaxed, most) => {
		const values = on(day);
		expect(values).toMatchObject({ flatTaxed, taxFree: 310, currency: 'EUR_CENT' });
		expect(mealDaysPerMonth('DE', Date.parse(day))).toBe(15);
		expect(values && mostForMeals(values, 1)).toBe(most);
	});

	test('end with their year: those of last year never apply, while the number of days does', () => {
		expect([on('2026-12-31T23:59:59.999Z')?.flatTaxed, on('2027-01-01'), on('2031-05-05')]).toEqual([
			457,
			null,
			null,
		]);
		expect(mealDaysPerMonth('DE', Date.parse('2027-01-01'))).toBe(15);
	});

	test('are unknown before the first ones, in other countries, and where none is named', () => {
		expect([on('2022-12-31'), on('2026-01-01', 'AT'), on('2026-01-01', null)]).toEqual([null, null, null]);
		expect([hasMealValues('DE'), hasMealValues('AT')]).toEqual([true, false]);
	});

	test('have a source each, and stand in the order of their days', () => {
		expect(MEAL_VALUES.map(({ source }) => /SvEV § 2 .*LStR R 8\.1/.test(source))).not.toContain(false);
		const days = MEAL_VALUES.map(({ from }) => from);
		expect(days).toEqual([...new Set(days)].sort((a, b) => a - b));
	});
});

describe('an amount for meals', () => {
	test.each([
		[456, 1, 456, 0],
		[457, 1, 457, 0],
		[458, 1, 457, 1],
		[767, 1, 457, 310],
		[914, 2, 914, 0],
		[11505, 15, 6855, 4650],
	])(
		'a meal expense of %d for %d days has the parts %d and %d in 2026',
		(value, days, flatTaxed, taxFree) => {
			const values = on('2026-03-01');
			expect(values && mealParts(values, { days, price: null }, value)).toEqual({ flatTaxed, taxFree });
		},
	);

	test('is the sum of its parts, none of them negative or above the law’s limit', () => {
		const cases = fc.tuple(
			fc.constantFrom(...MEAL_VALUES),
			fc.integer({ min: 1, max: 31 }),
			fc.double({ min: 0, max: 1, noNaN: true }),
		);
		fc.assert(
			fc.property(cases, ([values, days, share]) => {
				const value = Math.ceil(mostForMeals(values, days) * share);
				const { flatTaxed, taxFree } = mealParts(values, { days, price: null }, value);
				expect(flatTaxed + taxFree).toBe(value);
				expect(flatTaxed).toBeGreaterThanOrEqual(0);
				expect(taxFree).toBeGreaterThanOrEqual(0);
				expect(flatTaxed).toBeLessThanOrEqual(values.flatTaxed * days);
				expect(taxFree).toBeLessThanOrEqual(values.taxFree * days);
			}),
			{ seed: 767, numRuns: 1000 },
		);
	});
});

describe('an amount for meals whose price is known (LStH H 8.1 (7))', () => {
	test.each([
		['a meal that costs more than is paid', 1, 1250, 767, 0, 767],
		['a price of the amount is no own share', 1, 767, 767, 457, 310],
		['an own share below the official value', 1, 800, 600, 257, 343],
		['a price below the official value is taxed as far as it is paid', 1, 400, 300, 300, 0],
		['two days', 2, 1000, 900, 814, 86],
	])('%s: %d days, price %d, paid %d', (_, days, price, value, flatTaxed, taxFree) => {
		const values = on('2026-03-01');
		expect(values && mealParts(values, { days, price }, value)).toEqual({ flatTaxed, taxFree });
	});

	test('is taxed per day as the formula of the law has it, whatever the price', () => {
		const cases = fc.tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 767 }), fc.nat(2000));
		fc.assert(
			fc.property(cases, ([days, perDay, more]) => {
				const values = on('2026-03-01');
				if (values === null) throw new Error('No values');
				const [value, price] = [perDay * days, (perDay + more) * days];
				const lawful = Math.max(0, Math.min(perDay, 457 - more)) * days;
				const parts = mealParts(values, { days, price }, value);
				expect(parts).toEqual({ flatTaxed: lawful, taxFree: value - lawful });
			}),
			{ seed: 767, numRuns: 1000 },
		);
	});
});

describe('the meals of an expense', () => {
	const expense = {
		amountValue: 900,
		days: 3,
		mealPriceValue: null,
		requestedAmountValue: null,
		approvedAmountValue: null,
		approvedDays: null,
	};

	test.each([
		['have no price unless it is named', {}, { days: 3, price: null }],
		['have the named price', { mealPriceValue: 1000 }, { days: 3, price: 1000 }],
		['have the requested amount as price', { requestedAmountValue: 1200 }, { days: 3, price: 1200 }],
		[
			'have the named price before the requested amount',
			{ mealPriceValue: 1300, requestedAmountValue: 1200 },
			{ days: 3, price: 1300 },
		],
		[
			'have a share of the price for fewer days, rounded down',
			{ mealPriceValue: 1000, approvedDays: 2, approvedAmountValue: 500 },
			{ days: 2, price: 666 },
		],
		[
			'never cost less than is paid',
			{ mealPriceValue: 1000, approvedDays: 1, approvedAmountValue: 500 },
			{ days: 1, price: 500 },
		],
	])('%s', (_, fields, expected) => {
		expect(mealsOf({ ...expense, ...fields })).toEqual(expected);
	});

	test('are none for other modules', () => {
		expect(mealsOf({ ...expense, days: null })).toBeNull();
	});
});
