import { describe, expect, test } from 'vitest';
import {
	refuseOwn,
	requireCorrectable,
	requireLawfulParts,
	requireRoom,
} from '../../../../src/benefits/payroll/corrections/rules.ts';
import type { Grant } from '../../../../src/foundation/core/balance.ts';
import type { ModuleSpending } from '../../../../src/foundation/core/budget.ts';
import { mealValuesOn } from '../../../../src/foundation/core/meals.ts';
import type { Currency } from '../../../../src/foundation/core/money.ts';
import { employed, grant, spendOn, utc } from '../../../harness/grants.ts';

const cents = (value: number) => ({ value, currency: 'EUR_CENT' }) as const;

describe('permitted corrections of a committed line for an expense of 1000', () => {
	const correct =
		(value: number, { state = 'COMMITTED', total = 1000 } = {}, currency?: Currency) =>
		() =>
			requireCorrectable(
				{ state, amountCurrency: 'EUR_CENT', total },
				{ value, currency: currency ?? 'EUR_CENT' },
			);

	test.each([-1000, -999, 1, 100_000])('by %d', (value) => {
		expect(correct(value)).not.toThrow();
	});

	test.each([
		['more than was paid', correct(-1001), 'At most 1000 EUR_CENT can be taken back.', { limit: 1000 }],
		[
			'more than former corrections left',
			correct(-401, { total: 400 }),
			'At most 400 EUR_CENT can be taken back.',
			{ limit: 400 },
		],
		['anything once all is taken back', correct(-1, { total: 0 }), undefined, { limit: 0 }],
	])('not %s', (_, correcting, message, extras) => {
		const expected = { code: 'correction_exceeds_transaction', extras };
		expect(correcting).toThrowError(
			expect.objectContaining(message === undefined ? expected : { ...expected, message }),
		);
	});

	test('not in another currency, however little', () => {
		expect(correct(1, {}, 'CHF_CENTIMES')).toThrowError(
			expect.objectContaining({ code: 'currency_mismatch', message: 'The transaction is in EUR_CENT.' }),
		);
	});

	test('not a line that is still pending, whatever the amount', () => {
		expect(correct(-5000, { state: 'PENDING' }, 'CHF_CENTIMES')).toThrowError(
			expect.objectContaining({
				code: 'not_committed',
				message:
					'Only a COMMITTED transaction can be corrected. Take back the approval of a PENDING one with POST /flex/expenses/{expenseId}/reopening, or settle it outside payroll.',
			}),
		);
	});
});

describe('the room for a payment on an expense of January, 50 granted a month and carried over', () => {
	const january = '2023-01-20';
	const wholeYear = [grant('2023-01-01', null)];
	const room =
		(value: number, spendings: ModuleSpending[], timeline: Grant[] = wholeYear) =>
		() =>
			requireRoom(
				cents(value),
				{ date: utc(january), module: 'MEALS' },
				{ timeline, employment: employed, spendings, monthlyBudgets: [] },
			);

	test.each<[rule: string, value: number, spendings: ModuleSpending[]]>([
		['what is left of its month', 30, [spendOn('MEALS', january, 20)]],
		['no more than later months have left', 10, [spendOn('MEALS', '2023-02-20', 90)]],
		['the last cent of its month', 1, [spendOn('MEALS', january, 49)]],
	])('lets %s: %d', (_, value, spendings) => {
		expect(room(value, spendings)).not.toThrow();
		expect(room(value + 1, spendings)).toThrowError(expect.objectContaining({ code: 'budget_exceeded' }));
	});

	test('is named by the refusal', () => {
		expect(room(31, [spendOn('MEALS', january, 15), spendOn('MEALS', january, 5)])).toThrowError(
			expect.objectContaining({
				code: 'budget_exceeded',
				message: '2023-01 has 50 EUR_CENT, including carry-over; 20 are used, 30 are left.',
				extras: { month: '2023-01', limit: 50, used: 20, left: 30 },
			}),
		);
	});

	test('is none in another currency', () => {
		const inFrancs = [grant('2023-01-01', null, { budgetCurrency: 'CHF_CENTIMES' })];
		expect(room(1, [], inFrancs)).toThrowError(expect.objectContaining({ code: 'currency_mismatch' }));
	});

	test('is none without access', () => {
		expect(room(1, [], [])).toThrowError(
			expect.objectContaining({
				code: 'budget_exceeded',
				extras: { month: '2023-01', limit: 0, used: 0, left: 0 },
			}),
		);
	});

	test('does not matter to what is taken back, in an overdrawn month or another currency', () => {
		const inFrancs = [grant('2023-01-01', null, { budgetCurrency: 'CHF_CENTIMES' })];
		expect(room(-1, [spendOn('MEALS', january, 400)])).not.toThrow();
		expect(room(-1, [spendOn('MEALS', january, 400)], inFrancs)).not.toThrow();
	});
});

