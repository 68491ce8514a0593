import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { employees } from '../../employees/table.ts';
import { payrollTransactions } from '../../ledger/table.ts';
import { expenseColumns } from '../queries.ts';
import { expenses } from '../table.ts';

/** Reads the expenses of a subquery, each with the data of the employee that reopening needs. */
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

/** Reads the payroll lines of the expenses with corrections, but without withdrawn lines. */
export const linesOfExpenses = (db: Db, ids: SQL) =>
	db
		.select()
		.from(payrollTransactions)
		.where(sql`${payrollTransactions.flexDataId} IN ${ids} AND ${payrollTransactions.state} <> 'WITHDRAWN'`);

/** Withdraws the pending lines of expenses. If a run has committed lines meanwhile, the next statement fails. */
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
