import { describe, expect, test } from 'vitest';
import { pendingTransactions, wageTypeKeyOf } from '../../../src/benefits/ledger/rules.ts';

test('an approved expense becomes a PENDING line with the payroll data of today', () => {
	const submitted = Date.parse('2023-03-02T18:00:00.001Z');
	const approved = Date.parse('2023-03-03T10:00:00.000Z');
	const cutOff = Date.parse('2023-04-07T23:59:59.999Z');
	const expense = {
		id: 'expense',
		dateCreated: submitted,
		companyId: 'company',
		module: 'MEALS',
		date: Date.parse('2023-02-27'),
		meals: { days: 3, price: null },
		amount: { value: 5000, currency: 'CHF_CENTIMES' },
	} as const;
	const payee = { personnelNumber: '00017', costCenter: null };
	const [line, ...more] = pendingTransactions(expense, payee, null, cutOff, approved);
	expect(more).toEqual([]);
	expect(line).toEqual({
		id: expect.any(String),
		dateCreated: approved,
		dateModified: approved,
		dateDeleted: null,
		flexDataId: 'expense',
		companyId: 'company',
		module: 'MEALS',
		kind: 'EXPENSE',
		personnelNumber: '00017',
		costCenter: null,
		amountValue: 5000,
		amountCurrency: 'CHF_CENTIMES',
		state: 'PENDING',
		payrollReferenceDate: cutOff,
		submittedDate: submitted,
		runId: null,
		awaitsMealValue: false,
	});
});

describe('an approved expense for meals, where they are split', () => {
	const expense = {
		id: 'expense',
		dateCreated: 1,
		companyId: 'company',
		module: 'MEALS',
		date: Date.parse('2026-03-02'),
		meals: { days: 2, price: null },
		amount: { value: 1000, currency: 'EUR_CENT' },
	} as const;
	const linesOf = (fields: object = {}, country: 'DE' | 'AT' | null = 'DE') =>
		pendingTransactions(
			{ ...expense, ...fields },
			{ personnelNumber: '17', costCenter: 'A' },
			country,
			2,
			3,
		).map(({ kind, amountValue }) => [kind, amountValue]);

	test('becomes two lines, that with flat tax first', () => {
		expect(linesOf()).toEqual([
			['MEALS_FLAT_TAXED', 914],
			['MEALS_TAX_FREE', 86],
		]);
	});

	test('becomes one line when the official value covers it', () => {
		expect(linesOf({ amount: { value: 914, currency: 'EUR_CENT' } })).toEqual([['MEALS_FLAT_TAXED', 914]]);
	});

	test.each<[string, object, 'DE' | 'AT' | null]>([
		['nobody has asked for it', {}, null],
		['the law of the country is not known', {}, 'AT'],
		['its day is before the first values', { date: Date.parse('2022-12-31') }, 'DE'],
		['it is not for meals', { module: 'HEALTH', meals: null }, 'DE'],
	])('stays whole when %s', (_, fields, country) => {
		expect(linesOf(fields, country)).toEqual([['EXPENSE', 1000]]);
	});
});

test('a line is booked by the wage type of its module, but the free part of meals by one of its own', () => {
	expect(wageTypeKeyOf({ kind: 'EXPENSE', module: 'KITA' })).toBe('KITA');
	expect(wageTypeKeyOf({ kind: 'MEALS_FLAT_TAXED', module: 'MEALS' })).toBe('MEALS');
	expect(wageTypeKeyOf({ kind: 'MEALS_TAX_FREE', module: 'MEALS' })).toBe('MEALS_TAX_FREE');
});
