import type { Actor } from '../../core/actor.ts';
import { balancesOfYear, type Grant, type Spending } from '../../core/balance.ts';
import { budgetOf, requireWithinBudget } from '../../core/budget.ts';
import type { Employment } from '../../core/employment.ts';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import type { Currency, Money } from '../../core/money.ts';
import { Refusal } from '../../core/refusals.ts';

/** Refuses to correct what was paid for oneself. */
export function refuseOwn(actor: Actor, expense: { employeeId: string }): void {
	if (expense.employeeId === actor.employeeId) {
		throw new Refusal('forbidden', 'Nobody corrects what was paid for oneself.');
	}
}

/** What a correction is held against. */
export interface Corrected {
	state: string;
	amountCurrency: Currency;
	/** What all lines of its expense add up to. */
	total: number;
}

/** Refuses to correct what is not committed, in another currency, or to take back more than was paid. */
export function requireCorrectable({ state, amountCurrency, total }: Corrected, amount: Money): void {
	if (state !== 'COMMITTED') {
		throw new Refusal(
			'not_committed',
			'Only a COMMITTED transaction is corrected; a PENDING one can still change.',
		);
	}
	if (amount.currency !== amountCurrency) {
		throw new Refusal('currency_mismatch', `The transaction is in ${amountCurrency}.`);
	}
	if (total + amount.value < 0) {
		throw new Refusal(
			'correction_exceeds_transaction',
			`At most ${total} ${amount.currency} can be taken back.`,
			{
				limit: total,
			},
		);
	}
}

/** Refuses to pay more than the budget of the expense's month, and of the months behind it, has left. */
export function requireRoom(
	amount: Money,
	expenseDate: Instant,
	timeline: readonly Grant[],
	employment: Employment,
	spendings: readonly Spending[],
): void {
	if (amount.value < 0) return;
	const balances = balancesOfYear(expenseDate, timeline, employment, spendings);
	requireWithinBudget(amount, budgetOf(balances, toYearMonth(expenseDate)));
}
