import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { userCompanies, users } from '../../../tenants/users/table.ts';
import { statusOf } from '../../employees/people/queries.ts';
import { positionByNumber } from '../../employees/table.ts';
import { employeeOfLine, ITS_EMPLOYEE } from '../../ledger/queries.ts';
import { payrollCorrections, payrollRuns, payrollTransactions } from '../../ledger/table.ts';
import { leaverColumns, leaversIn } from '../export/queries.ts';

/** Reads the latest runs of months up to one, the latest first. */
export const runsUntil = (db: Db, companyId: SQL, month: Instant, limit: number) =>
	db
		.select()
		.from(payrollRuns)
		.where(and(sql`${payrollRuns.companyId} = ${companyId}`, lte(payrollRuns.month, month)))
		.orderBy(desc(payrollRuns.month))
		.limit(limit);

export type Manager = Awaited<ReturnType<typeof managersOf>>[number];

export const managersOf = (db: Db, companyId: SQL) =>
	db
		.select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
		.from(userCompanies)
		.innerJoin(users, eq(users.id, userCompanies.userId))
		.where(sql`${userCompanies.companyId} = ${companyId}`);

const columns = (at?: Instant) => ({
	id: payrollTransactions.id,
	position: positionByNumber(payrollTransactions).as('line_position'),
	dateCreated: payrollTransactions.dateCreated,
	module: payrollTransactions.module,
	kind: payrollTransactions.kind,
	amountValue: payrollTransactions.amountValue,
	amountCurrency: payrollTransactions.amountCurrency,
	personnelNumber: payrollTransactions.personnelNumber,
	costCenter: payrollTransactions.costCenter,
	state: payrollTransactions.state,
	payrollReferenceDate: payrollTransactions.payrollReferenceDate,
	runId: payrollTransactions.runId,
	correctsId: payrollCorrections.correctsId,
	authorId: payrollCorrections.authorId,
	reason: payrollCorrections.reason,
	employeeId: sql<string>`e.id`.as('line_employee'),
	userId: sql<string>`e.user_id`.as('line_user'),
	firstName: sql<string | null>`u.first_name`.as('line_first_name'),
	lastName: sql<string | null>`u.last_name`.as('line_last_name'),
	personStatus: statusOf(sql`e.id`, at),
});

export type NamedLine = Awaited<ReturnType<typeof linesPage>>[number];

/** Reads up to `limit` lines of a run after a position, in their order, with the names of their people. */
export const linesPage = (
	db: Db,
	companyId: SQL,
	runId: string,
	after: string,
	limit: number,
	at?: Instant,
) =>
	linesWhere(
		db,
		at,
		sql`${payrollTransactions.runId} = ${runId} AND ${payrollTransactions.companyId} = ${companyId}
			AND ${positionByNumber(payrollTransactions)} > ${after}`,
	)
		.orderBy(asc(positionByNumber(payrollTransactions)))
		.limit(limit);

/** Reads the leavers whose lines of a run the following month would book too late, according to the present data. */
export const leaversOfRun = (db: Db, companyId: SQL, runId: string, at?: Instant) =>
	db.select(leaverColumns(at)).from(
		leaversIn(
			sql`FROM (SELECT id, unixepoch(month / 1000, 'unixepoch', '+1 month') * 1000 AS booked_in FROM payroll_runs
				WHERE id = ${runId} AND company_id = ${companyId} AND booking_month = 'FOLLOWING') run
			CROSS JOIN payroll_transactions t ON t.run_id = run.id ${ITS_EMPLOYEE}`,
			sql`run.booked_in`,
		),
	);

export const sumsOfRun = (db: Db, companyId: SQL, runId: string) =>
	db
		.select({
			module: payrollTransactions.module,
			kind: payrollTransactions.kind,
			costCenter: payrollTransactions.costCenter,
			currency: payrollTransactions.amountCurrency,
			lineCount: sql<number>`count(*)`.as('sum_count'),
			value: sql<number>`sum(${payrollTransactions.amountValue})`.as('sum_value'),
		})
		.from(payrollTransactions)
		.where(sql`${payrollTransactions.runId} = ${runId} AND ${payrollTransactions.companyId} = ${companyId}`)
		.groupBy(sql`1, 2, 3, 4`)
		.orderBy(sql`1, 2, 3, 4`);

/** Reads a line and all others of the same expense or voucher, which are its parts and corrections. */
export const linesOfSame = (db: Db, companyId: SQL, transactionId: string, at?: Instant) =>
	linesWhere(
		db,
		at,
		sql`${payrollTransactions.flexDataId} = (SELECT flex_data_id FROM payroll_transactions
			WHERE id = ${transactionId} AND company_id = ${companyId}) AND ${payrollTransactions.state} <> 'WITHDRAWN'`,
	);

export const linesByIds = (db: Db, companyId: SQL, ids: readonly string[], at?: Instant) =>
	linesWhere(
		db,
		at,
		sql`${payrollTransactions.id} IN ${oneOf(ids)} AND ${payrollTransactions.companyId} = ${companyId}`,
	);

const linesWhere = (db: Db, at: Instant | undefined, condition: SQL) =>
	db
		.select(columns(at))
		.from(payrollTransactions)
		.leftJoin(payrollCorrections, eq(payrollCorrections.transactionId, payrollTransactions.id))
		.innerJoin(sql`employees e`, sql`e.id = ${employeeOfLine}`)
		.innerJoin(sql`users u`, sql`u.id = e.user_id`)
		.where(condition);
