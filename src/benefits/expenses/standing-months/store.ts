import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { RefusalCode } from '../../../foundation/core/refusals.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { isInJob, isReached } from '../../../foundation/db/scope.ts';
import { employees } from '../../employees/table.ts';
import { expenseColumns } from '../queries.ts';
import { MAX_SKIPPED } from '../standing/rules.ts';
import { standingExpenses } from '../standing/table.ts';
import { expenses } from '../table.ts';

/** The condition of the index `standing_expenses_due`, so that SQLite uses it. */
const HAS_NEXT = sql`state = 'ACTIVE' AND next_date <= proof_until AND (end_date IS NULL OR next_date <= end_date)`;

/** SQL of the time at which `submitStandingExpenses` is due. */
export const standingDueAt = sql`SELECT min(next_date) FROM standing_expenses WHERE ${HAS_NEXT}`;

/** A day at or after an unsettled termination waits for it. */
const isDue = (now: Instant): SQL =>
	sql`${HAS_NEXT} AND next_date <= ${now}
		AND (employees.date_termination_settled IS NULL AND employees.date_terminated <= next_date) IS NOT TRUE`;

/** Reads standing expenses with a month to submit, the earliest first. */
export const dueStanding = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.select(getTableColumns(standingExpenses))
		.from(standingExpenses)
		.innerJoin(employees, eq(employees.id, standingExpenses.employeeId))
		.where(and(isDue(now), isInJob(standingExpenses.companyId, companyId)))
		.orderBy(asc(standingExpenses.nextDate), asc(standingExpenses.id))
		.limit(limit);

export type DueStanding = Awaited<ReturnType<typeof dueStanding>>[number];

/** Returns the query of due standing expenses, with subqueries of their employees and days for the other queries of the round trip. */
export function dueQueries(db: Db, ...due: [now: Instant, limit: number, companyId?: string]) {
	const found = dueStanding(db, ...due);
	return {
		found,
		employeeIds: sql`(SELECT employee_id FROM ${found} due)`,
		dates: sql`SELECT next_date AS date FROM ${found} due`,
	};
}

/** The error of a step after another run was faster. */
export const PASSED = 'standing_expenses.next_date';

/** Fails with `PASSED` when another run has decided one of the months. */
export const requireNext = (db: Db, due: readonly Pick<DueStanding, 'id' | 'nextDate'>[]): Statement =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(due.map(({ id, nextDate }) => [id, nextDate]))}) d
			JOIN ${standingExpenses} s ON s.id = d.value ->> 0 WHERE s.next_date <> d.value ->> 1)`,
		PASSED,
	);

interface Passed {
	id: string;
	nextDate: Instant;
	skipped: { date: Instant; code: RefusalCode } | null;
}

const LATEST_SKIPPED = sql`iif(json_array_length(skipped) < ${sql.raw(String(MAX_SKIPPED))}, skipped, json_remove(skipped, '$[0]'))`;

/** Moves standing expenses to their next months. It keeps only the latest skipped months. */
export const passMonths = (db: Db, passed: readonly Passed[]): Statement =>
	db
		.update(standingExpenses)
		.set({
			nextDate: sql`d.value ->> 'nextDate'`,
			skipped: sql`iif(d.value ->> 'skipped' IS NULL, skipped, json_insert(${LATEST_SKIPPED}, '$[#]', json(d.value -> 'skipped')))`,
		})
		.from(sql`json_each(${JSON.stringify(passed)}) d`)
		.where(sql`${standingExpenses.id} = d.value ->> 'id'`);

/** Reads the expenses of a standing expense in the scope, the latest first. The order equals that of the index `expenses_standing`. */
export const monthsOfStanding = (db: Db, scope: Scope, id: string, limit: number) =>
	db
		.select(expenseColumns())
		.from(expenses)
		.where(and(eq(expenses.standingExpenseId, id), isReached(scope, expenses.companyId, expenses.employeeId)))
		.orderBy(sql`strftime('%Y-%m', ${expenses.date} / 1000, 'unixepoch') DESC`)
		.limit(limit);
