import type { Grant, MonthBalance } from '../../../foundation/core/balance.ts';
import {
	addMonths,
	type Instant,
	monthOf,
	startOfDay,
	startOfYear,
} from '../../../foundation/core/instant.ts';
import type { Money } from '../../../foundation/core/money.ts';
import { within } from '../../../foundation/core/timeline.ts';

/** A part of a month's budget that was not spent and is not carried on. */
export interface Expiry {
	/** The first instant at which it can no longer be spent. */
	at: Instant;
	/** The first instant of the month whose balance contained it. */
	month: Instant;
	amount: Money;
	/** Why it is not carried on, from the balance of the following month. */
	carryOver: MonthBalance['carryOver'];
}

/** Returns the budgets that expire in a year, from its balances since January. Expenses that are submitted later can still reduce them. */
export const expiriesOf = (anyInstant: Instant, balances: readonly MonthBalance[]): Expiry[] =>
	balances.flatMap(({ access, available, availableAfterwards, carryEnds }, index) => {
		if (access === null) return [];
		const month = addMonths(startOfYear(anyInstant), index);
		const { last } = monthOf(month);
		const of = (at: Instant, value: number, carryOver: Expiry['carryOver']): Expiry[] =>
			value <= 0 ? [] : [{ at, month, amount: { value, currency: access.budgetCurrency }, carryOver }];
		const carryOver = balances[index + 1]?.carryOver ?? 'NEW_YEAR';
		return [
			...(carryEnds === null ? [] : of(carryEnds, available - availableAfterwards, 'NOT_ACCUMULATING')),
			...(carryOver === 'CARRIED'
				? []
				: of(Math.min(access.validUntil ?? last, last) + 1, availableAfterwards, carryOver)),
		];
	});

/** Returns the first instant after `now` at which budget of these accesses can expire; null if none can. */
export function nextExpiry(grants: readonly Grant[], now: Instant): Instant | null {
	const { first, last } = monthOf(now);
	const borders = grants.flatMap(({ validFrom, validUntil }) => [
		startOfDay(validFrom),
		...(validUntil === null ? [] : [validUntil + 1]),
	]);
	const isGranted = within(grants, first, last).length > 0;
	const coming = [...borders, ...(isGranted ? [last + 1] : [])].filter((border) => border > now);
	return coming.length === 0 ? null : Math.min(...coming);
}