describe('permission to correct', () => {
	const actor = {
		userId: 'u',
		sessionId: 's',
		roles: [],
		employeeId: 'e',
		soleCompanyId: null,
		operations: null,
	};

	test('nobody what was paid for oneself', () => {
		expect(() => refuseOwn(actor, { employeeId: 'e' })).toThrowError(
			expect.objectContaining({
				code: 'forbidden',
				message: 'You cannot correct a payment to yourself.',
			}),
		);
	});

	test.each([{ employeeId: 'e' }, { employeeId: null }])('everybody else: %j', (other) => {
		expect(() => refuseOwn({ ...actor, ...other }, { employeeId: 'colleague' })).not.toThrow();
	});
});

describe('parts of 2 days of meals in 2023: at most 760 taxed and 620 tax-free', () => {
	const values = mealValuesOn('DE', utc('2023-02-27'));
	const correct =
		(
			kind: 'MEALS_FLAT_TAXED' | 'MEALS_TAX_FREE' | 'EXPENSE',
			value: number,
			flatTaxed: number,
			taxFree: number,
			price: number | null = null,
		) =>
		() =>
			requireLawfulParts(kind, cents(value), { flatTaxed, taxFree }, { meals: { days: 2, price }, values });

	test.each([
		['the free part is taken back first', correct('MEALS_TAX_FREE', -200, 760, 200)],
		['then the taxed one', correct('MEALS_FLAT_TAXED', -760, 760, 0)],
		['what is paid more is taxed at first', correct('MEALS_FLAT_TAXED', 60, 700, 0)],
		['and then free', correct('MEALS_TAX_FREE', 620, 760, 0)],
		['a whole expense has no parts', correct('EXPENSE', 5000, 0, 0)],
		[
			'with a known price the taxed part is taken back first',
			correct('MEALS_FLAT_TAXED', -200, 200, 140, 900),
		],
		['then the free one', correct('MEALS_TAX_FREE', -140, 0, 140, 900)],
		[
			'what is paid more is free at first, up to the price above the official value',
			correct('MEALS_TAX_FREE', 40, 0, 100, 900),
		],
		['and then taxed, up to the price', correct('MEALS_FLAT_TAXED', 560, 200, 140, 900)],
	])('%s', (_, correcting) => {
		expect(correcting).not.toThrow();
	});

	test.each<[string, () => void, string, object]>([
		[
			'the taxed part is not taken back while something is free',
			correct('MEALS_FLAT_TAXED', -1, 760, 1),
			'correction_exceeds_transaction',
			{ limit: 0 },
		],
		[
			'no more is taxed than the law has',
			correct('MEALS_FLAT_TAXED', 61, 700, 0),
			'tax_budget_exceeded',
			{ limit: 760, used: 700, left: 60 },
		],
		[
			'nothing is free before the rest is taxed',
			correct('MEALS_TAX_FREE', 1, 759, 0),
			'tax_budget_exceeded',
			{ limit: 0, used: 0, left: 0 },
		],
		[
			'no more is free than the law has',
			correct('MEALS_TAX_FREE', 421, 760, 200),
			'tax_budget_exceeded',
			{ limit: 620, used: 200, left: 420 },
		],
		[
			'with a known price the free part is not taken back while something is taxed',
			correct('MEALS_TAX_FREE', -1, 1, 140, 900),
			'correction_exceeds_transaction',
			{ limit: 0 },
		],
		[
			'no more than the price is paid',
			correct('MEALS_FLAT_TAXED', 561, 200, 140, 900),
			'tax_budget_exceeded',
			{ limit: 760, used: 200, left: 560 },
		],
	])('%s', (_, correcting, code, extras) => {
		expect(correcting).toThrowError(expect.objectContaining({ code, extras }));
	});
});
