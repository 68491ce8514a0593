import {
	addDays,
	addMonths,
	type Instant,
	startOfMonth,
	toDay,
	toYearMonth,
} from '../../../foundation/core/instant.ts';
import type { Currency, Money } from '../../../foundation/core/money.ts';
import type { Reason } from '../../../foundation/core/reasons.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import type { EXPENSE_REFUSALS } from '../circumstances/rules.ts';

/** The modules with monthly expenses. Meals differ from day to day, and a recreation happens once. */
export const STANDING_MODULES = ['HEALTH', 'INTERNET', 'KITA', 'MOBILITY', 'SPORTS'] as const;
type StandingModule = (typeof STANDING_MODULES)[number];

/** SUBMITTED was never verified. ACTIVE was verified, so the cron submits its months. */
export const STANDING_STATES = ['SUBMITTED', 'ACTIVE', 'REJECTED', 'ENDED'] as const;
export type StandingState = (typeof STANDING_STATES)[number];

export const PROOF_STATES = ['SUBMITTED', 'APPROVED', 'REJECTED'] as const;

export const MAX_DAY_OF_MONTH = 28;

/** The most proofs in a response. They are the latest ones. */
export const MAX_PROOFS = 20;

/** The most skipped months that are stored. They are the latest ones. */
export const MAX_SKIPPED = 24;

/** The day of a month without an expense, and the code of the refusal. */
export interface SkippedMonth {
	date: Instant;
	code: (typeof EXPENSE_REFUSALS)[number];
}

/** Returns the rank in a company's list. Standing expenses with a waiting proof come first. */
export const rankOf = ({ waitingSince }: { waitingSince: Instant | null }): number =>
	waitingSince === null ? 1 : 0;

/** The request of an employee. Days are the starts of UTC days. */
export interface NewStanding {
	module: StandingModule;
	amount: Money;
	dayOfMonth: number;
	startDate: Instant;
	endDate: Instant | null;
	proofUntil: Instant;
	isPublicTransport: boolean | null;
	note: string | null;
	upTo: boolean;
}

/** Returns the first day with this number at or after a day. The number is at most 28, so every month has it. */
export function occurrenceFrom(from: Instant, dayOfMonth: number): Instant {
	const ofMonth = addDays(startOfMonth(from), dayOfMonth - 1);
	return ofMonth >= from ? ofMonth : addMonths(ofMonth, 1);
}

interface Dated {
	endDate: Instant | null;
	proofUntil: Instant;
}

/** Returns the last day on which a month can be submitted. */
export const lastDayOf = ({ endDate, proofUntil }: Dated): Instant =>
	Math.min(endDate ?? Number.POSITIVE_INFINITY, proofUntil);

interface Going extends Dated {
	state: StandingState;
	nextDate: Instant;
	/** The known end of the employment; null if there is none. */
	dateTerminated: Instant | null;
}

/** Returns the day of the next expense, or null when no month is left. */
export const nextOf = ({ state, nextDate, dateTerminated, ...dated }: Going): Instant | null =>
	state === 'ACTIVE' && nextDate <= lastDayOf(dated) && nextDate < (dateTerminated ?? Infinity)
		? nextDate
		: null;

/**
 * Continues with an approved proof. Returns the days for which the approval comes too late. Before the first approval it returns none,
 * because no expense was expected. It also returns none while a late cron still has a day of the earlier proof to submit.
 */
export function goOn(
	standing: Going & { skipped: SkippedMonth[] },
	proofUntil: Instant,
	earliestOpen: Instant,
) {
	const verified = { ...standing, state: 'ACTIVE' as const, proofUntil };
	const closed = nextOf(standing) === null ? closedDays(verified, earliestOpen) : [];
	const missed = standing.state === 'ACTIVE' ? closed : [];
	const skipped = missed.map((date): SkippedMonth => ({ date, code: 'period_closed' }));
	return {
		missed,
		fields: {
			state: verified.state,
			proofUntil,
			nextDate: addMonths(standing.nextDate, closed.length),
			skipped: [...standing.skipped, ...skipped].slice(-MAX_SKIPPED),
		},
	};
}

/** Returns the days of the next months that no longer take expenses. */
function closedDays(standing: Going, earliestOpen: Instant): Instant[] {
	const next = nextOf(standing);
	if (next === null || next >= earliestOpen) return [];
	return [next, ...closedDays({ ...standing, nextDate: addMonths(next, 1) }, earliestOpen)];
}

/** Returns the day of the first month to submit. Refuses a request without a day in an open month. */
export function firstDate(standing: NewStanding, earliestOpen: Instant): Instant {
	const { startDate, dayOfMonth, endDate, proofUntil } = standing;
	const last = lastDayOf(standing);
	if (occurrenceFrom(startDate, dayOfMonth) > last) {
		const field = last === proofUntil && last !== endDate ? 'proofUntil' : 'endDate';
		throw invalidField(
			field,
			'too_early',
			`No day ${dayOfMonth} of a month lies from startDate to ${field}.`,
		);
	}
	const first = occurrenceFrom(Math.max(startDate, earliestOpen), dayOfMonth);
	if (first > last) {
		throw new Refusal(
			'period_closed',
			`Expenses are accepted from ${toDay(earliestOpen)} on, and no later day of it is covered.`,
		);
	}
	return first;
}

/** Refuses a proof that covers no month after those that are already decided or verified. */
export function requireLater(proofUntil: Instant, { state, nextDate, ...verified }: Omit<Going, 'endDate'>) {
	if (state === 'ACTIVE' && proofUntil <= verified.proofUntil) {
		const detail = `The verified proof already covers the days until ${toDay(verified.proofUntil)}.`;
		throw invalidField('proofUntil', 'too_early', detail);
	}
	if (proofUntil < nextDate) {
		const detail = `It must cover the next month, whose day is ${toDay(nextDate)}.`;
		throw invalidField('proofUntil', 'too_early', detail);
	}
}

/** Refuses to move a standing expense's expense to another month, which gets its own. */
export function requireItsMonth(
	{ standingExpenseId, date }: { standingExpenseId: string | null; date: Instant },
	to: Instant,
): void {
	if (standingExpenseId === null || startOfMonth(to) === startOfMonth(date)) return;
	const month = toYearMonth(date);
	throw invalidField(
		'date',
		'wrong_month',
		`The expense of a standing expense stays in its month, ${month}.`,
	);
}

export function requireGoingOn(state: StandingState): void {
	if (state === 'ENDED')
		throw new Refusal('standing_expense_ended', 'It has ended. Submit another one instead.');
	if (state === 'REJECTED') throw alreadyDecided();
}

export const alreadyDecided = (): Refusal =>
	new Refusal('already_decided', 'No proof of the standing expense waits for its verification.');

export interface Verification {
	state: 'APPROVED' | 'REJECTED';
	/** The verified part of the amount; null for all of it. */
	amount: Money | null;
	reasons: readonly Reason[];
	words: string | null;
}

interface StoredAmount {
	amountValue: number;
	amountCurrency: Currency;
}

export const mailData = (
	standing: StoredAmount & { id: string; module: string },
	amountValue: number,
	more: Record<string, string>,
): Record<string, string> => ({
	standingExpenseId: standing.id,
	module: standing.module,
	amount: String(amountValue),
	asked: String(standing.amountValue),
	currency: standing.amountCurrency,
	...more,
});
