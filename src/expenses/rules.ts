import { type Actor, personBehind } from '../core/actor.ts';
import { type Instant, toIso } from '../core/instant.ts';
import { Refusal } from '../core/refusals.ts';

/** NEEDS_CORRECTION: a verifier has sent it back to be mended. It counts as taken, like one that is SUBMITTED. */
export const EXPENSE_STATES = ['SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];

/** How long an expense that was sent back may be mended before the cron rejects it. */
export const MENDABLE_MS = 30 * 86_400_000;

/** Who submitted an expense, and for which employee. */
interface Ownership {
	authorId: string;
	employeeId: string;
}

/** Refuses a decision on an expense that the actor submitted, or that is for the actor. */
export function refuseOwn(actor: Actor, expense: Ownership): void {
	const { userId, employeeId } = personBehind(actor);
	if ([actor.userId, userId].includes(expense.authorId) || expense.employeeId === employeeId) {
		throw new Refusal('forbidden', 'You cannot decide on your own expense.');
	}
}

export function requireAuthor({ userId }: Actor, { authorId }: Ownership): void {
	if (authorId !== userId) {
		throw new Refusal('forbidden', 'Only the user who submitted the expense can do this.');
	}
}

/** Refuses an expense in a state other than these. */
export function requireState(state: ExpenseState, ...allowed: readonly ExpenseState[]): void {
	if (allowed.includes(state)) return;
	if (state === 'NEEDS_CORRECTION') {
		throw new Refusal(
			'needs_correction',
			'The expense was returned for correction. Its author must correct it first, or you can reject it.',
		);
	}
	if (state === 'SUBMITTED') {
		throw new Refusal('not_returned', 'Only an expense that was returned for correction can be changed.');
	}
	throw alreadyDecided();
}

export const alreadyDecided = (): Refusal =>
	new Refusal('already_decided', 'The expense is no longer SUBMITTED.');

/** What a mail about a decision tells. */
export const decisionData = (decided: {
	module: string;
	amountValue: number;
	approvedAmountValue: number | null;
	amountCurrency: string;
	date: Instant;
	reasons: readonly string[];
	rejectionReason: string | null;
}): Record<string, string> => ({
	module: decided.module,
	amount: String(decided.approvedAmountValue ?? decided.amountValue),
	asked: String(decided.amountValue),
	reasons: decided.reasons.join(' '),
	currency: decided.amountCurrency,
	date: toIso(decided.date).slice(0, 10),
	...(decided.rejectionReason !== null && { reason: decided.rejectionReason }),
});
