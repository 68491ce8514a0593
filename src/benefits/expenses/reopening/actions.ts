import { aboutEmployee, alteration, type Change } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { stale } from '../../../foundation/db/commit.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { insertNotices, lastNoticeIsNot, removeWaitingNotices } from '../../../tenants/mail/notices/store.ts';
import { refuseErased } from '../../employees/rules.ts';
import { advanceRevisions } from '../../employees/store.ts';
import type { PayrollTransaction } from '../../ledger/store.ts';
import { tellTransaction } from '../../ledger/table.ts';
import { decisionData, refuseOwn } from '../rules.ts';
import {
	aboutExpense,
	type Expense,
	expenseViolations,
	idOfExpense,
	idsOfCompany,
	saveDecisions,
	type Verdict,
} from '../store.ts';
import { tellExpense } from '../table.ts';
import {
	reopenedFields,
	requireDecided,
	requireReason,
	requireReceiptsKept,
	requireUnpaid,
} from './rules.ts';
import { decidedExpenses, linesOfExpenses, withdrawLines } from './store.ts';

interface Reopened {
	before: Expense;
	after: Expense;
	employee: { id: string; userId: string; revision: number };
	lines: readonly PayrollTransaction[];
}

/** Takes back the decision on an expense. The expense waits again, in its old place in the queue. */
export async function reopenExpense(
	call: Call,
	expenseId: string,
	reason: string | null,
): Promise<Outcome<Expense>> {
	const { db } = call;
	const id = idOfExpense(db, authorize(call.actor, 'reopenExpense'), expenseId);
	const [found, lines] = await load(
		call,
		[decidedExpenses(db, id), linesOfExpenses(db, id)],
		([[row], rows]) => {
			const found = requireFound(row, 'expense');
			concern(call, found.employeeId);
			return [found, rows] as const;
		},
	);
	const reopened = reopen(call, found, lines, reason);
	return { before: reopened.before, after: reopened.after, ...storing(call, [reopened], reason) };
}

/** Takes back decisions on expenses of a company without a reason. Some can be refused; all others are stored together. */
export async function reopenExpenses(
	call: Call,
	companyId: string,
	expenseIds: readonly string[],
): Promise<Outcome<Verdict[]>> {
	const { db } = call;
	const scope = authorize(call.actor, 'reopenExpense');
	const ids = idsOfCompany(companyIdInScope(db, scope, companyId), expenseIds);
	const [found, lines] = await loadInCompany(call, scope, companyId, [
		decidedExpenses(db, ids),
		linesOfExpenses(db, ids),
	]);
	const [known, linesOf] = [
		new Map(found.map((one) => [one.id, one])),
		Map.groupBy(lines, ({ flexDataId }) => flexDataId),
	];
	const made: Reopened[] = [];
	const verdicts = expenseIds.map((expenseId): Verdict => {
		try {
			const one = reopen(
				call,
				requireFound(known.get(expenseId), 'expense'),
				linesOf.get(expenseId) ?? [],
				null,
			);
			made.push(one);
			return { expenseId, expense: one.after, refusal: null };
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return { expenseId, expense: null, refusal: error };
		}
	});
	return { before: null, after: verdicts, ...storing(call, made, null) };
}

function reopen(
	{ actor, now }: Call,
	{ userId, revision, dateErased, ...before }: Awaited<ReturnType<typeof decidedExpenses>>[number],
	lines: readonly PayrollTransaction[],
	reason: string | null,
): Reopened {
	refuseOwn(actor, before);
	refuseErased({ dateErased });
	requireDecided(before);
	requireUnpaid(lines);
	requireReceiptsKept(before, now);
	requireReason(actor, before, reason, now);
	const after = { ...before, ...reopenedFields(before, now) };
	return { before, after, employee: { id: before.employeeId, userId, revision }, lines };
}

/** Returns the outcome. The number of statements does not depend on the number of decisions. */
function storing(
	{ db, now }: Call,
	reopened: readonly Reopened[],
	reason: string | null,
): Omit<Outcome<unknown>, 'before' | 'after'> {
	if (reopened.length === 0) return { statements: [], changes: [] };
	const owners = new Map(reopened.map(({ employee }) => [employee.id, employee]));
	const ids = reopened.map(({ before }) => before.id);
	const notices = reopened.map(({ after, employee }) => noticeOf(after, employee.userId, now));
	return {
		statements: [
			advanceRevisions(db, [...owners.values()]),
			withdrawLines(db, ids, now),
			saveDecisions(
				db,
				reopened.map(({ after }) => after),
			),
			removeWaitingNotices(
				db,
				reopened.map(({ before, employee }) => ({ userId: employee.userId, expenseId: before.id })),
			),
			...insertNotices(db, notices, lastNoticeIsNot('expense_reopened')),
		],
		changes: reopened.flatMap(({ before, after, lines }) => [
			...alteration('expense.reopened', aboutExpense(before), tellExpense(before), {
				...tellExpense(after),
				reason,
			}),
			...lines.flatMap((line) => withdrawalOf(line, before.employeeId, now)),
		]),
		mails: notices.map(({ id }) => id),
		// If a run has committed a line since it was read, the next attempt refuses with that line.
		violations: { ...expenseViolations, committed: stale },
	};
}

/** Returns a notice to a person who knows the decision, that the expense waits again. */
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
