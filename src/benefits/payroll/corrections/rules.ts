import { type Actor, personBehind } from '../../../foundation/core/actor.ts';
import { balancesOfYear, type Grant } from '../../../foundation/core/balance.ts';
import {
	budgetAt,
	type ModuleSpending,
	type MonthlyBudget,
	requireUnrestricted,
	requireWithinBudget,
	restrictionAt,
} from '../../../foundation/core/budget.ts';
import type { Employment } from '../../../foundation/core/employment.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { type Meals, type MealValues, mealParts, mostForMeals } from '../../../foundation/core/meals.ts';
import type { Module } from '../../../foundation/core/modules.ts';
import type { Currency, Money } from '../../../foundation/core/money.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { TransactionKind } from '../../ledger/rules.ts';

export function refuseOwn(actor: Actor, expense: { employeeId: string }): void {
	if (expense.employeeId === personBehind(actor).employeeId) {
		throw new Refusal('forbidden', 'You cannot correct a payment to yourself.');
	}
}

export interface Corrected {
	state: string;
	amountCurrency: Currency;
	/** The sum of the expense's transactions of this kind, in minor units. */
	total: number;
}

/** Refuses to correct a line that is not committed, to use another currency, or to take back more than was paid. */
export function requireCorrectable({ state, amountCurrency, total }: Corrected, amount: Money): void {
	if (state !== 'COMMITTED') {
		throw new Refusal(
			'not_committed',
			'Only a COMMITTED transaction can be corrected. Take back the approval of a PENDING one with POST /flex/expenses/{expenseId}/reopening, or settle it outside payroll.',
		);
	}
	if (amount.currency !== amountCurrency) {
		throw new Refusal('currency_mismatch', `The transaction is in ${amountCurrency}.`);
	}
	if (total + amount.value < 0) {
		const detail = `At most ${total} ${amount.currency} can be taken back.`;
		throw new Refusal('correction_exceeds_transaction', detail, { limit: total });
	}
}

/**
 * Refuses a correction of a settled line unless it takes the settlement back. It needs the currency and sign of the line, and at most the
 * amount that earlier corrections have left.
 */
export function requireSettled(
	{ amountValue, amountCurrency }: { amountValue: number; amountCurrency: Currency },
	takenBack: number,
	amount: Money,
): void {
	if (amount.currency !== amountCurrency) {
		throw new Refusal('currency_mismatch', `The transaction is in ${amountCurrency}.`);
	}
	const left = amountValue - takenBack;
	if (Math.sign(amount.value) === Math.sign(left) && Math.abs(amount.value) <= Math.abs(left)) return;
	const detail = `The transaction was settled outside payroll. A correction takes back up to ${left} ${amountCurrency} of that, and the next run pays it.`;
	throw new Refusal('correction_exceeds_transaction', detail, { limit: left });
}

/** The sums of the parts of an expense for meals, in minor units. */
export interface PaidParts {
	flatTaxed: number;
	taxFree: number;
}

/** Refuses a correction that breaks the lawful split of meals. The part paid first is taken back last, and no part exceeds its limit. */
export function requireLawfulParts(
	kind: TransactionKind,
	amount: Money,
	paid: PaidParts,
	{ meals, values }: { meals: Meals | null; values: MealValues | null },
): void {
	if (kind === 'EXPENSE' || values === null || meals === null) return;
	const part = kind === 'MEALS_TAX_FREE' ? 'taxFree' : 'flatTaxed';
	// If the price is known, the employee's share first covers the official value. The tax-free part is then paid first.
	const [first, last] =
		meals.price === null ? (['flatTaxed', 'taxFree'] as const) : (['taxFree', 'flatTaxed'] as const);
	if (amount.value < 0) {
		if (part === last || paid[last] === 0) return;
		const name = last === 'taxFree' ? 'tax-free' : 'taxed';
		const detail = `The ${name} part is taken back first. Correct that line.`;
		throw new Refusal('correction_exceeds_transaction', detail, { limit: 0 });
	}
	const most = Math.min(mostForMeals(values, meals.days), meals.price ?? Number.POSITIVE_INFINITY);
	const limits = mealParts(values, meals, most);
	const used = paid[part];
	const limit = part === last && paid[first] < limits[first] ? used : limits[part];
	const left = Math.max(0, limit - used);
	if (amount.value <= left) return;
	const detail = `The law permits at most ${limit} ${amount.currency} for this part of ${meals.days} days of meals; ${left} are left.`;
	throw new Refusal('tax_budget_exceeded', detail, { limit, used, left });
}

/** Refuses to pay more for a voucher than its amount. */
export function requireVoucherAmount(amount: Money, total: number, voucher: { amountValue: number }): void {
	const limit = voucher.amountValue - total;
	if (amount.value <= limit) return;
	const detail = `At most ${limit} ${amount.currency} can be added, up to the amount of the voucher.`;
	throw new Refusal('correction_exceeds_transaction', detail, { limit });
}

interface Payee {
	personnelNumber: string | null;
	costCenter: string | null;
}

/** Returns who gets a correction. Money is taken back under the number of that time, and paid under the present number. */
export function payeeOf(corrected: Payee, amount: Money, employee: Payee): Payee {
	const { personnelNumber, costCenter } = amount.value < 0 ? corrected : employee;
	return { personnelNumber, costCenter };
}

export interface Room {
	timeline: readonly Grant[];
	employment: Employment;
	spendings: readonly ModuleSpending[];
	/** The monthly budgets of goodies, if they limit spending on other modules. */
	monthlyBudgets: readonly MonthlyBudget[];
}

/** Refuses to pay more than what the month of the expense and later months of its chain have left. */
export function requireRoom(
	amount: Money,
	{ date, module }: { date: Instant; module: Module },
	{ timeline, employment, spendings, monthlyBudgets }: Room,
): void {
	if (amount.value < 0) return;
	requireUnrestricted(amount, module, restrictionAt(date, monthlyBudgets, employment, spendings));
	requireWithinBudget(amount, budgetAt(balancesOfYear(date, timeline, employment, spendings), date));
}
