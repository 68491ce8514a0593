import { describe, expect, test } from 'vitest';
import {
	type MonthlyBudget,
	requireUnrestricted,
	restrictionAt,
} from '../../../src/foundation/core/budget.ts';
import { employed, spendOn, utc } from '../../harness/grants.ts';

const budget = (from: string, until: string | null, amountValue: number): MonthlyBudget => ({
	id: `budget of ${from}`,
	validFrom: utc(from),
	validUntil: until === null ? null : utc(until),
	amountValue,
	amountCurrency: 'EUR_CENT',
});
const budgets = [
	budget('2023-01-01', '2023-03-09T23:59:59.999Z', 1000),
	budget('2023-03-10', '2023-05-01T00:00:00.000Z', 3000),
];
const inMarch = utc('2023-03-05');

describe('the monthly budget restricts a month', () => {
	test.each([
		['2022-12-31', null],
		['2023-01-01', 1000],
		['2023-02-28', 1000],
		['2023-03-01', 3000],
		['2023-04-30', 3000],
		['2023-05-01', null],
	])('on %s, by the last one in force in it: %s', (day, limit) => {
		expect(restrictionAt(utc(day), budgets, employed, [])?.limit ?? null).toBe(limit);
	});

	test('only while the employee is employed', () => {
		const leaving = { dateTerminated: utc('2023-04-01') };
		expect(restrictionAt(utc('2023-03-31'), budgets, leaving, [])?.limit).toBe(3000);
		expect(restrictionAt(utc('2023-04-01'), budgets, leaving, [])).toBeNull();
	});

	test('by what all modules but SPORTS have taken in it, in its currency', () => {
		const spendings = [
			spendOn('MEALS', '2023-03-01', 500),
			spendOn('KITA', '2023-03-31T23:59:59.999Z', 700, 'EUR_CENT', true),
			spendOn('MEALS', '2023-03-01', -200),
			spendOn('SPORTS', '2023-03-01', 9000),
			spendOn('MEALS', '2023-04-01', 50),
			spendOn('MEALS', '2023-02-28', 50),
			spendOn('MEALS', '2023-03-02', 50, 'CHF_CENTIMES'),
		];
		expect(restrictionAt(inMarch, budgets, employed, spendings)).toEqual({
			month: '2023-03',
			currency: 'EUR_CENT',
			limit: 3000,
			used: 1000,
			left: 2000,
		});
	});

	test('and leaves nothing, rather than less, when more was taken before', () => {
		const spendings = [spendOn('MEALS', '2023-03-01', 4000)];
		expect(restrictionAt(inMarch, budgets, employed, spendings)).toMatchObject({ used: 4000, left: 0 });
	});
});

describe('the rest under the restriction', () => {
	const restriction = {
		month: '2023-03',
		currency: 'EUR_CENT',
		limit: 3000,
		used: 1000,
		left: 2000,
	} as const;
	const cents = (value: number) => ({ value, currency: 'EUR_CENT' }) as const;

	test.each([
		['to the cent', () => requireUnrestricted(cents(2000), 'MEALS', restriction)],
		['any amount for sports', () => requireUnrestricted(cents(9000), 'SPORTS', restriction)],
		['any amount without a monthly budget', () => requireUnrestricted(cents(9000), 'MEALS', null)],
		[
			'another currency',
			() => requireUnrestricted({ value: 9000, currency: 'CHF_CENTIMES' }, 'MEALS', restriction),
		],
	])('may be spent: %s', (_, spending) => {
		expect(spending).not.toThrow();
	});

	test('is named by the refusal of a cent more', () => {
		expect(() => requireUnrestricted(cents(2001), 'KITA', restriction)).toThrowError(
			expect.objectContaining({
				code: 'budget_exceeded',
				message:
					'The monthly budget permits 3000 EUR_CENT in 2023-03 on all modules but SPORTS; 1000 are used, 2000 are left.',
				extras: { month: '2023-03', limit: 3000, used: 1000, left: 2000 },
			}),
		);
	});
});
