import { type Employment, isPausedThroughout, whileEmployed } from './employment.ts';
import { addMonths, endOfMonth, type Instant, monthsBetween, startOfYear, toYearMonth } from './instant.ts';
import type { Currency, Money } from './money.ts';
import { overlaps, type Period } from './timeline.ts';

/** What of a flex access decides a balance. */
export interface Grant extends Period {
	budgetValue: number;
	budgetCurrency: Currency;
	accumulateBudget: boolean;
}

/** What an expense or a correction takes from the budget of its month; a correction may be negative. */
export interface Spending {
	/** Any instant of the month. */
	date: Instant;
	amount: Money;
	isPending: boolean;
}

interface TakenRow {
	value: number;
	currency: Currency;
	date: Instant;
}

/** Expenses and corrections as they are stored, as one list. Corrections are never pending and have no days. */
export function spendingsOf<T extends TakenRow & { state: string; days: number | null }, C extends TakenRow>(
	taken: readonly T[],
	corrected: readonly C[],
) {
	return [
		...taken.map((row) => ({ ...row, amount: moneyOf(row), isPending: row.state === 'SUBMITTED' })),
		...corrected.map((row) => ({ ...row, amount: moneyOf(row), isPending: false, days: null })),
	];
}

/** Why a month was left what it was by the month before; anything but CARRIED carries nothing. */
type CarryOver = 'CARRIED' | 'NEW_YEAR' | 'NO_ACCESS' | 'NOT_ACCUMULATING' | 'CURRENCY_CHANGED' | 'OVERDRAWN';

/** One month, in minor units of `currency`. What is overdrawn in other currencies is listed beside it. */
export interface MonthBalance<G extends Grant> {
	month: string;
	/** The access that governs the month: the one in force last in it. */
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

/**
 * The twelve balances of a year, in order. Nothing is carried over a new year, so they depend on nothing before it.
 * What is pending counts as taken. What is overdrawn carries over as zero.
 */
export function balancesOfYear<G extends Grant>(
	anyInstant: Instant,
	timeline: readonly G[],
	employment: Employment,
	spendings: readonly Spending[],
): [MonthBalance<G>, ...MonthBalance<G>[]] {
	const grants = whileEmployed(timeline, employment);
	const balanceAt = (index: number, previous?: MonthBalance<G>): MonthBalance<G> => {
		const first = addMonths(startOfYear(anyInstant), index);
		const ofMonth = spendings.filter((spending) => monthsBetween(first, spending.date) === 0);
		return balanceOfMonth(first, grants, employment, ofMonth, previous);
	};
	const balances: [MonthBalance<G>, ...MonthBalance<G>[]] = [balanceAt(0)];
	for (let index = 1; index < 12; index++) balances.push(balanceAt(index, balances.at(-1)));
	return balances;
}

/** What an expense in the month is held against. */
export interface Budget {
	currency: Currency | null;
	limit: number;
	used: number;
	/** How much more it may take before some month of its chain falls below zero. */
	left: number;
}

export function budgetOf<G extends Grant>(balances: readonly MonthBalance<G>[], month: string): Budget {
	const index = balances.findIndex((balance) => balance.month === month);
	const balance = balances[index];
	if (balance === undefined) throw new RangeError(`${month} is not one of the given months`);
	const { currency, granted, carriedIn, spent, pending } = balance;
	return { currency, limit: granted + carriedIn, used: spent + pending, left: leftAt(balances, index) };
}

function leftAt<G extends Grant>(balances: readonly MonthBalance<G>[], index: number): number {
	let start = index;
	while (start > 0 && isLinked(balances[start])) start--;
	let stop = index + 1;
	while (stop < balances.length && isLinked(balances[stop])) stop++;
	const isOverdrawn = balances.slice(start, stop).some(isOverdrawnAnywhere);
	return isOverdrawn ? 0 : Math.min(...balances.slice(index, stop).map((balance) => balance.available));
}

function balanceOfMonth<G extends Grant>(
	first: Instant,
	grants: readonly G[],
	employment: Employment,
	spendings: readonly Spending[],
	previous: MonthBalance<G> | undefined,
): MonthBalance<G> {
	const last = endOfMonth(first);
	const access = grants.findLast((grant) => overlaps(grant, { validFrom: first, validUntil: last })) ?? null;
	const currency = access?.budgetCurrency ?? spendings[0]?.amount.currency ?? null;
	const isPaused = isPausedThroughout(employment, first, last);
	const carryOver = carryOverFrom(previous, access);
	const granted = access === null || isPaused ? 0 : access.budgetValue;
	const carriedIn = carryOver === 'CARRIED' && previous !== undefined ? previous.available : 0;
	const [spent, pending] = [false, true].map((wanted) =>
		total(spendings.filter((one) => one.isPending === wanted && one.amount.currency === currency)),
	) as [number, number];
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
		overdrawnElsewhere: totalsByCurrency(spendings.filter((one) => one.amount.currency !== currency)),
	};
}

function carryOverFrom<G extends Grant>(previous: MonthBalance<G> | undefined, access: G | null): CarryOver {
	if (previous === undefined) return 'NEW_YEAR';
	if (previous.access === null || access === null) return 'NO_ACCESS';
	if (!previous.access.accumulateBudget || !access.accumulateBudget) return 'NOT_ACCUMULATING';
	if (previous.access.budgetCurrency !== access.budgetCurrency) return 'CURRENCY_CHANGED';
	return isOverdrawnAnywhere(previous) ? 'OVERDRAWN' : 'CARRIED';
}

/** Whether the month is in one chain with the month before it. */
const isLinked = (balance: MonthBalance<Grant> | undefined): boolean =>
	balance?.carryOver === 'CARRIED' || balance?.carryOver === 'OVERDRAWN';

const isOverdrawnAnywhere = ({ overdrawn, overdrawnElsewhere }: MonthBalance<Grant>): boolean =>
	overdrawn > 0 || overdrawnElsewhere.length > 0;

const moneyOf = ({ value, currency }: TakenRow): Money => ({ value, currency });

const total = (spendings: readonly Spending[]): number =>
	spendings.reduce((sum, { amount }) => sum + amount.value, 0);

function totalsByCurrency(spendings: readonly Spending[]): Money[] {
	const currencies = [...new Set(spendings.map(({ amount }) => amount.currency))].sort();
	return currencies
		.map((currency) => ({
			currency,
			value: total(spendings.filter((one) => one.amount.currency === currency)),
		}))
		.filter(({ value }) => value > 0);
}
