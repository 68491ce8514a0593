import { type Change, CRON, type Fields } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { mealsOf } from '../../../foundation/core/meals.ts';
import { cutOff, nextCutOff } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { insertNotices, type NewNotice } from '../../../tenants/mail/notices/store.ts';
import { advanceRevisions } from '../../employees/store.ts';
import { pendingTransactions } from '../../ledger/rules.ts';
import { additionOf, insertTransactions, type PayrollTransaction } from '../../ledger/store.ts';
import { requireAllowed } from '../circumstances/rules.ts';
import {
	type Case,
	caseQueries,
	circumstancesOfApproval,
	type SpendingSituation,
	situationsOf,
} from '../circumstances/store.ts';
import { UNDO_MS } from '../reopening/rules.ts';
import { decisionData, refuseOwn, requireState } from '../rules.ts';
import {
	changesOf,
	type Expense,
	type ExpenseRow,
	expenseViolations,
	idOfExpense,
	idsOfCompany,
	overdueReturns,
	saveDecisions,
	type Verdict,
} from '../store.ts';
import {
	AS_SUBMITTED,
	approvedDays,
	approvedPart,
	type Decider,
	type Decision,
	decidableStates,
	decidedFields,
	requireRecord,
} from './rules.ts';

/** A decision that is not stored yet. */
interface Decided<E extends ExpenseRow = ExpenseRow> {
	before: E;
	after: E;
	employee: { id: string; userId: string; revision: number };
	lines: PayrollTransaction[];
	/** Further fields for the history. */
	told?: Fields | undefined;
}

const RETURNS_PER_STEP = 500;

export async function decideExpense(
	call: Call,
	operation: 'approveExpense' | 'rejectExpense' | 'returnExpense',
	expenseId: string,
	decision: Decision,
): Promise<Outcome<Expense>> {
	const { db, now } = call;
	const id = idOfExpense(db, authorize(call.actor, operation), expenseId);
	const [expense, situation] = await load(call, caseQueries(db, id), ([[found], ...situations]) => {
		const expense = requireFound(found, 'expense');
		concern(call, expense.employeeId);
		return [expense, requireFound(situationsOf(situations).get(expense.employeeId), 'expense')] as const;
	});
	const decided = decide(call, expense, situation, decision);
	return {
		before: expense,
		after: decided.after,
		...storing(db, [decided], now, UNDO_MS),
		violations: expenseViolations,
	};
}

/** Decides on a company's expenses in order, so that approvals count for the next ones. Some can be refused; the others are stored. */
export async function decideExpenses(
	call: Call,
	companyId: string,
	decisions: readonly (Decision & { expenseId: string })[],
): Promise<Outcome<Verdict[]>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'decideExpenses');
	const ids = idsOfCompany(
		companyIdInScope(db, scope, companyId),
		decisions.map(({ expenseId }) => expenseId),
	);
	const [expenses, ...found] = await loadInCompany(call, scope, companyId, caseQueries(db, ids));
	const known = new Map(expenses.map((expense) => [expense.id, expense]));
	const situations = situationsOf(found);
	const made: Decided[] = [];
	const verdicts = decisions.map(({ expenseId, ...decision }): Verdict => {
		try {
			const expense = requireFound(known.get(expenseId), 'expense');
			const situation = requireFound(situations.get(expense.employeeId), 'expense');
			const decided = decide(call, expense, situation, decision);
			made.push(decided);
			situations.set(expense.employeeId, afterwards(situation, decided));
			return { expenseId, expense: decided.after, refusal: null };
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return { expenseId, expense: null, refusal: error };
		}
	});
	return { before: null, after: verdicts, ...storing(db, made, now, UNDO_MS) };
}

/** The reason to approve an expense without a person, with further fields for the history. */
interface Ground extends Decider {
	told?: Fields;
}

/**
 * Approves waiting expenses in order as they were submitted, without a person. An expense continues to wait if `groundOf` returns null or a
 * rule forbids it now. The statements fail when an employee has changed since it was read.
 */
export function approveUnseen(
	db: Db,
	cases: readonly Case[],
	situations: Map<string, SpendingSituation>,
	groundOf: (expense: Case, situation: SpendingSituation) => Ground | null,
	now: Instant,
): { approved: Expense[]; statements: Statement[] } {
	const current = new Map(situations);
	const made: Decided<Case>[] = [];
	for (const expense of cases) {
		const situation = requireFound(current.get(expense.employeeId), 'employee');
		const ground = groundOf(expense, situation);
		if (ground === null) continue;
		const { told, ...decider } = ground;
		try {
			const decided = decideBy(decider, expense, situation, AS_SUBMITTED, now);
			made.push({ ...decided, told });
			current.set(expense.employeeId, afterwards(situation, decided));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
		}
	}
	const { statements, changes } = storing(db, made, now, 0);
	const events = made.length === 0 ? [] : recordEvents(db, CRON, now, identified(changes, now));
	return { approved: made.map(({ after }) => after), statements: [...statements, ...events] };
}

