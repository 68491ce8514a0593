import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../core/actor.ts';
import type { ExpenseState } from '../core/expenses.ts';
import { type Instant, toYearMonth } from '../core/instant.ts';
import type { Module } from '../core/modules.ts';
import type { Db } from '../db/client.ts';
import { isReached } from '../db/scope.ts';
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

/** Fails with `decided` when the expense is not SUBMITTED any more. */
export const decideExpense = (
	db: Db,
	{ id, state, dateModified, dateDecided, deciderId, rejectionReason }: Expense,
) =>
	db
		.update(expenses)
		.set({ state, dateModified, dateDecided, deciderId, rejectionReason })
		.where(eq(expenses.id, id));

/** Spelt as the indexes of months spell it (see migrations). */
const isInMonth = (month: Instant): SQL =>
	sql`strftime('%Y-%m', ${expenses.date} / 1000, 'unixepoch') = ${toYearMonth(month)}`;
