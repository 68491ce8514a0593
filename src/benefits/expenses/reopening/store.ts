import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { employees } from '../../employees/table.ts';
import { payrollTransactions } from '../../ledger/table.ts';
import { expenseColumns } from '../queries.ts';
import { expenses } from '../table.ts';

/** The expenses of a subquery, each with what its reopening needs to know of the employee. */
export const decidedExpenses = (db: Db, ids: SQL) =>
	db
		.select({
			...expenseColumns(),
			userId: employees.userId,
			revision: sql<number>`${employees.revision}`.as('employee_revision'),
			dateErased: employees.dateErased,
		})
		.from(expenses)
		.innerJoin(employees, eq(employees.id, expenses.employeeId))
		.where(sql`${expenses.id} IN ${ids}`);

/** The payroll lines of the expenses that are not withdrawn. Corrections are among them. */
export const linesOfExpenses = (db: Db, ids: SQL) =>
	db
		.select()
		.from(payrollTransactions)
		.where(sql`${payrollTransactions.flexDataId} IN ${ids} AND ${payrollTransactions.state} <> 'WITHDRAWN'`);

/** Withdraws the waiting lines of expenses. Lines that a run has committed meanwhile make the next statement fail. */
export const withdrawLines = (db: Db, expenseIds: readonly string[], now: Instant) =>
	db
		.update(payrollTransactions)
		.set({ state: 'WITHDRAWN', dateDeleted: now, dateModified: now })
		.where(
			and(
				sql`${payrollTransactions.flexDataId} IN ${oneOf(expenseIds)}`,
				eq(payrollTransactions.state, sql`'PENDING'`),
			),
		);
