import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../core/actor.ts';
import { aboutEmployee, alteration, creation, type EventType } from '../core/history.ts';
import { type Instant, toYearMonth } from '../core/instant.ts';
import type { Module } from '../core/modules.ts';
import { Refusal } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import type { Db } from '../db/client.ts';
import type { Violations } from '../db/commit.ts';
import { insertOnce } from '../db/prepared.ts';
import { isReached } from '../db/scope.ts';
import type { Outcome } from '../db/write.ts';
import { employeeErased } from '../employees/rules.ts';
import { employees } from '../employees/table.ts';
import { users } from '../users/table.ts';
import type { ExpenseState } from './rules.ts';
import { expenses, tellExpense } from './table.ts';

export type ExpenseRow = typeof expenses.$inferSelect;

/** An expense with whose it is, as they are called now. */
export interface Expense extends ExpenseRow {
	firstName: string | null;
	lastName: string | null;
	personnelNumber: string | null;
}

const withPerson = (db: Db) =>
	db
		.select({
			...getTableColumns(expenses),
			firstName: users.firstName,
			lastName: users.lastName,
			personnelNumber: employees.personnelNumber,
		})
		.from(expenses)
		.crossJoin(employees)
		.crossJoin(users);

const isOfPerson = sql`${employees.id} = ${expenses.employeeId} AND ${users.id} = ${employees.userId}`;

export interface ExpenseFilter {
	state?: ExpenseState | undefined;
	module?: Module | undefined;
	/** The first instant of a month. */
	month?: Instant | undefined;
}

export const expenseInScope = (db: Db, scope: Scope, id: string) =>
	withPerson(db).where(
		and(eq(expenses.id, id), isReached(scope, expenses.companyId, expenses.employeeId), isOfPerson),
	);

export const employeeOfExpense = (expenseId: string): SQL =>
	sql`(SELECT employee_id FROM expenses WHERE id = ${expenseId})`;

export const expenseOfTransaction = (db: Db, companyId: SQL, transactionId: string) =>
	db
		.select()
		.from(expenses)
		.where(
			sql`${expenses.id} = (SELECT flex_data_id FROM payroll_transactions
				WHERE id = ${transactionId} AND company_id = ${companyId})`,
		);

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
	return withPerson(db)
		.where(
			and(
				isOfPerson,
				isOwned,
				gt(expenses.id, after),
				state === undefined ? undefined : eq(expenses.state, state),
				// Said without a parameter, so that SQLite uses the index of the few that are not approved.
				state === undefined || state === 'APPROVED' ? undefined : sql`${expenses.state} <> 'APPROVED'`,
				module === undefined ? undefined : eq(expenses.module, module),
				month === undefined ? undefined : isInMonth(month),
			),
		)
		.orderBy(asc(expenses.id))
		.limit(limit);
}

export const insertExpense = (db: Db, row: ExpenseRow) => insertOnce(db, expenses, row);

export const submissionOf = (db: Db, expense: Expense): Outcome<Expense> => ({
	before: null,
	after: expense,
	statements: [insertExpense(db, expense)],
	changes: [creation('expense.submitted', aboutExpense(expense), tellExpense(expense))],
	violations: expenseViolations,
});

/** The outcome of a decision on an expense. An expense is decided only once; a trigger enforces that too. */
export function decisionOn(
	{ db, now, actor }: Call,
	expense: Expense,
	decided: Pick<ExpenseRow, 'state'> & Partial<ExpenseRow>,
): Outcome<Expense> {
	if (expense.state !== 'SUBMITTED') throw alreadyDecided();
	const dates = { dateModified: now, dateDecided: now, deciderId: actor.userId };
	const after = { ...expense, ...dates, ...decided };
	return {
		before: expense,
		after,
		statements: [
			db
				.update(expenses)
				.set({ ...dates, ...decided })
				.where(eq(expenses.id, expense.id)),
		],
		changes: alteration(
			DECISIONS[after.state],
			aboutExpense(expense),
			tellExpense(expense),
			tellExpense(after),
		),
		violations: expenseViolations,
	};
}

const expenseViolations: Violations = {
	decided: () => alreadyDecided(),
	employee_erased: employeeErased,
};

const DECISIONS = {
	SUBMITTED: 'expense.submitted',
	APPROVED: 'expense.approved',
	REJECTED: 'expense.rejected',
	WITHDRAWN: 'expense.withdrawn',
} as const satisfies Record<ExpenseState, EventType>;

export const aboutExpense = ({ id, employeeId, companyId }: ExpenseRow) =>
	aboutEmployee({ id: employeeId, companyId }, id);

const alreadyDecided = () => new Refusal('already_decided', 'The expense is not SUBMITTED any more.');

/** Written exactly as in the indexes by month, so that SQLite uses them (see migrations). */
const isInMonth = (month: Instant): SQL =>
	sql`strftime('%Y-%m', ${expenses.date} / 1000, 'unixepoch') = ${toYearMonth(month)}`;
