import { isOverdrawn, type MonthBalance } from './balance.ts';
import type { Currency, Money } from './money.ts';
import { Refusal } from './refusals.ts';

/** The budget of one month that an expense is checked against, in minor units. */
export interface Budget {
	currency: Currency | null;
	limit: number;
	used: number;
	/** The most that can still be taken without overdrawing this month or a later one of its chain. */
	left: number;
}

/** The budget of `month` (yyyy-MM), which must be one of the balances. */
export function budgetOf(balances: readonly MonthBalance[], month: string): Budget {
	const index = balances.findIndex((balance) => balance.month === month);
	const balance = balances[index];
	if (balance === undefined) throw new RangeError(`${month} is not one of the given months`);
	const { currency, granted, carriedIn, spent, pending } = balance;
	return { currency, limit: granted + carriedIn, used: spent + pending, left: leftAt(balances, index) };
}

/** Refuses a currency other than the month's, and an amount above what its chain of months has left. */
export function requireWithinBudget(amount: Money, { currency, limit, used, left }: Budget): void {
	if (currency !== null && amount.currency !== currency) {
		throw new Refusal('currency_mismatch', `The budget of the month is in ${currency}.`);
	}
	if (currency !== null && amount.value <= left) return;
	throw new Refusal(
		'budget_exceeded',
		`The month has ${limit} ${amount.currency}, carry-over included; ${used} are used, ${left} are left before it or a later month is overdrawn.`,
		{ limit, used, left },
	);
}

/** An overdrawn month leaves nothing in its whole chain: debt is not carried, so no later month shows it. */
function leftAt(balances: readonly MonthBalance[], index: number): number {
	const { start, stop } = chainAround(balances, index);
	if (balances.slice(start, stop).some(isOverdrawn)) return 0;
	return Math.min(...balances.slice(index, stop).map(({ available }) => available));
}

/** The chain of months through which budget is carried: from `start` up to, not including, `stop`. */
function chainAround(balances: readonly MonthBalance[], index: number): { start: number; stop: number } {
	let start = index;
	while (isLinked(balances[start])) start--;
	let stop = index + 1;
	while (isLinked(balances[stop])) stop++;
	return { start, stop };
}

/** Whether the month belongs to the same chain as the month before. */
const isLinked = (balance: MonthBalance | undefined): boolean =>
	balance?.carryOver === 'CARRIED' || balance?.carryOver === 'OVERDRAWN';
