import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { isPermittedBy, MOMENT_MS, oppositionTo, type Trial } from '../approval-rules/rules.ts';
import { type ApprovalRule, reservedForPeople } from '../approval-rules/store.ts';
import { type Case, caseQueries, situationsOf } from '../circumstances/store.ts';
import { findingsQueries, knownFrom } from '../review/actions.ts';
import { checksOf } from '../review/rules.ts';
import type { Queued } from '../review/store.ts';
import { idsForTrial, triedCounts } from './store.ts';

/** Returns how a rule would have decided the purchases of the last 90 days that are already decided, and where people differed. */
export async function tryApprovalRule(call: Call, rule: ApprovalRule): Promise<Trial> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setApprovalRule');
	const tried = [companyIdInScope(db, scope, rule.companyId), rule.module, now] as const;
	const ids = idsForTrial(...tried);
	const [[counts], reserved, receipts, duplicates, warnings, cases, ...found] = await loadInCompany(
		call,
		scope,
		rule.companyId,
		[
			triedCounts(db, ...tried),
			reservedForPeople(db, ids, 'earlier'),
			...findingsQueries(db, scope, ids),
			...caseQueries(db, ids),
		],
	);
	const situations = situationsOf(found);
	const knownOf = knownFrom([receipts, duplicates, warnings], now);
	const left = new Set(reserved.map(({ id }) => id));
	const permitted = cases.filter((expense) => {
		if (left.has(expense.id)) return false;
		const known = knownOf(expense, requireFound(situations.get(expense.employeeId), 'employee'));
		return isPermittedBy(rule, expense, known.receipts, checksAtFirst(expense, known));
	});
	const seen = Map.groupBy(permitted, oppositionTo);
	const countOf = (opposition: ReturnType<typeof oppositionTo>) => seen.get(opposition)?.length ?? 0;
	return {
		...requireFound(counts, 'company'),
		permitted: permitted.length,
		rejected: countOf('rejected'),
		approvedInPart: countOf('approvedInPart'),
		returned: countOf('returned'),
	};
}

/** Returns the checks as they were when a rule would have applied. Expenses that were submitted later were no duplicates yet. */
function checksAtFirst(expense: Case, { duplicates, ...known }: Queued) {
	const isEarlier = ({ id }: { id: string }) => id < expense.id;
	const stored = known.receipts.map(({ dateStored }) => dateStored ?? 0);
	return checksOf(
		{
			...known,
			duplicates: {
				sameReceipt: duplicates.sameReceipt.filter(isEarlier),
				samePurchase: duplicates.samePurchase.filter(isEarlier),
				sameDayAndAmount: duplicates.sameDayAndAmount.filter(isEarlier),
			},
		},
		Math.max(expense.dateCreated, ...stored) + MOMENT_MS,
	);
}
