import { aboutEmployee, alteration, type Change } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, concern, load } from '../../db/call.ts';
import { stale } from '../../db/commit.ts';
import type { Outcome } from '../../db/write.ts';
import { refuseErased } from '../../employees/rules.ts';
import { advanceRevision } from '../../employees/store.ts';
import type { PayrollTransaction } from '../../ledger/store.ts';
import { tellTransaction } from '../../ledger/table.ts';
import { insertNotices, lastNoticeIsNot, removeWaitingNotices } from '../../mail/notices/store.ts';
import { decisionData, refuseOwn } from '../rules.ts';
import { aboutExpense, alterationOf, type Expense, expenseViolations, idOfExpense } from '../store.ts';
import { tellExpense } from '../table.ts';
import {
	reopenedFields,
	requireDecided,
	requireReason,
	requireReceiptsKept,
	requireUnpaid,
} from './rules.ts';
import { decidedExpense, linesOfExpense, withdrawLines } from './store.ts';

/** Takes the decision on an expense back. It waits again, at its old place in the queue. */
export async function reopenExpense(
	call: Call,
	expenseId: string,
	reason: string | null,
): Promise<Outcome<Expense>> {
	const { db, now, actor } = call;
	const id = idOfExpense(db, authorize(actor, 'reopenExpense'), expenseId);
	const [found, lines] = await load(
		call,
		[decidedExpense(db, id), linesOfExpense(db, id)],
		([[row], rows]) => {
			const found = requireFound(row, 'expense');
			concern(call, found.employeeId);
			return [found, rows] as const;
		},
	);
	const { userId, revision, dateErased, ...before } = found;
	refuseOwn(actor, before);
	refuseErased({ dateErased });
	requireDecided(before);
	requireUnpaid(lines);
	requireReceiptsKept(before, now);
	requireReason(actor, before, reason, now);
	const { statements, after } = alterationOf(db, before, reopenedFields(before, now));
	const notice = noticeOf(after, userId, now);
	return {
		before,
		after,
		statements: [
			advanceRevision(db, { id: before.employeeId, revision }),
			withdrawLines(db, before.id, now),
			...statements,
			removeWaitingNotices(db, userId, before.id),
			...insertNotices(db, [notice], lastNoticeIsNot(notice.kind, before.id)),
		],
		changes: [
			...alteration('expense.reopened', aboutExpense(before), tellExpense(before), {
				...tellExpense(after),
				reason,
			}),
			...lines.flatMap((line) => withdrawalOf(line, before.employeeId, now)),
		],
		mails: [notice.id],
		// A run committed a line since it was read: the next attempt names it.
		violations: { ...expenseViolations, committed: stale },
	};
}

/** Tells a person who knows the decision that the expense waits again. */
const noticeOf = (expense: Expense, userId: string, now: Instant) => ({
	id: newId(now),
	kind: 'expense_reopened' as const,
	userId,
	companyId: expense.companyId,
	data: { ...decisionData(expense), expenseId: expense.id },
	dateCreated: now,
});

const withdrawalOf = (line: PayrollTransaction, employeeId: string, now: Instant): Change[] =>
	alteration(
		'payroll_transaction.withdrawn',
		aboutEmployee({ id: employeeId, companyId: line.companyId }, line.id),
		tellTransaction(line),
		tellTransaction({ ...line, state: 'WITHDRAWN', dateDeleted: now }),
	);
