import { isOverdrawn, type MonthBalance } from './balance.ts';
import type { Currency, Money } from './money.ts';
import { Refusal } from './refusals.ts';

/** What an expense in a month is held against, in minor units. */
export interface Budget {
	currency: Currency | null;
	limit: number;
	used: number;
	/** How much more it may take before some month of its chain falls below zero. */
	left: number;
}

/** The budget of one of the months of a year. */
export function budgetOf(balances: readonly MonthBalance[], month: string): Budget {
	const index = balances.findIndex((balance) => balance.month === month);
	const balance = balances[index];
	if (balance === undefined) throw new RangeError(`${month} is not one of the given months`);
	const { currency, granted, carriedIn, spent, pending } = balance;
	return { currency, limit: granted + carriedIn, used: spent + pending, left: leftAt(balances, index) };
}

/** Refuses another currency than the month's budget, and more than its chain of months has left. */
export function requireWithinBudget(amount: Money, { currency, limit, used, left }: Budget): void {
	if (currency !== null && amount.currency !== currency) {
		throw new Refusal('currency_mismatch', `The budget of the month is in ${currency}.`);
	}
	if (currency !== null && amount.value <= left) return;
	throw new Refusal(
		'budget_exceeded',
		`The month grants ${limit} ${amount.currency} with what it was left; ${used} are used, and ${left} are left without overdrawing it or a later month.`,
		{ limit, used, left },
	);
}

/** An overdrawn month blocks its whole chain: what it owes was not carried, so no later month shows it. */
function leftAt(balances: readonly MonthBalance[], index: number): number {
	const { start, stop } = chainAround(balances, index);
	if (balances.slice(start, stop).some(isOverdrawn)) return 0;
	return Math.min(...balances.slice(index, stop).map(({ available }) => available));
}

/** The months, from `start` up to but not including `stop`, through which budget is carried. */
function chainAround(balances: readonly MonthBalance[], index: number): { start: number; stop: number } {
	let start = index;
	while (isLinked(balances[start])) start--;
	let stop = index + 1;
	while (isLinked(balances[stop])) stop++;
	return { start, stop };
}

/** Whether the month is in one chain with the month before it. */
const isLinked = (balance: MonthBalance | undefined): boolean =>
	balance?.carryOver === 'CARRIED' || balance?.carryOver === 'OVERDRAWN';
