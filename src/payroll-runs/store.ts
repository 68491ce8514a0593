import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { DomainError } from '../core/domain-error.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/client.ts';
import type { Refusals } from '../db/commit.ts';
import { payrollTransactions } from '../payroll/table.ts';
import { payrollRuns } from './table.ts';

export type PayrollRun = typeof payrollRuns.$inferSelect;

/** The refusal when the month has its run already. */
export const monthClosed: Refusals = {
	'payroll_runs.month': () =>
		new DomainError('period_closed', 'The payroll run of this month is closed already.'),
};

/** The latest run of the company whose id the subquery finds: its month and every earlier one are closed. */
export const latestRun = (db: Db, companyId: SQL) =>
	db
		.select({ month: sql<Instant>`max(${payrollRuns.month})`.as('latest_month') })
		.from(payrollRuns)
		.where(sql`${payrollRuns.companyId} = ${companyId}`);

export const insertRun = (db: Db, row: PayrollRun) =>
	db.insert(payrollRuns).values(row).onConflictDoNothing({ target: payrollRuns.id });

/** Commits every pending line that refers to a cut-off of the run or an earlier one, in one statement. */
export const commitLines = (db: Db, run: PayrollRun, now: Instant) =>
	db
		.update(payrollTransactions)
		.set({ state: 'COMMITTED', runId: run.id, dateModified: now })
		.where(
			and(
				eq(payrollTransactions.companyId, run.companyId),
				sql`${payrollTransactions.state} = 'PENDING'`,
				lte(payrollTransactions.payrollReferenceDate, run.closesUntil),
			),
		);

/** Up to `limit` lines of the run behind the id `after`, in order of creation. */
export const linesPage = (db: Db, runId: string, after: string, limit: number) =>
	db
		.select()
		.from(payrollTransactions)
		.where(and(eq(payrollTransactions.runId, runId), gt(payrollTransactions.id, after)))
		.orderBy(asc(payrollTransactions.id))
		.limit(limit);

/** Does nothing when another caller has finished the run: both found the same lines. */
export const finishRun = (
	db: Db,
	{ id, state, dateModified, dateClosed, lineCount, sums, sha256 }: PayrollRun,
) =>
	db
		.update(payrollRuns)
		.set({ state, dateModified, dateClosed, lineCount, sums, sha256 })
		.where(and(eq(payrollRuns.id, id), sql`${payrollRuns.state} = 'CLOSING'`));

/** Runs whose lines are committed and not yet counted, because closing them was interrupted. */
export const unfinishedRuns = (db: Db, limit: number) =>
	db
		.select()
		.from(payrollRuns)
		.where(sql`${payrollRuns.state} = 'CLOSING'`)
		.orderBy(asc(payrollRuns.id))
		.limit(limit);

/** Companies with pending lines whose cut-off has passed, each with the earliest such cut-off. */
export const companiesDue = (db: Db, now: Instant, limit: number) =>
	db
		.select({
			companyId: payrollTransactions.companyId,
			reference: sql<Instant>`min(${payrollTransactions.payrollReferenceDate})`.as('reference'),
		})
		.from(payrollTransactions)
		.where(
			and(
				sql`${payrollTransactions.state} = 'PENDING'`,
				lte(payrollTransactions.payrollReferenceDate, now),
				isNull(payrollTransactions.dateDeleted),
			),
		)
		.groupBy(payrollTransactions.companyId)
		.orderBy(payrollTransactions.companyId)
		.limit(limit);

/** Up to `limit` runs behind the id `after`, of the company whose id the subquery finds, in order of creation. */
export const runsPage = (db: Db, companyId: SQL, after: string, limit: number) =>
	db
		.select()
		.from(payrollRuns)
		.where(and(sql`${payrollRuns.companyId} = ${companyId}`, gt(payrollRuns.id, after)))
		.orderBy(asc(payrollRuns.id))
		.limit(limit);

/** The run, if it is of the company whose id the subquery finds. */
export const runOfCompany = (db: Db, companyId: SQL, runId: string) =>
	db
		.select()
		.from(payrollRuns)
		.where(and(eq(payrollRuns.id, runId), sql`${payrollRuns.companyId} = ${companyId}`));