/** Rejects returned expenses that were not corrected in time, with the reasons of the return. */
export const rejectUnmended: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, RETURNS_PER_STEP, async (size) => {
		const [overdue] = await batch(db, [overdueReturns(db, now, size, companyId)]);
		if (overdue.length === 0) return 0;
		const decided = overdue.map(({ revision, userId, ...before }): Decided => {
			const after = { ...before, state: 'REJECTED' as const, dateModified: now, dateDecided: now };
			return { before, after, employee: { id: before.employeeId, userId, revision }, lines: [] };
		});
		const { statements, changes } = storing(db, decided, now, 0);
		await commit(db, [...statements, ...recordEvents(db, CRON, now, identified(changes, now))]);
		return overdue.length;
	});

function decide(
	{ now, actor }: Call,
	before: Case,
	situation: SpendingSituation,
	decision: Decision,
): Decided<Case> {
	refuseOwn(actor, before);
	return decideBy({ deciderId: actor.userId, approvalRuleId: null }, before, situation, decision, now);
}

/**
 * Checks all rules again, except for the cut-off. The payroll transaction belongs to the run of its month, or else to the next open one.
 * Only approved expenses count, so the first approval takes the budget.
 */
function decideBy(
	decider: Decider,
	before: Case,
	situation: SpendingSituation,
	decision: Decision,
	now: Instant,
): Decided<Case> {
	const { employee } = situation;
	requireState(before.state, ...decidableStates(decision));
	if (decision.state !== 'APPROVED') {
		const after = { ...before, ...decidedFields(before, decision, null, decider, now) };
		return { before, after, employee, lines: [] };
	}
	const amount = approvedPart(before, decision.amount);
	const days = approvedDays(before, decision.days);
	const { absencesRecorded } = decision;
	requireRecord(decision, days, employee.recordsAbsences);
	const circumstances = circumstancesOfApproval(situation, before, absencesRecorded, now);
	requireAllowed({ ...before, amount, days }, circumstances);
	const after = { ...before, ...decidedFields(before, decision, { amount, days }, decider, now) };
	const ownCutOff = cutOff(before.date, employee.payrollReferenceDay);
	const nextOpen = nextCutOff(now, employee.payrollReferenceDay, employee.latestClosed);
	const reference = Math.max(ownCutOff, nextOpen);
	const paid = { ...after, amount, meals: mealsOf(after) };
	return {
		before,
		after,
		employee,
		lines: pendingTransactions(paid, employee, employee.mealsCountry, reference, now),
	};
}

/** Returns the employee's situation after a decision, for the next one. */
function afterwards(situation: SpendingSituation, { after }: Decided): SpendingSituation {
	const { id, state } = after;
	const taken = situation.taken.flatMap((one) => {
		if (one.id !== id) return [one];
		return state === 'REJECTED'
			? []
			: [
					{
						...one,
						state,
						value: after.approvedAmountValue ?? one.value,
						days: after.approvedDays ?? one.days,
					},
				];
	});
	return { ...situation, taken };
}

/**
 * Returns the outcome of decisions. The number of statements does not depend on the number of decisions. They fail when an employee has
 * changed since it was read.
 */
function storing(
	db: Db,
	decided: readonly Decided[],
	now: Instant,
	mailDelayMs: number,
): { statements: Statement[]; changes: Change[]; mails: string[]; mailDelayMs: number } {
	if (decided.length === 0) return { statements: [], changes: [], mails: [], mailDelayMs };
	const owners = new Map(decided.map(({ employee }) => [employee.id, employee]));
	const lines = decided.flatMap((one) => one.lines);
	const notices = decided.map((one) => noticeOf(one, now, now + mailDelayMs));
	return {
		statements: [
			advanceRevisions(db, [...owners.values()]),
			saveDecisions(
				db,
				decided.map(({ after }) => after),
			),
			...(lines.length === 0 ? [] : [insertTransactions(db, lines)]),
			...insertNotices(db, notices),
		],
		changes: decided.flatMap(({ before, after, lines: added, told }) => [
			...changesOf(before, after, told),
			...added.map((line) => additionOf({ id: before.employeeId, companyId: before.companyId }, line)),
		]),
		mails: notices.map(({ id }) => id),
		mailDelayMs,
	};
}

const NOTICES = {
	APPROVED: 'expense_approved',
	REJECTED: 'expense_rejected',
	NEEDS_CORRECTION: 'expense_returned',
} as const;

/** Returns the notice to the employee. It is not sent while the decision can still be undone. */
const noticeOf = ({ after, employee }: Decided, now: Instant, dateDue: Instant): NewNotice => ({
	id: newId(now),
	kind: NOTICES[after.state as keyof typeof NOTICES],
	userId: employee.userId,
	companyId: after.companyId,
	data: { ...decisionData(after), expenseId: after.id },
	dateCreated: now,
	dateDue,
});
