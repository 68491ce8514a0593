import type { Spending } from './balance.ts';
import { whileEmployed } from './employment.ts';
import { endOfMonth, type Instant, startOfMonth, toYearMonth } from './instant.ts';
import type { Module } from './modules.ts';
import type { Currency, Money } from './money.ts';
import { Refusal } from './refusals.ts';
import { overlaps, type Period } from './timeline.ts';

/** A monthly budget of goodies, as far as it restricts spending on other benefits. */
export interface MonthlyBudget extends Period {
	amountValue: number;
	amountCurrency: Currency;
}

/** The most that may be spent in a month on all modules but SPORTS (section 4.5), in minor units of `currency`. */
export interface Restriction {
	month: string;
	currency: Currency;
	limit: number;
	used: number;
	left: number;
}

export interface ModuleSpending extends Spending {
	module: Module;
}

/** Returns the restriction of the instant's month; null when no monthly budget is in force. The last one in force counts. */
export function restrictionAt(
	at: Instant,
	budgets: readonly MonthlyBudget[],
	employment: { dateTerminated: Instant | null },
	spendings: readonly ModuleSpending[],
): Restriction | null {
	const first = startOfMonth(at);
	const month = { validFrom: first, validUntil: endOfMonth(at) };
	const budget = whileEmployed(budgets, employment).findLast(
		(one) => overlaps(one, month) && one.validUntil !== first,
	);
	if (budget === undefined) return null;
	const { amountValue: limit, amountCurrency: currency } = budget;
	const used = spendings
		.filter(
			({ date, module, amount }) =>
				toYearMonth(date) === toYearMonth(at) && module !== 'SPORTS' && amount.currency === currency,
		)
		.reduce((sum, { amount }) => sum + amount.value, 0);
	return { month: toYearMonth(at), currency, limit, used, left: Math.max(0, limit - used) };
}

/** Refuses to spend more on a module than the monthly budget leaves. */
export function requireUnrestricted(amount: Money, module: Module, restriction: Restriction | null): void {
	if (restriction === null || module === 'SPORTS' || amount.currency !== restriction.currency) return;
	const { month, limit, used, left } = restriction;
	if (amount.value <= left) return;
	throw new Refusal(
		'budget_exceeded',
		`The monthly budget permits ${limit} ${amount.currency} in ${month} on all modules but SPORTS; ${used} are used, ${left} are left.`,
		{ month, limit, used, left },
	);
}
