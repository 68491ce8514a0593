import type { Instant } from '../../../foundation/core/instant.ts';
import type { Currency, Money } from '../../../foundation/core/money.ts';
import { REASONS, type Reason } from '../../../foundation/core/reasons.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import type { ExpenseState } from '../rules.ts';

export const MAX_DECISIONS = 500;

export const DECISIONS = ['APPROVED', 'REJECTED', 'NEEDS_CORRECTION'] as const;

export interface Decision {
	state: (typeof DECISIONS)[number];
	/** For an approval: the approved part; null for the whole amount. */
	amount: Money | null;
	/** For an approval: the approved days of meals; null for all of them. */
	days: number | null;
	/** For an approval: whether a record of absences proves the days of meals. */
	absencesRecorded: boolean;
	reasons: readonly Reason[];
	words: string | null;
}

/** The approval of a whole expense. */
export const AS_SUBMITTED: Decision = {
	state: 'APPROVED',
	amount: null,
	days: null,
	absencesRecorded: false,
	reasons: [],
	words: null,
};

/** Returns the states in which a decision is allowed. A returned expense can still be rejected. */
export const decidableStates = ({ state }: Decision): ExpenseState[] =>
	state === 'REJECTED' ? ['SUBMITTED', 'NEEDS_CORRECTION'] : ['SUBMITTED'];

interface RequestedAmount {
	amountValue: number;
	amountCurrency: Currency;
}

/** Returns the approved part of an expense. Refuses another currency, and more than the requested amount. */
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

/** Returns the approved days of meals. Refuses more than were submitted, and days for another module. */
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

/** Refuses to approve only a part without a reason. Only the console calls this, because programs need not give one. */
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

/** Refuses the confirmation of a record of absences for other modules, and for companies without such a record. */
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

/** A user or a rule of the company decides. Both are null when the cron rejects an expense, or approves it for another reason. */
export interface Decider {
	deciderId: string | null;
	approvalRuleId: string | null;
}

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

/** Returns the reasons in order and without repeats. Own words count as the reason `other`. */
export const reasonsOf = (given: readonly Reason[], words: string | null): Reason[] =>
	REASONS.filter((reason) => given.includes(reason) || (reason === 'other' && words !== null));
