import type { Actor } from '../../core/actor.ts';
import { balancesOfYear, type Grant, type Spending } from '../../core/balance.ts';
import { budgetOf, requireWithinBudget } from '../../core/budget.ts';
import type { Employment } from '../../core/employment.ts';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import type { Currency, Money } from '../../core/money.ts';
import { Refusal } from '../../core/refusals.ts';

/** Refuses a correction of what was paid to the actor. */
export function refuseOwn(actor: Actor, expense: { employeeId: string }): void {
	if (expense.employeeId === actor.employeeId) {
		throw new Refusal('forbidden', 'You may not correct what was paid to yourself.');
	}
}

export interface Corrected {
	state: string;
	amountCurrency: Currency;
	/** The sum of all transactions of its expense, in minor units. */
	total: number;
}

/** Refuses to correct what is not committed, to use another currency, or to take back more than was paid. */
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

/** Refuses a payment above what the month of the expense, and later months of its chain, have left. */
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
