import type { Instant } from '../../core/instant.ts';
import type { Currency, Money } from '../../core/money.ts';
import { REASONS, type Reason } from '../../core/reasons.ts';
import { invalidField, Refusal } from '../../core/refusals.ts';
import type { ExpenseState } from '../rules.ts';

/** Most decisions in one call. */
export const MAX_DECISIONS = 500;

export const DECISIONS = ['APPROVED', 'REJECTED', 'NEEDS_CORRECTION'] as const;

/** A verifier's decision on one expense. */
export interface Decision {
	state: (typeof DECISIONS)[number];
	/** On approval: the part that is approved; null for all of it. */
	amount: Money | null;
	reasons: readonly Reason[];
	/** The verifier's own words. */
	words: string | null;
}

/** The states in which the decision is allowed. A returned expense can still be rejected. */
export const decidableStates = ({ state }: Decision): ExpenseState[] =>
	state === 'REJECTED' ? ['SUBMITTED', 'NEEDS_CORRECTION'] : ['SUBMITTED'];

interface Asked {
	amountValue: number;
	amountCurrency: Currency;
}

/** The part of the expense that is approved. Refuses one in another currency, or more than was asked for. */
export function approvedPart(expense: Asked, part: Money | null): Money {
	const asked = { value: expense.amountValue, currency: expense.amountCurrency };
	if (part === null) return asked;
	if (part.currency !== asked.currency) {
		throw new Refusal('currency_mismatch', `The expense is in ${asked.currency}.`);
	}
	if (part.value > asked.value) {
		const detail = `At most the requested amount can be approved: ${asked.value} ${asked.currency}.`;
		throw invalidField('amount/value', 'too_big', detail);
	}
	return part;
}

/** The fields of an expense that a decision changes. */
export function decidedFields(
	{ state, reasons, words }: Decision,
	part: Money | null,
	deciderId: string,
	now: Instant,
) {
	const told = { reasons: reasonsOf(reasons, words), rejectionReason: words, dateModified: now };
	return state === 'NEEDS_CORRECTION'
		? { ...told, state, dateReturned: now, returnerId: deciderId }
		: { ...told, state, approvedAmountValue: part?.value ?? null, dateDecided: now, deciderId };
}

/** Returns the reasons in order, without repeats. Own words count as the reason `other`. */
const reasonsOf = (given: readonly Reason[], words: string | null): Reason[] =>
	REASONS.filter((reason) => given.includes(reason) || (reason === 'other' && words !== null));
