import { isOverdrawn, type MonthBalance, type Spending } from './balance.ts';
import { type Employment, whileEmployed } from './employment.ts';
import { type Instant, type Month, monthOf, monthsOfYear, toYearMonth } from './instant.ts';
import type { Module } from './modules.ts';
import type { Currency, Money } from './money.ts';
import { Refusal } from './refusals.ts';
import { type Period, within } from './timeline.ts';

/** The budget that limits an expense: the tightest month of its chain of months, in minor units. */
export interface Budget {
	currency: Currency | null;
	month: string;
	/** The month that sets the limit: that of the expense, a later one that relies on its carry-over, or an overdrawn one. */
	tightest: string;
	isOverdrawn: boolean;
	limit: number;
	used: number;
	/** The most that can still be taken without overdrawing any month of the chain. */
	left: number;
}

/** Returns the budget for an expense of the instant. Its month must be one of the balances. */
export function budgetAt(balances: readonly MonthBalance[], at: Instant): Budget {
	const month = toYearMonth(at);
	const index = balances.findIndex((balance) => balance.month === month);
	const balance = balances[index];
	if (balance === undefined) throw new RangeError(`${month} is not one of the given months`);
	const { start, stop } = chainAround(balances, index);
	const blocking = balances.slice(start, stop).find(isOverdrawn);
	const { tightest, left } = roomIn(balance, balances.slice(index + 1, stop), at);
	const { spent, pending, available, overdrawn, month: name } = blocking ?? tightest;
	const used = spent + pending;
	return {
		currency: balance.currency,
		month,
		tightest: name,
		isOverdrawn: blocking !== undefined,
		limit: used + (blocking === undefined ? left : available - overdrawn),
		used,
		left: blocking === undefined ? left : 0,
	};
}

/**
 * Refuses a currency other than the month's, and an amount above what is left in its chain of months. An amount of up to `kept` is already
 * counted, so it always fits.
 */
export function requireWithinBudget(amount: Money, budget: Budget, kept = 0): void {
	const { currency, tightest, limit, used, left } = budget;
	if (currency !== null && amount.currency !== currency) {
		throw new Refusal('currency_mismatch', `The budget of the month is in ${currency}.`);
	}
	if (currency !== null && amount.value <= Math.max(left, kept)) return;
	const numbers = { month: tightest, limit, used, left };
	throw new Refusal('budget_exceeded', sentenceOf(budget, amount.currency), numbers);
}

function sentenceOf({ month, tightest, isOverdrawn, limit, used, left }: Budget, currency: string): string {
	if (isOverdrawn) {
		return `${tightest} is overdrawn. Months linked to it by carry-over have nothing left until this is covered.`;
	}
	const numbers = `${tightest} has ${limit} ${currency}, including carry-over; ${used} are used, ${left} are left`;
	return tightest === month
		? `${numbers}.`
		: `${numbers} for it and for ${month}, which carries over into it.`;
}

/** Returns how much an expense can still take without overdrawing its month or a later linked one, and the month that sets the limit. */
function roomIn(
	balance: MonthBalance,
	[next, ...later]: readonly MonthBalance[],
	at?: Instant,
): { tightest: MonthBalance; left: number } {
	const { available, availableAfterwards } = balance;
	const lost = at !== undefined && isAfterCarry(balance, at) ? 0 : available - availableAfterwards;
	const further = next && roomIn(next, later);
	return further !== undefined && further.left < availableAfterwards
		? { tightest: further.tightest, left: lost + further.left }
		: { tightest: balance, left: lost + availableAfterwards };
}

const isAfterCarry = ({ carryEnds }: MonthBalance, at: Instant): boolean =>
	carryEnds !== null && at >= carryEnds;

/**
 * Returns the chain of months that are linked by carried amounts, from `start` up to, but not including, `stop`. In a chain with an
 * overdrawn month, nothing is left.
 */
function chainAround(balances: readonly MonthBalance[], index: number): { start: number; stop: number } {
	let start = index;
	while (isLinked(balances[start])) start--;
	let stop = index + 1;
	while (isLinked(balances[stop])) stop++;
	return { start, stop };
}

/** True when the month belongs to the same chain as the month before. */
const isLinked = (balance: MonthBalance | undefined): boolean =>
	balance?.carryOver === 'CARRIED' || balance?.carryOver === 'OVERDRAWN';

/** A monthly budget of goodies. It also restricts spending on other benefits. */
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
export const restrictionAt = (
	at: Instant,
	budgets: readonly MonthlyBudget[],
	employment: Pick<Employment, 'dateTerminated'>,
	spendings: readonly ModuleSpending[],
): Restriction | null => restrictionIn(monthOf(at), whileEmployed(budgets, employment), spendings);

export function restrictionsOfYear(
	anyInstant: Instant,
	budgets: readonly MonthlyBudget[],
	employment: Pick<Employment, 'dateTerminated'>,
	spendings: readonly ModuleSpending[],
): (Restriction | null)[] {
	const valid = whileEmployed(budgets, employment);
	return monthsOfYear(anyInstant).map((month) => restrictionIn(month, valid, spendings));
}

function restrictionIn(
	{ name, first, last }: Month,
	budgets: readonly MonthlyBudget[],
	spendings: readonly ModuleSpending[],
): Restriction | null {
	const budget = within(budgets, first, last).findLast(({ validUntil }) => validUntil !== first);
	if (budget === undefined) return null;
	const { amountValue: limit, amountCurrency: currency } = budget;
	const used = spendings
		.filter(
			({ date, module, amount }) =>
				date >= first && date <= last && module !== 'SPORTS' && amount.currency === currency,
		)
		.reduce((sum, { amount }) => sum + amount.value, 0);
	return { month: name, currency, limit, used, left: Math.max(0, limit - used) };
}

/** Refuses to spend more on a module than the monthly budget leaves. An amount of up to `kept` is already counted, so it always fits. */
export function requireUnrestricted(
	amount: Money,
	module: Module,
	restriction: Restriction | null,
	kept = 0,
): void {
	if (restriction === null || module === 'SPORTS' || amount.currency !== restriction.currency) return;
	const { month, limit, used, left } = restriction;
	if (amount.value <= Math.max(left, kept)) return;
	throw new Refusal(
		'budget_exceeded',
		`The monthly budget permits ${limit} ${amount.currency} in ${month} on all modules but SPORTS; ${used} are used, ${left} are left.`,
		{ month, limit, used, left },
	);
}
