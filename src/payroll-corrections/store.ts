import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { payrollTransactions } from '../payroll/table.ts';
import { payrollCorrections } from './table.ts';

type Transaction = typeof payrollTransactions.$inferSelect;

/** A transaction that corrects a committed one. */
export interface Correction extends Transaction {
	correctsId: string;
	authorId: string;
	reason: string;
}

/** The transaction, if it is of the company whose id the subquery finds. */
export const transactionOfCompany = (db: Db, companyId: SQL, transactionId: string) =>
	db
		.select()
		.from(payrollTransactions)
		.where(
			and(eq(payrollTransactions.id, transactionId), sql`${payrollTransactions.companyId} = ${companyId}`),
		);

/** What all lines of the transaction's expense add up to, in minor units. */
export const totalOfExpense = (db: Db, transactionId: string) =>
	db
		.select({ total: sql<number>`coalesce(sum(${payrollTransactions.amountValue}), 0)`.as('total') })
		.from(payrollTransactions)
		.where(
			sql`${payrollTransactions.flexDataId} = (SELECT flex_data_id FROM payroll_transactions WHERE id = ${transactionId})`,
		);

/** The id of the employee whose expense the transaction pays, as a subquery. */
export const employeeOfTransaction = (transactionId: string): SQL =>
	sql`(SELECT employee_id FROM expenses WHERE id = (SELECT flex_data_id FROM payroll_transactions WHERE id = ${transactionId}))`;

export const insertCorrection = (db: Db, row: typeof payrollCorrections.$inferInsert) =>
	db.insert(payrollCorrections).values(row).onConflictDoNothing({ target: payrollCorrections.transactionId });

/** Up to `limit` corrections behind the id `after`, of the company whose id the subquery finds. */
export const correctionsPage = (db: Db, companyId: SQL, after: string, limit: number) =>
	db
		.select({
			id: payrollTransactions.id,
			dateCreated: payrollTransactions.dateCreated,
			dateModified: payrollTransactions.dateModified,
			dateDeleted: payrollTransactions.dateDeleted,
			flexDataId: payrollTransactions.flexDataId,
			companyId: payrollTransactions.companyId,
			module: payrollTransactions.module,
			personnelNumber: payrollTransactions.personnelNumber,
			costCenter: payrollTransactions.costCenter,
			amountValue: payrollTransactions.amountValue,
			amountCurrency: payrollTransactions.amountCurrency,
			state: payrollTransactions.state,
			payrollReferenceDate: payrollTransactions.payrollReferenceDate,
			submittedDate: payrollTransactions.submittedDate,
			runId: payrollTransactions.runId,
			correctsId: payrollCorrections.correctsId,
			authorId: payrollCorrections.authorId,
			reason: payrollCorrections.reason,
		})
		.from(payrollCorrections)
		.innerJoin(payrollTransactions, eq(payrollTransactions.id, payrollCorrections.transactionId))
		.where(
			and(sql`${payrollCorrections.companyId} = ${companyId}`, gt(payrollCorrections.transactionId, after)),
		)
		.orderBy(asc(payrollCorrections.transactionId))
		.limit(limit);
