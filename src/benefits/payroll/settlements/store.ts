import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { employeeOfLine } from '../../ledger/queries.ts';
import { payrollSettlements, payrollTransactions } from '../../ledger/table.ts';

/** How a line was paid outside payroll. It has the id of the line. */
export type Settlement = Awaited<ReturnType<typeof settlementsPage>>[number];

export const payeeOfTransaction = (db: Db, companyId: SQL, transactionId: string) =>
	db
		.select({
			employeeId: sql<string>`e.id`.as('payee_id'),
			revision: sql<number>`e.revision`.as('payee_revision'),
			dateErased: sql<Instant | null>`e.date_erased`.as('payee_erased'),
		})
		.from(payrollTransactions)
		.innerJoin(sql`employees e`, sql`e.id = ${employeeOfLine}`)
		.where(
			and(eq(payrollTransactions.id, transactionId), sql`${payrollTransactions.companyId} = ${companyId}`),
		);

export const settleLine = (db: Db, id: string, now: Instant) =>
	db
		.update(payrollTransactions)
		.set({ state: 'SETTLED', dateDeleted: now, dateModified: now })
		.where(and(eq(payrollTransactions.id, id), eq(payrollTransactions.state, sql`'PENDING'`)));

/** Must follow `settleLine` in the batch. It fails when a run has committed the line. */
export const insertSettlement = (db: Db, row: typeof payrollSettlements.$inferInsert) =>
	db.insert(payrollSettlements).values(row).onConflictDoNothing({ target: payrollSettlements.transactionId });

const columns = {
	id: payrollTransactions.id,
	dateCreated: payrollSettlements.dateCreated,
	authorId: payrollSettlements.authorId,
	date: payrollSettlements.date,
	reason: payrollSettlements.reason,
	flexDataId: payrollTransactions.flexDataId,
	module: payrollTransactions.module,
	kind: payrollTransactions.kind,
	personnelNumber: payrollTransactions.personnelNumber,
	amountValue: payrollTransactions.amountValue,
	amountCurrency: payrollTransactions.amountCurrency,
	takenBackValue: sql<number>`(SELECT coalesce(sum(taken.amount_value), 0) FROM payroll_corrections c
		JOIN payroll_transactions taken ON taken.id = c.transaction_id
		WHERE c.corrects_id = ${payrollTransactions.id})`.as('taken_back'),
};

export const settlementsPage = (db: Db, companyId: SQL, after: string, limit: number) =>
	settlementsWhere(
		db,
		and(sql`${payrollSettlements.companyId} = ${companyId}`, gt(payrollSettlements.transactionId, after)),
	)
		.orderBy(asc(payrollSettlements.transactionId))
		.limit(limit);

export const settlementOfTransaction = (db: Db, companyId: SQL, transactionId: string) =>
	settlementsWhere(
		db,
		and(
			eq(payrollSettlements.transactionId, transactionId),
			sql`${payrollSettlements.companyId} = ${companyId}`,
		),
	);

const settlementsWhere = (db: Db, condition: SQL | undefined) =>
	db
		.select(columns)
		.from(payrollSettlements)
		.innerJoin(payrollTransactions, eq(payrollTransactions.id, payrollSettlements.transactionId))
		.where(condition);
