import type { Grant, Spending } from '../../src/core/balance.ts';
import type { Employment } from '../../src/core/employment.ts';
import type { Currency } from '../../src/core/money.ts';

// The reference: walks every day of a month, knows no timeline and keeps nothing from one month to the next.

export interface History {
	grants: Grant[];
	employment: Employment;
	spendings: Spending[];
}

export const YEAR = 2024;
const DAY = 86_400_000;

/** The first instants of the days of each month. */
const DAYS = Array.from({ length: 12 }, (_, month) => {
	const length = new Date(Date.UTC(YEAR, month + 1, 0)).getUTCDate();
	return Array.from({ length }, (_, day) => Date.UTC(YEAR, month, day + 1));
});

/** `month` counts from 0. */
const daysOf = (month: number): number[] => DAYS[month] ?? [];

function isInForce(grant: Grant, day: number, { dateTerminated }: Employment): boolean {
	const leaves = dateTerminated ?? Number.POSITIVE_INFINITY;
	const until = Math.min(grant.validUntil ?? Number.POSITIVE_INFINITY, leaves);
	return grant.validFrom < leaves && grant.validFrom < day + DAY && until >= day;
}

/** Of the grants in force on the last day with a grant, the one that starts last. */
function governing(month: number, { grants, employment }: History): Grant | undefined {
	let found: Grant | undefined;
	for (const day of daysOf(month)) {
		const ofDay = grants.filter((grant) => isInForce(grant, day, employment));
		for (const grant of ofDay) if (found === undefined || grant.validFrom > found.validFrom) found = grant;
	}
	return found;
}

function isPaused(month: number, { employment: { datePausedStart, datePausedEnd } }: History): boolean {
	const back = datePausedEnd ?? Number.POSITIVE_INFINITY;
	return daysOf(month).every(
		(day) => datePausedStart !== null && datePausedStart <= day && back >= day + DAY - 1,
	);
}

function takenByCurrency(month: number, { spendings }: History): Map<Currency, number> {
	const taken = new Map<Currency, number>();
	for (const { date, amount } of spendings) {
		const at = new Date(date);
		if (at.getUTCFullYear() !== YEAR || at.getUTCMonth() !== month) continue;
		taken.set(amount.currency, (taken.get(amount.currency) ?? 0) + amount.value);
	}
	return taken;
}

/** Whether budget flows into the month from the one before it, if that left any. */
export function isLinkedByHand(month: number, history: History): boolean {
	if (month === 0) return false;
	const [before, after] = [governing(month - 1, history), governing(month, history)];
	if (before === undefined || after === undefined) return false;
	return before.accumulateBudget && after.accumulateBudget && before.budgetCurrency === after.budgetCurrency;
}

/** What the month is left, from January on: below zero in a currency means overdrawn. */
export function monthByHand(month: number, history: History) {
	const grant = governing(month, history);
	const granted = grant === undefined || isPaused(month, history) ? 0 : grant.budgetValue;
	const carriedIn = isLinkedByHand(month, history) ? carriedByHand(month - 1, history) : 0;
	const taken = takenByCurrency(month, history);
	const own = grant === undefined ? 0 : (taken.get(grant.budgetCurrency) ?? 0);
	const rest = granted + carriedIn - own;
	const missing: Partial<Record<Currency, number>> = {};
	for (const [currency, value] of taken) {
		const lacks = currency === grant?.budgetCurrency ? -rest : value;
		if (lacks > 0) missing[currency] = lacks;
	}
	return { accessId: grant?.id ?? null, granted, carriedIn, available: Math.max(0, rest), missing };
}

function carriedByHand(month: number, history: History): number {
	const { available, missing } = monthByHand(month, history);
	return Object.keys(missing).length > 0 ? 0 : available;
}

/** Whether any month that is linked with this one, directly or through others, is overdrawn. */
export function isChainOverdrawn(month: number, history: History): boolean {
	let first = month;
	while (isLinkedByHand(first, history)) first--;
	for (let one = first; one === first || (one < 12 && isLinkedByHand(one, history)); one++) {
		if (Object.keys(monthByHand(one, history).missing).length > 0) return true;
	}
	return false;
}
