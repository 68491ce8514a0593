import { type Employment, isPausedThroughout, whileEmployed } from './employment.ts';
import { type Instant, type Month, monthsOfYear, startOfDay } from './instant.ts';
import type { Currency, Money } from './money.ts';
import { type Period, within } from './timeline.ts';

export interface Grant extends Period {
	budgetValue: number;
	budgetCurrency: Currency;
	accumulateBudget: boolean;
}

/** An amount that an expense or a correction takes from the budget of its month. A correction may be negative. */
export interface Spending {
	date: Instant;
	amount: Money;
	isPending: boolean;
}

/** Whether a month received the remainder of the month before, or why not. Only CARRIED carries an amount. */
export const CARRY_OVERS = [
	'CARRIED',
	'NEW_YEAR',
	'NO_ACCESS',
	'NOT_ACCUMULATING',
	'CURRENCY_CHANGED',
	'OVERDRAWN',
] as const;
type CarryOver = (typeof CARRY_OVERS)[number];

/** The balance of one month, in minor units of `currency`. Amounts in other currencies are in `overdrawnElsewhere`. */
export interface MonthBalance<G extends Grant = Grant> {
	month: string;
	/** The last access in force in the month. */
	access: G | null;
	currency: Currency | null;
	isPaused: boolean;
	carryOver: CarryOver;
	granted: number;
	carriedIn: number;
	/** The start of the day after which `carriedIn` is lost, because an access that does not accumulate ends it; null when it stays. */
	carryEnds: Instant | null;
	spent: number;
	pending: number;
	available: number;
	/** The amount for expenses dated at or after `carryEnds`. The next month receives it. Without `carryEnds` it equals `available`. */
	availableAfterwards: number;
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
	const balances: MonthBalance<G>[] = [];
	for (const month of monthsOfYear(anyInstant)) {
		const ofMonth = spendings.filter(({ date }) => date >= month.first && date <= month.last);
		balances.push(balanceOfMonth(month, grants, employment, ofMonth, balances.at(-1)));
	}
	return balances as Year<G>;
}

export const isOverdrawn = ({ overdrawn, overdrawnElsewhere }: MonthBalance): boolean =>
	overdrawn > 0 || overdrawnElsewhere.length > 0;

function balanceOfMonth<G extends Grant>(
	{ name, first, last }: Month,
	grants: readonly G[],
	employment: Employment,
	spendings: readonly Spending[],
	previous: MonthBalance<G> | undefined,
): MonthBalance<G> {
	// An access that reaches only the first instant of a month does not grant that month.
	const ofMonth = within(grants, first, last).filter(({ validUntil }) => validUntil !== first);
	const access = ofMonth.at(-1) ?? null;
	const totals = totalsByCurrency(spendings);
	const currency = access?.budgetCurrency ?? totals[0]?.currency ?? null;
	const isPaused = employment.pauses.length > 0 && isPausedThroughout(employment, first, last);
	const breaking = ofMonth.find(({ accumulateBudget, validFrom }) => !accumulateBudget && validFrom >= first);
	const carryEnds = breaking === undefined ? null : startOfDay(breaking.validFrom);
	const carryOver = carryOverFrom(previous, access, carryEnds === first);
	const granted = access === null || isPaused ? 0 : access.budgetValue;
	const carriedIn = carryOver === 'CARRIED' && previous !== undefined ? previous.availableAfterwards : 0;
	const inCurrency = spendings.filter(({ amount }) => amount.currency === currency);
	const pending = total(inCurrency.filter(({ isPending }) => isPending));
	return {
		month: name,
		access,
		currency,
		isPaused,
		carryOver,
		granted,
		carriedIn,
		carryEnds: carriedIn > 0 ? carryEnds : null,
		spent: total(inCurrency) - pending,
		pending,
		...leftOf(granted, carriedIn, carriedIn > 0 ? carryEnds : null, inCurrency),
		overdrawnElsewhere: totals.filter((one) => one.currency !== currency && one.value > 0),
	};
}

/** Spending before `carryEnds` uses the carried amount first, because that amount is lost afterwards. */
function leftOf(
	granted: number,
	carriedIn: number,
	carryEnds: Instant | null,
	spendings: readonly Spending[],
) {
	const takenEarly = carryEnds === null ? 0 : total(spendings.filter(({ date }) => date < carryEnds));
	const lost = carryEnds === null ? 0 : Math.max(0, carriedIn - takenEarly);
	const left = granted + carriedIn - lost - total(spendings);
	return {
		available: left < 0 ? 0 : left + lost,
		availableAfterwards: Math.max(0, left),
		overdrawn: Math.max(0, -left),
	};
}

function carryOverFrom(
	previous: MonthBalance | undefined,
	access: Grant | null,
	isBroken: boolean,
): CarryOver {
	if (previous === undefined) return 'NEW_YEAR';
	if (previous.access === null || access === null) return 'NO_ACCESS';
	if (!previous.access.accumulateBudget || isBroken) return 'NOT_ACCUMULATING';
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
