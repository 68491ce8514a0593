import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../core/actor.ts';
import { DomainError } from '../core/domain-error.ts';
import { employeeErased } from '../core/employment.ts';
import type { ExpenseState } from '../core/expenses.ts';
import { alteration, creation, type EventType, ofEmployee } from '../core/history.ts';
import { type Instant, toYearMonth } from '../core/instant.ts';
import type { Module } from '../core/modules.ts';
import type { Call } from '../db/call.ts';
import type { Db } from '../db/client.ts';
import type { Refusals } from '../db/commit.ts';
import { fieldsOf } from '../db/history.ts';
import { isReached } from '../db/scope.ts';
import type { Outcome } from '../db/write.ts';
import { expenses } from './table.ts';

export type Expense = typeof expenses.$inferSelect;

export interface ExpenseFilter {
	state?: ExpenseState | undefined;
	module?: Module | undefined;
	/** The first instant of a month. */
	month?: Instant | undefined;
}

/** The expense, if the scope reaches its company or its employee. */
export const expenseInScope = (db: Db, scope: Scope, id: string) =>
	db
		.select()
		.from(expenses)
		.where(and(eq(expenses.id, id), isReached(scope, expenses.companyId, expenses.employeeId)));

/** The id of the expense's employee as a subquery. */
export const employeeOfExpense = (expenseId: string): SQL =>
	sql`(SELECT employee_id FROM expenses WHERE id = ${expenseId})`;

/** The expense that a transaction pays, if the transaction is of the company whose id the subquery finds. */
export const expenseOfTransaction = (db: Db, companyId: SQL, transactionId: string) =>
	db
		.select()
		.from(expenses)
		.where(
			sql`${expenses.id} = (SELECT flex_data_id FROM payroll_transactions
				WHERE id = ${transactionId} AND company_id = ${companyId})`,
		);

/** Up to `limit` expenses behind the id `after`, of the employee or the company whose id the subquery finds. */
export function expensesPage(
	db: Db,
	owner: { employeeId: SQL } | { companyId: SQL },
	{ state, module, month }: ExpenseFilter,
	after: string,
	limit: number,
) {
	const isOwned =
		'employeeId' in owner
			? sql`${expenses.employeeId} = ${owner.employeeId}`
			: sql`${expenses.companyId} = ${owner.companyId}`;
	return db
		.select()
		.from(expenses)
		.where(
			and(
				isOwned,
				gt(expenses.id, after),
				state === undefined ? undefined : eq(expenses.state, state),
				module === undefined ? undefined : eq(expenses.module, module),
				month === undefined ? undefined : isInMonth(month),
			),
		)
		.orderBy(asc(expenses.id))
		.limit(limit);
}

export const insertExpense = (db: Db, row: Expense) =>
	db.insert(expenses).values(row).onConflictDoNothing({ target: expenses.id });

export const storeSubmission = (db: Db, expense: Expense): Outcome<Expense> => ({
	before: null,
	after: expense,
	statements: [insertExpense(db, expense)],
	events: [creation('expense.submitted', ofExpense(expense), fieldsOf(expenses, expense))],
	refusals: expenseRefusals,
});

/** The outcome of a decision on an expense, which is taken once: the database holds this too. */
export function storeDecision(
	{ db, now, actor }: Call,
	expense: Expense,
	decided: Pick<Expense, 'state'> & Partial<Expense>,
): Outcome<Expense> {
	if (expense.state !== 'SUBMITTED') throw alreadyDecided();
	const dates = { dateModified: now, dateDecided: now, deciderId: actor.userId };
	const after = { ...expense, ...dates, ...decided };
	const [before, fresh] = [fieldsOf(expenses, expense), fieldsOf(expenses, after)];
	return {
		before: expense,
		after,
		statements: [
			db
				.update(expenses)
				.set({ ...dates, ...decided })
				.where(eq(expenses.id, expense.id)),
		],
		events: alteration(DECISIONS[after.state], ofExpense(expense), before, fresh),
		refusals: expenseRefusals,
	};
}

/** The refusals of triggers. */
const expenseRefusals: Refusals = {
	decided: () => alreadyDecided(),
	employee_erased: employeeErased,
};

const DECISIONS = {
	SUBMITTED: 'expense.submitted',
	APPROVED: 'expense.approved',
	REJECTED: 'expense.rejected',
	WITHDRAWN: 'expense.withdrawn',
} as const satisfies Record<ExpenseState, EventType>;

export const ofExpense = ({ id, employeeId, companyId }: Expense) =>
	ofEmployee({ id: employeeId, companyId }, id);

const alreadyDecided = () => new DomainError('already_decided', 'The expense is not SUBMITTED any more.');

/** Spelt as the indexes of months spell it (see migrations). */
const isInMonth = (month: Instant): SQL =>
	sql`strftime('%Y-%m', ${expenses.date} / 1000, 'unixepoch') = ${toYearMonth(month)}`;
