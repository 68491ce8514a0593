import type { Actor } from '../../../foundation/core/actor.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import type { TransactionState } from '../../ledger/rules.ts';
import { UNNEEDED_MS } from '../receipts/rules.ts';
import type { ExpenseState } from '../rules.ts';

/** Within this time, the decider needs no reason to take a decision back, and mails about it are not sent. */
export const UNDO_MS = 10 * 60_000;

interface Decided {
	state: ExpenseState;
	dateDecided: Instant | null;
	deciderId: string | null;
	dateReturned: Instant | null;
	returnerId: string | null;
}

/** Returns the decider and the time of an expense's decision. A decision of the cron has no decider. */
const decisionOf = ({ state, dateDecided, deciderId, dateReturned, returnerId }: Decided) =>
	state === 'NEEDS_CORRECTION'
		? { at: dateReturned ?? 0, by: returnerId }
		: { at: dateDecided ?? 0, by: deciderId };

/** Refuses an expense without a verifier's decision: it is waiting, or its author withdrew it. */
export function requireDecided({ state }: Pick<Decided, 'state'>): void {
	if (state === 'SUBMITTED') {
		throw new Refusal('not_decided', 'The expense waits for a decision. There is none to take back.');
	}
	if (state === 'WITHDRAWN') {
		throw new Refusal('not_decided', 'Its author withdrew the expense. It can only be submitted again.');
	}
}

interface Line {
	id: string;
	companyId: string;
	state: TransactionState;
}

/** Refuses to take back an approval when one of its lines was committed or settled. */
export function requireUnpaid(lines: readonly Line[]): void {
	for (const { id, companyId, state } of lines) {
		const path = `POST /companies/${companyId}/flex/payroll-transactions/${id}/corrections`;
		if (state === 'COMMITTED') {
			const detail = `Payroll has committed this payment, so the decision stands. Correct the payment with ${path}.`;
			throw new Refusal('line_committed', detail);
		}
		if (state === 'SETTLED') {
			const detail = `This payment was settled outside payroll, so the decision stands. If that was wrong, take the settlement back with ${path}.`;
			throw new Refusal('line_settled', detail);
		}
	}
}

/** Refuses a rejection whose receipts are about to be removed, because nobody could decide on the expense again. */
export function requireReceiptsKept({ state, dateDecided }: Decided, now: Instant): void {
	if (state !== 'REJECTED' || dateDecided === null || now < dateDecided + UNNEEDED_MS) return;
	const until = toIso(dateDecided + UNNEEDED_MS);
	throw new Refusal(
		'receipts_removed',
		`A rejection could be taken back until ${until}. Since then the receipts are removed. Ask the author to submit a new expense.`,
	);
}

function isUndo(actor: Actor, decided: Decided, now: Instant): boolean {
	const { at, by } = decisionOf(decided);
	return by === actor.userId && now < at + UNDO_MS;
}

/** Refuses a missing reason. Only the decider needs none, within ten minutes of the decision. */
export function requireReason(actor: Actor, decided: Decided, reason: string | null, now: Instant): void {
	if (reason !== null || isUndo(actor, decided, now)) return;
	const detail = 'Say why. Only the decider needs no reason, and only within ten minutes of the decision.';
	throw invalidField('reason', 'required', detail);
}

/** Returns the fields of an expense that waits for a person again. It keeps nothing of the decision. */
export const reopenedFields = ({ state }: Decided, now: Instant) => ({
	state: 'SUBMITTED' as const,
	dateModified: now,
	dateDecided: null,
	deciderId: null,
	approvalRuleId: null,
	dateRuled: now,
	approvedAmountValue: null,
	approvedDays: null,
	absencesRecorded: false,
	reasons: [],
	rejectionReason: null,
	...(state === 'NEEDS_CORRECTION' && { dateReturned: null, returnerId: null }),
});
