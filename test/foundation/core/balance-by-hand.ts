import type { Grant, Spending } from '../../../src/foundation/core/balance.ts';
import type { Employment } from '../../../src/foundation/core/employment.ts';
import type { Currency } from '../../../src/foundation/core/money.ts';

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

/** The grants of the month, later ones last. An access that reaches only its first instant is none of them. */
function grantsOf(month: number, { grants, employment }: History): Grant[] {
	const first = Date.UTC(YEAR, month);
	const leaves = employment.dateTerminated ?? Number.POSITIVE_INFINITY;
	return grants
		.filter((grant) => daysOf(month).some((day) => isInForce(grant, day, employment)))
		.filter((grant) => Math.min(grant.validUntil ?? Number.POSITIVE_INFINITY, leaves) > first)
		.toSorted((a, b) => a.validFrom - b.validFrom);
}

/** A month is paused when each of its days is, to the millisecond before its last one at least. */
function isPaused(month: number, { employment: { pauses } }: History): boolean {
	return daysOf(month).every((day) => {
		let at = day;
		for (const { validFrom, validUntil } of pauses) {
			if (validFrom <= at) at = Math.max(at, (validUntil ?? Number.POSITIVE_INFINITY) + 1);
		}
		const isLastOfMonth = !daysOf(month).includes(day + DAY);
		return at >= day + DAY - (isLastOfMonth ? 1 : 0);
	});
}

/** The day on which the first grant of the month that does not accumulate begins, if one begins in it. */
function breakOf(month: number, history: History): number | null {
	const breaking = grantsOf(month, history).find(
		({ accumulateBudget, validFrom }) => !accumulateBudget && validFrom >= Date.UTC(YEAR, month),
	);
	return daysOf(month).find((day) => breaking !== undefined && breaking.validFrom < day + DAY) ?? null;
}

function takenByCurrency(month: number, { spendings }: History, until = Number.POSITIVE_INFINITY) {
	const taken = new Map<Currency, number>();
	for (const { date, amount } of spendings) {
		const at = new Date(date);
		if (at.getUTCFullYear() !== YEAR || at.getUTCMonth() !== month || date >= until) continue;
		taken.set(amount.currency, (taken.get(amount.currency) ?? 0) + amount.value);
	}
	return taken;
}

/** Whether budget flows into the month from the one before it, if that left any. */
export function isLinkedByHand(month: number, history: History): boolean {
	if (month === 0) return false;
	const [before, after] = [grantsOf(month - 1, history).at(-1), grantsOf(month, history).at(-1)];
	if (before === undefined || after === undefined) return false;
	const isBroken = breakOf(month, history) === Date.UTC(YEAR, month);
	return before.accumulateBudget && !isBroken && before.budgetCurrency === after.budgetCurrency;
}

/**
 * The rest of the month, from January on. Below zero in a currency means overdrawn. There are two purses, what was carried
 * and what the month grants. The first is emptied first, and is gone when a grant that does not accumulate begins.
 */
export function monthByHand(month: number, history: History) {
	const grant = grantsOf(month, history).at(-1);
	const granted = grant === undefined || isPaused(month, history) ? 0 : grant.budgetValue;
	const carriedIn = isLinkedByHand(month, history) ? carriedByHand(month - 1, history) : 0;
	const carryEnds = carriedIn > 0 ? breakOf(month, history) : null;
	const taken = takenByCurrency(month, history);
	const own = grant === undefined ? 0 : (taken.get(grant.budgetCurrency) ?? 0);
	const early = takenByCurrency(month, history, carryEnds ?? undefined);
	const ownEarly = grant === undefined ? 0 : (early.get(grant.budgetCurrency) ?? 0);
	const carriedLeft = Math.max(0, carriedIn - ownEarly);
	const grantedLeft = granted - Math.max(0, ownEarly - carriedIn) - (own - ownEarly);
	const rest = grantedLeft + (carryEnds === null ? carriedLeft : 0);
	const missing: Partial<Record<Currency, number>> = {};
	for (const [currency, value] of taken) {
		const lacks = currency === grant?.budgetCurrency ? -rest : value;
		if (lacks > 0) missing[currency] = lacks;
	}
	return {
		accessId: grant?.id ?? null,
		granted,
		carriedIn,
		carryEnds,
		available: rest < 0 ? 0 : grantedLeft + carriedLeft,
		availableAfterwards: Math.max(0, rest),
		missing,
	};
}

function carriedByHand(month: number, history: History): number {
	const { availableAfterwards, missing } = monthByHand(month, history);
	return Object.keys(missing).length > 0 ? 0 : availableAfterwards;
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
