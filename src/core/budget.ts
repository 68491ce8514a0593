import { isOverdrawn, type MonthBalance } from './balance.ts';
import { type Instant, toYearMonth } from './instant.ts';
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

/** The budget for an expense of the instant, whose month must be one of the balances. */
export function budgetAt(balances: readonly MonthBalance[], at: Instant): Budget {
	const month = toYearMonth(at);
	const index = balances.findIndex((balance) => balance.month === month);
	const balance = balances[index];
	if (balance === undefined) throw new RangeError(`${month} is not one of the given months`);
	const { currency, granted, carriedIn, spent, pending, available, availableAfterwards } = balance;
	const lost = isAfterCarry(balance, at) ? available - availableAfterwards : 0;
	const { start, stop } = chainAround(balances, index);
	const isBlocked = balances.slice(start, stop).some(isOverdrawn);
	return {
		currency,
		limit: granted + carriedIn - lost,
		used: spent + pending,
		left: isBlocked ? 0 : leftAt(balances.slice(index, stop), at),
	};
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

/** What the first of linked months can still give to an expense without overdrawing itself or a later one. */
function leftAt([balance, ...later]: readonly MonthBalance[], at?: Instant): number {
	if (balance === undefined) return Number.POSITIVE_INFINITY;
	const { available, availableAfterwards } = balance;
	const lost = at !== undefined && isAfterCarry(balance, at) ? 0 : available - availableAfterwards;
	return lost + Math.min(availableAfterwards, leftAt(later));
}

const isAfterCarry = ({ carryEnds }: MonthBalance, at: Instant): boolean =>
	carryEnds !== null && at >= carryEnds;

/** The chain of months through which budget is carried, in which an overdrawn month leaves nothing: from `start` up to, not including, `stop`. */
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
