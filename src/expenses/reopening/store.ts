import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';
import { employees } from '../../employees/table.ts';
import { payrollTransactions } from '../../ledger/table.ts';
import { expenseColumns } from '../queries.ts';
import { expenses } from '../table.ts';

/** An expense with what its reopening needs to know of the employee. */
export const decidedExpense = (db: Db, id: SQL) =>
	db
		.select({
			...expenseColumns(),
			userId: employees.userId,
			revision: sql<number>`${employees.revision}`.as('employee_revision'),
			dateErased: employees.dateErased,
		})
		.from(expenses)
		.innerJoin(employees, eq(employees.id, expenses.employeeId))
		.where(sql`${expenses.id} = ${id}`);

/** The payroll lines of an expense that are not withdrawn. Corrections are among them. */
export const linesOfExpense = (db: Db, id: SQL) =>
	db
		.select()
		.from(payrollTransactions)
		.where(sql`${payrollTransactions.flexDataId} = ${id} AND ${payrollTransactions.state} <> 'WITHDRAWN'`);

/** Withdraws the waiting lines of an expense. Lines that a run has committed meanwhile make the next statement fail. */
export const withdrawLines = (db: Db, expenseId: string, now: Instant) =>
	db
		.update(payrollTransactions)
		.set({ state: 'WITHDRAWN', dateDeleted: now, dateModified: now })
		.where(and(eq(payrollTransactions.flexDataId, expenseId), eq(payrollTransactions.state, sql`'PENDING'`)));
