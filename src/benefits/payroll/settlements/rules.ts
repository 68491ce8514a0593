import { type Actor, personBehind } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { invalidField, notFound, Refusal } from '../../../foundation/core/refusals.ts';
import type { TransactionState } from '../../ledger/rules.ts';

export function refuseOwn(actor: Actor, payee: { employeeId: string }): void {
	if (payee.employeeId === personBehind(actor).employeeId) {
		throw new Refusal('forbidden', 'You cannot settle a payment to yourself.');
	}
}

/** Refuses a line that no later run would commit, because it is already committed, settled or withdrawn. */
export function requireWaiting({ state }: { state: TransactionState }): void {
	if (state === 'COMMITTED') {
		const detail = 'A run has committed this transaction, so it is paid. Correct it with POST …/corrections.';
		throw new Refusal('line_committed', detail);
	}
	if (state === 'SETTLED') {
		const detail = 'This transaction is settled already. Take that back with POST …/corrections.';
		throw new Refusal('line_settled', detail);
	}
	if (state === 'WITHDRAWN') throw notFound('payroll transaction');
}

/** Refuses a payment on a future day, because it may still not happen. */
export function requirePaid(date: Instant, now: Instant): void {
	if (date > now) throw invalidField('date', 'in_future', 'date must not be in the future.');
}
