import type { Instant } from '../../../foundation/core/instant.ts';
import type { Currency, Money } from '../../../foundation/core/money.ts';
import { REASONS, type Reason } from '../../../foundation/core/reasons.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import type { ExpenseState } from '../rules.ts';

/** Most decisions in one call. */
export const MAX_DECISIONS = 500;

export const DECISIONS = ['APPROVED', 'REJECTED', 'NEEDS_CORRECTION'] as const;

/** A verifier's decision on one expense. */
export interface Decision {
	state: (typeof DECISIONS)[number];
	/** On approval: the part that is approved; null for all of it. */
	amount: Money | null;
	/** On approval: the days of meals that are approved; null for all of them. */
	days: number | null;
	/** On approval: whether a record of absences proves the days of meals. */
	absencesRecorded: boolean;
	reasons: readonly Reason[];
	/** The verifier's own words. */
	words: string | null;
}

/** The approval of all of an expense. */
export const AS_SUBMITTED: Decision = {
	state: 'APPROVED',
	amount: null,
	days: null,
	absencesRecorded: false,
	reasons: [],
	words: null,
};

/** The states in which the decision is allowed. A returned expense can still be rejected. */
export const decidableStates = ({ state }: Decision): ExpenseState[] =>
	state === 'REJECTED' ? ['SUBMITTED', 'NEEDS_CORRECTION'] : ['SUBMITTED'];

interface RequestedAmount {
	amountValue: number;
	amountCurrency: Currency;
}

/** The part of the expense that is approved. Refuses one in another currency, or more than was asked for. */
export function approvedPart(expense: RequestedAmount, part: Money | null): Money {
	const asked = { value: expense.amountValue, currency: expense.amountCurrency };
	if (part === null) return asked;
	if (part.currency !== asked.currency) {
		throw new Refusal('currency_mismatch', `The expense is in ${asked.currency}.`);
	}
	if (part.value > asked.value) {
		const detail = `At most the requested amount can be approved: ${asked.value} ${asked.currency}.`;
		throw invalidField('amount/value', 'too_big', detail, { of: 'asked', ...asked });
	}
	return part;
}

/** Returns the approved days of meals. Refuses more than were submitted, and days of another module. */
export function approvedDays({ days: asked }: { days: number | null }, days: number | null): number | null {
	if (days === null) return asked;
	if (asked === null) throw invalidField('days', 'unexpected', 'Only MEALS have days.');
	if (days > asked)
		throw invalidField('days', 'too_big', `At most the submitted days can be approved: ${asked}.`, {
			of: 'askedDays',
			value: asked,
		});
	return days;
}

/** Refuses an approval of only a part without a reason. The console asks people for one; programs may leave it out. */
export function requireReasonOfPart(approved: {
	amountValue: number;
	approvedAmountValue: number | null;
	approvedDays: number | null;
	reasons: readonly Reason[];
}): void {
	const { amountValue, approvedAmountValue, approvedDays, reasons } = approved;
	const isPart = approvedDays !== null || (approvedAmountValue ?? amountValue) < amountValue;
	if (isPart && reasons.length === 0) {
		throw invalidField('reasons', 'required', 'Say why only a part is approved. The employee reads it.');
	}
}

/** Refuses the confirmation of a record of absences for other modules, and for companies that keep none. */
export function requireRecord(
	{ absencesRecorded }: Decision,
	days: number | null,
	recordsAbsences: boolean,
): void {
	if (!absencesRecorded) return;
	if (days === null) throw invalidField('absencesRecorded', 'unexpected', 'Only MEALS have days.');
	if (recordsAbsences) return;
	const detail = 'The payroll settings say that the company keeps no record of absences.';
	throw invalidField('absencesRecorded', 'conflict', detail);
}

/** The part of an expense that an approval pays. */
interface ApprovedPart {
	amount: Money;
	days: number | null;
}

/** A user decides, or a rule of the company. Both are null if the cron rejects an expense, or approves it for another reason. */
export interface Decider {
	deciderId: string | null;
	approvalRuleId: string | null;
}

/** The fields of an expense that a decision changes. */
export function decidedFields(
	expense: { days: number | null },
	{ state, reasons, words, absencesRecorded }: Decision,
	part: ApprovedPart | null,
	decider: Decider,
	now: Instant,
) {
	const told = { reasons: reasonsOf(reasons, words), rejectionReason: words, dateModified: now };
	return state === 'NEEDS_CORRECTION'
		? { ...told, state, dateReturned: now, dateRuled: now, returnerId: decider.deciderId }
		: {
				...told,
				state,
				approvedAmountValue: part?.amount.value ?? null,
				approvedDays: part === null || part.days === expense.days ? null : part.days,
				absencesRecorded,
				dateDecided: now,
				...decider,
			};
}

/** Returns the reasons in order, without repeats. Own words count as the reason `other`. */
export const reasonsOf = (given: readonly Reason[], words: string | null): Reason[] =>
	REASONS.filter((reason) => given.includes(reason) || (reason === 'other' && words !== null));
