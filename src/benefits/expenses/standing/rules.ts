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

/** The purposes that recur each month. Meals differ from day to day, and a recreation happens once. */
export const STANDING_MODULES = ['HEALTH', 'INTERNET', 'KITA', 'MOBILITY', 'SPORTS'] as const;
type StandingModule = (typeof STANDING_MODULES)[number];

/** SUBMITTED has never been verified. ACTIVE has, so the cron submits its months. */
export const STANDING_STATES = ['SUBMITTED', 'ACTIVE', 'REJECTED', 'ENDED'] as const;
export type StandingState = (typeof STANDING_STATES)[number];

export const PROOF_STATES = ['SUBMITTED', 'APPROVED', 'REJECTED'] as const;

export const MAX_DAY_OF_MONTH = 28;

/** The most proofs in an answer, the latest ones. */
export const MAX_PROOFS = 20;

/** The most skipped months that are kept, the latest ones. */
export const MAX_SKIPPED = 24;

/** A month without an expense, by its day, and the rule that refused it. */
export interface SkippedMonth {
	date: Instant;
	code: (typeof EXPENSE_REFUSALS)[number];
}

/** The place in the list of a company: those with a proof that waits come first. */
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

/** The first day with this number at or after a day. Every month has the days up to 28. */
export function occurrenceFrom(from: Instant, dayOfMonth: number): Instant {
	const ofMonth = addDays(startOfMonth(from), dayOfMonth - 1);
	return ofMonth >= from ? ofMonth : addMonths(ofMonth, 1);
}

interface Dated {
	endDate: Instant | null;
	proofUntil: Instant;
}

/** The last day on which a month may be submitted. */
export const lastDayOf = ({ endDate, proofUntil }: Dated): Instant =>
	Math.min(endDate ?? Number.POSITIVE_INFINITY, proofUntil);

interface Going extends Dated {
	state: StandingState;
	nextDate: Instant;
	/** When the employment ends, if that is known. */
	dateTerminated: Instant | null;
}

/** Returns the day of the next expense, or null when no month is left. */
export const nextOf = ({ state, nextDate, dateTerminated, ...dated }: Going): Instant | null =>
	state === 'ACTIVE' && nextDate <= lastDayOf(dated) && nextDate < (dateTerminated ?? Infinity)
		? nextDate
		: null;

/**
 * Goes on with an approved proof, and returns the days for which the approval comes too late. Before the first approval nobody expects an
 * expense, so no day is returned. While a late cron still has to submit a day of the earlier proof, no day is too late.
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

/** The days of the next months that take no expenses any more. */
function closedDays(standing: Going, earliestOpen: Instant): Instant[] {
	const next = nextOf(standing);
	if (next === null || next >= earliestOpen) return [];
	return [next, ...closedDays({ ...standing, nextDate: addMonths(next, 1) }, earliestOpen)];
}

/** Returns the day of the first month to submit. Refuses a request without a day in a month that is still open. */
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

/** Refuses a proof that covers no month beyond those that are decided or verified. */
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

/** Refuses to move the expense of a standing one to another month, which has an expense of its own. */
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

/** A verifier's decision on a proof. */
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

/** The data of a mail about a standing expense. */
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
