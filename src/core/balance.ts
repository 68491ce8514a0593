import { type Employment, isPausedThroughout, whileEmployed } from './employment.ts';
import { addMonths, endOfMonth, type Instant, startOfYear, toYearMonth } from './instant.ts';
import type { Currency, Money } from './money.ts';
import { overlaps, type Period } from './timeline.ts';

/** The fields of a flex access that decide a balance. */
export interface Grant extends Period {
	budgetValue: number;
	budgetCurrency: Currency;
	accumulateBudget: boolean;
}

/** What an expense or a correction takes from the budget of its month. A correction may be negative. */
export interface Spending {
	/** Any instant of the month. */
	date: Instant;
	amount: Money;
	isPending: boolean;
}

/** Whether a month received what the month before left, or why not. Only CARRIED carries anything. */
export const CARRY_OVERS = [
	'CARRIED',
	'NEW_YEAR',
	'NO_ACCESS',
	'NOT_ACCUMULATING',
	'CURRENCY_CHANGED',
	'OVERDRAWN',
] as const;
type CarryOver = (typeof CARRY_OVERS)[number];

/** The balance of one month, in minor units of `currency`. Spending in other currencies is listed apart. */
export interface MonthBalance<G extends Grant = Grant> {
	month: string;
	/** The access that governs the month: the last one in force in it. */
	access: G | null;
	currency: Currency | null;
	isPaused: boolean;
	carryOver: CarryOver;
	granted: number;
	carriedIn: number;
	spent: number;
	pending: number;
	available: number;
	overdrawn: number;
	overdrawnElsewhere: Money[];
}

/** Consecutive months from January on, December at the latest. */
export type Year<G extends Grant = Grant> = [MonthBalance<G>, ...MonthBalance<G>[]];

/**
 * Returns the twelve balances of the year of `anyInstant`. Nothing is carried into a new year, so earlier
 * years do not matter. Pending expenses count as taken; an overdrawn month carries over zero.
 */
export function balancesOfYear<G extends Grant>(
	anyInstant: Instant,
	timeline: readonly G[],
	employment: Employment,
	spendings: readonly Spending[],
): Year<G> {
	const grants = whileEmployed(timeline, employment);
	const byMonth = Map.groupBy(spendings, ({ date }) => toYearMonth(date));
	const balanceAt = (index: number, previous?: MonthBalance<G>): MonthBalance<G> => {
		const first = addMonths(startOfYear(anyInstant), index);
		return balanceOfMonth(first, grants, employment, byMonth.get(toYearMonth(first)) ?? [], previous);
	};
	const balances: Year<G> = [balanceAt(0)];
	for (let index = 1; index < 12; index++) balances.push(balanceAt(index, balances.at(-1)));
	return balances;
}

export const isOverdrawn = ({ overdrawn, overdrawnElsewhere }: MonthBalance): boolean =>
	overdrawn > 0 || overdrawnElsewhere.length > 0;

function balanceOfMonth<G extends Grant>(
	first: Instant,
	grants: readonly G[],
	employment: Employment,
	spendings: readonly Spending[],
	previous: MonthBalance<G> | undefined,
): MonthBalance<G> {
	const last = endOfMonth(first);
	const access = grants.findLast((grant) => overlaps(grant, { validFrom: first, validUntil: last })) ?? null;
	const totals = totalsByCurrency(spendings);
	const currency = access?.budgetCurrency ?? totals[0]?.currency ?? null;
	const isPaused = isPausedThroughout(employment, first, last);
	const carryOver = carryOverFrom(previous, access);
	const granted = access === null || isPaused ? 0 : access.budgetValue;
	const carriedIn = carryOver === 'CARRIED' && previous !== undefined ? previous.available : 0;
	const inCurrency = spendings.filter(({ amount }) => amount.currency === currency);
	const pending = total(inCurrency.filter(({ isPending }) => isPending));
	const spent = total(inCurrency) - pending;
	const left = granted + carriedIn - spent - pending;
	return {
		month: toYearMonth(first),
		access,
		currency,
		isPaused,
		carryOver,
		granted,
		carriedIn,
		spent,
		pending,
		available: Math.max(0, left),
		overdrawn: Math.max(0, -left),
		overdrawnElsewhere: totals.filter((one) => one.currency !== currency && one.value > 0),
	};
}

function carryOverFrom(previous: MonthBalance | undefined, access: Grant | null): CarryOver {
	if (previous === undefined) return 'NEW_YEAR';
	if (previous.access === null || access === null) return 'NO_ACCESS';
	if (!previous.access.accumulateBudget || !access.accumulateBudget) return 'NOT_ACCUMULATING';
	if (previous.access.budgetCurrency !== access.budgetCurrency) return 'CURRENCY_CHANGED';
	return isOverdrawn(previous) ? 'OVERDRAWN' : 'CARRIED';
}

const total = (spendings: readonly Spending[]): number =>
	spendings.reduce((sum, { amount }) => sum + amount.value, 0);

function totalsByCurrency(spendings: readonly Spending[]): Money[] {
	return [...Map.groupBy(spendings, ({ amount }) => amount.currency)]
		.map(([currency, ofCurrency]) => ({ value: total(ofCurrency), currency }))
		.sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
