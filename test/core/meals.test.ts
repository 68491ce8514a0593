import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasMealValues, MEAL_VALUES, mealParts, mealValuesOn, mostForMeals } from '../../src/core/meals.ts';

const on = (day: string, country: 'DE' | 'AT' | null = 'DE') => mealValuesOn(country, Date.parse(day));
const euros = (value: number) => ({ value, currency: 'EUR_CENT' }) as const;

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
		expect(values).toMatchObject({ flatTaxed, taxFree: 310, daysPerMonth: 15, currency: 'EUR_CENT' });
		expect(values && mostForMeals(values, 1)).toBe(most);
	});

	test('hold until newer ones are known', () => {
		expect(on('2031-05-05')).toBe(MEAL_VALUES.at(-1));
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
			expect(values && mealParts(values, days, euros(value))).toEqual({ flatTaxed, taxFree });
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
				const { flatTaxed, taxFree } = mealParts(values, days, euros(value));
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
