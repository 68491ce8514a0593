import { expect, test } from 'vitest';
import { requireReasonOfPart } from '../../../../src/benefits/expenses/decisions/rules.ts';
import { checksOf, isFinding, type ReviewContext } from '../../../../src/benefits/expenses/review/rules.ts';
import { Refusal } from '../../../../src/foundation/core/refusals.ts';

const DEADLINE = Date.UTC(2023, 2, 7);
const OTHER = { id: 'x', dateCreated: 0, firstName: null, lastName: null, personnelNumber: '7' };
const FINE: ReviewContext = {
	deadline: DEADLINE,
	receipts: [{}],
	refusals: [],
	duplicates: { sameReceipt: [], samePurchase: [], sameDayAndAmount: [] },
	warnings: [],
	machine: null,
	room: { left: null, mealDays: null },
};
const USAGE = { limit: 9, used: 0, left: 9 };
const checked = (given: Partial<ReviewContext>, now = DEADLINE) =>
	Object.fromEntries(checksOf({ ...FINE, ...given }, now).map(({ name, result }) => [name, result]));
const ALL_FINE = {
	receipt: 'fine',
	access: 'fine',
	month: 'fine',
	left: 'fine',
	sameReceipt: 'fine',
	sameDayAndAmount: 'fine',
};

test.each<[what: string, given: Partial<ReviewContext>, differs: object]>([
	['nothing', {}, {}],
	['no receipt, which the company does not demand', { receipts: [] }, { receipt: 'doubt' }],
	[
		'no receipt, which the company demands',
		{ receipts: [], refusals: [new Refusal('receipt_missing', '')] },
		{ receipt: 'forbidden' },
	],
	[
		'an amount over what is left',
		{ refusals: [new Refusal('budget_exceeded', '', { ...USAGE, month: '2023-02' })] },
		{ left: 'forbidden' },
	],
	[
		'an amount over the tax rules',
		{ refusals: [new Refusal('tax_budget_exceeded', '', USAGE)] },
		{ left: 'forbidden' },
	],
	['another currency', { refusals: [new Refusal('currency_mismatch', '')] }, { left: 'forbidden' }],
	[
		'a module without access, so that no budget was compared',
		{ refusals: [new Refusal('module_not_allowed', '')] },
		{ access: 'forbidden', left: 'open' },
	],
	['an own expense', { refusals: [new Refusal('forbidden', '')] }, { own: 'forbidden' }],
	['meal days', { room: { left: null, mealDays: { used: 1, limit: 15 } } }, { mealDays: 'fine' }],
	[
		'too many meal days',
		{ refusals: [new Refusal('max_days_exceeded', '', USAGE)] },
		{ mealDays: 'forbidden' },
	],
	[
		'the same file',
		{ duplicates: { sameReceipt: [OTHER], samePurchase: [], sameDayAndAmount: [] } },
		{ sameReceipt: 'doubt' },
	],
	[
		'the same day and amount',
		{ duplicates: { sameReceipt: [], samePurchase: [], sameDayAndAmount: [OTHER] } },
		{ sameDayAndAmount: 'doubt' },
	],
	[
		'a legal limit',
		{
			warnings: [
				{ expenseId: 'x', code: 'internet_exceeded', value: 5001, limit: 5000, currency: 'EUR_CENT' },
			],
		},
		{ limit: 'doubt' },
	],
])('of %s', (_, given, differs) => {
	expect(checked(given)).toEqual({ ...ALL_FINE, ...differs });
});

test('a closed month is no finding, because the expense is only paid later', () => {
	expect(checked({}, DEADLINE + 1)).toEqual({ ...ALL_FINE, month: 'open' });
	expect(checksOf(FINE, DEADLINE + 1).some(isFinding)).toBe(false);
});

test('a refusal keeps its line, with two of one kind as two lines', () => {
	const refusals = [USAGE, USAGE].map((usage) => new Refusal('tax_budget_exceeded', '', usage));
	const lines = checksOf({ ...FINE, refusals }, DEADLINE).filter(({ name }) => name === 'left');
	expect(lines.map(({ refusal }) => refusal)).toEqual(refusals);
});

test.each([
	['all of it', { approvedAmountValue: 100, approvedDays: null }, true],
	['less', { approvedAmountValue: 99, approvedDays: null }, false],
	['fewer days', { approvedAmountValue: 100, approvedDays: 1 }, false],
	['nothing', { approvedAmountValue: null, approvedDays: null }, true],
])('an approval of %s needs a reason unless it is of all', (_, approved, isAllowed) => {
	const check = (reasons: 'no_date'[]) => () =>
		requireReasonOfPart({ amountValue: 100, ...approved, reasons });
	expect(check(['no_date'])).not.toThrow();
	if (isAllowed) expect(check([])).not.toThrow();
	else expect(check([])).toThrow('Say why only a part is approved.');
});
