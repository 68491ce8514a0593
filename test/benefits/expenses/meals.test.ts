import { describe, expect, test } from 'vitest';
import { permittedPart, requireAllowed } from '../../../src/benefits/expenses/circumstances/rules.ts';
import { access, allowed, circumstances, type Given, meals, taken, verdict } from './circumstances.ts';

const utc = Date.parse;
const cents = (value: number) => ({ value, currency: 'EUR_CENT' }) as const;
/** Under the law of Germany, with a budget that is not what forbids; the middle of March 2023 unless said. */
const german = (fields: Given = {}): Given => ({
	mealsLaw: { country: 'DE', areAbsencesRecorded: false },
	timeline: [access({ budgetValue: 100_000, allowedModules: ['MEALS', 'HEALTH'] })],
	...fields,
});

describe('meals as the law has them: the amount', () => {
	test.each([
		[1, 690, allowed],
		[1, 691, 'tax_budget_exceeded'],
		[3, 2070, allowed],
		[3, 2071, 'tax_budget_exceeded'],
	])('for %d days in 2023, %d is %s', (days, value, expected) => {
		expect(verdict(meals({ days, amount: cents(value) }), german())).toBe(expected);
	});

	test('is bounded by the values of the day of the expense, not of today', () => {
		const now = utc('2024-01-05');
		const expense = (date: string) => meals({ date: utc(date), amount: cents(691) });
		expect(verdict(expense('2023-12-31'), german({ now }))).toBe('tax_budget_exceeded');
		expect(verdict(expense('2024-01-02'), german({ now }))).toBe(allowed);
	});

	test('is taken up to what the law has, when that is asked for', () => {
		const given = circumstances(german());
		expect(permittedPart(meals({ days: 2, amount: cents(5000) }), given)).toEqual(cents(1380));
	});

	test('must be in euros, in which the law values it', () => {
		const given = german({ timeline: [access({ budgetCurrency: 'CHF_CENTIMES', budgetValue: 100_000 })] });
		const francs = meals({ amount: { value: 100, currency: 'CHF_CENTIMES' } });
		expect(verdict(francs, given)).toBe('currency_mismatch');
		expect(verdict(francs, { ...given, mealsLaw: { country: null, areAbsencesRecorded: false } })).toBe(
			allowed,
		);
	});
});

describe('meals as the law has them: the days', () => {
	test.each<[string, number, number, string, string]>([
		['the present month so far', 15, 0, '2023-03-15T12:00:00.000Z', allowed],
		['more than it has had', 15, 0, '2023-03-14T23:59:59.999Z', 'max_days_exceeded'],
		['with those of other expenses', 4, 11, '2023-03-15T12:00:00.000Z', allowed],
		['more with those of other expenses', 4, 12, '2023-03-15T12:00:00.000Z', 'max_days_exceeded'],
		['15 of a longer month', 15, 0, '2023-03-31T12:00:00.000Z', allowed],
		['more than 15 of a longer month', 16, 0, '2023-03-31T12:00:00.000Z', 'max_days_exceeded'],
		['a month that is over', 15, 0, '2023-04-02T12:00:00.000Z', allowed],
	])('%s: %d, beside %d, on %s', (_, days, others, now, expected) => {
		const spendings = others === 0 ? [] : [taken('2023-03-02', 1, { days: others })];
		expect(verdict(meals({ days }), german({ now: utc(now), spendings }))).toBe(expected);
	});

	test('refusals contain the used and remaining days', () => {
		const refused = () =>
			requireAllowed(
				meals({ days: 7 }),
				circumstances(german({ spendings: [taken('2023-03-02', 1, { days: 9 })] })),
			);
		expect(refused).toThrowError(
			expect.objectContaining({
				message: 'At most 15 days of MEALS in this month so far; 9 are used and 6 are left.',
				extras: { limit: 15, used: 9, left: 6 },
			}),
		);
	});
});

test.each([
	[
		'without the setting',
		meals({ days: 31, amount: cents(50_000) }),
		{ mealsLaw: { country: null, areAbsencesRecorded: false } },
	],
	[
		'in a country without values',
		meals({ days: 31, amount: cents(50_000) }),
		{ mealsLaw: { country: 'AT' as const, areAbsencesRecorded: false } },
	],
	['for another module', meals({ module: 'HEALTH', days: null, amount: cents(50_000) }), {}],
])('nothing of it holds %s', (_, expense, fields) => {
	expect(verdict(expense, german(fields))).toBe(allowed);
});
