import { asc, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Refusal } from '../../core/refusals.ts';
import type { Db } from '../../db/database.ts';
import { employees, type PersonShown } from '../../employees/table.ts';
import { expenses } from '../table.ts';

/** What became of one of many decisions: the expense as it is now, or why it stays as it was. */
export type Verdict =
	| { expenseId: string; expense: typeof expenses.$inferSelect & { person: PersonShown }; refusal: null }
	| { expenseId: string; expense: null; refusal: Refusal };

/** Expenses that were sent back until then and are not mended, with the revisions of their employees. */
export const overdueReturns = (db: Db, until: Instant, limit: number) =>
	db
		.select({
			...getTableColumns(expenses),
			userId: employees.userId,
			revision: sql<number>`${employees.revision}`.as('employee_revision'),
		})
		.from(expenses)
		.innerJoin(employees, eq(employees.id, expenses.employeeId))
		.where(sql`${expenses.state} = 'NEEDS_CORRECTION' AND ${lte(expenses.dateReturned, until)}`)
		.orderBy(asc(expenses.dateReturned))
		.limit(limit);
