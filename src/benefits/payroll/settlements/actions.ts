import { aboutEmployee, alteration } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { BLANK_CORRECTION } from '../../../foundation/core/personal.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { stale } from '../../../foundation/db/commit.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { advanceRevision } from '../../employees/store.ts';
import { tellTransaction } from '../../ledger/table.ts';
import { transactionOfCompany } from '../corrections/store.ts';
import { refuseOwn, requirePaid, requireWaiting } from './rules.ts';
import {
	insertSettlement,
	payeeOfTransaction,
	type Settlement,
	settleLine,
	settlementOfTransaction,
	settlementsPage,
} from './store.ts';

interface NewSettlement {
	/** The start of the UTC day on which the money was paid. */
	date: Instant;
	reason: string;
}

/** Removes a waiting line from all later runs, because the money was paid in another way. Balances stay unchanged. */
export async function settleTransaction(
	call: Call,
	companyId: string,
	transactionId: string,
	{ date, reason: given }: NewSettlement,
): Promise<Outcome<Settlement>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'settleTransaction');
	const ownerId = companyIdInScope(db, scope, companyId);
	const wanted = [
		transactionOfCompany(db, ownerId, transactionId),
		payeeOfTransaction(db, ownerId, transactionId),
	] as const;
	const [line, payee] = await load(call, wanted, ([[row], [owner]]) => {
		const payee = requireFound(owner, 'payroll transaction');
		concern(call, payee.employeeId);
		return [requireFound(row, 'payroll transaction'), payee] as const;
	});
	refuseOwn(actor, payee);
	requireWaiting(line);
	requirePaid(date, now);
	// The reason is not stored for an erased employee. Without a settlement, the line would wait forever.
	const reason = payee.dateErased === null ? given : BLANK_CORRECTION.reason;
	const link = { authorId: actor.userId, date, reason };
	const settled = { ...line, state: 'SETTLED' as const, dateDeleted: now, dateModified: now };
	return {
		before: null,
		after: { ...settled, ...link, dateCreated: now, takenBackValue: 0 },
		statements: [
			advanceRevision(db, { id: payee.employeeId, revision: payee.revision }),
			settleLine(db, line.id, now),
			insertSettlement(db, { transactionId: line.id, dateCreated: now, companyId: line.companyId, ...link }),
		],
		changes: alteration(
			'payroll_transaction.settled',
			aboutEmployee({ id: payee.employeeId, companyId: line.companyId }, line.id),
			tellTransaction(line),
			{ ...tellTransaction(settled), ...link, date: toIso(date) },
		),
		// If a run has committed the line since it was read, the next attempt refuses with the reason.
		violations: { committed: stale },
	};
}

export async function readSettlement(
	call: Call,
	companyId: string,
	transactionId: string,
): Promise<Settlement> {
	const scope = authorize(call.actor, 'readSettlement');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [[settlement]] = await load(call, [settlementOfTransaction(call.db, ownerId, transactionId)]);
	return requireFound(settlement, 'payroll settlement');
}

export async function listSettlements(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<Settlement[]> {
	const scope = authorize(call.actor, 'listSettlements');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [settlements] = await loadInCompany(call, scope, companyId, [
		settlementsPage(call.db, ownerId, after, limit),
	]);
	return settlements;
}
