import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../foundation/db/database.ts';
import { issuedVouchers } from '../../goodies/vouchers/table.ts';
import type { CORRECTION_STATES } from '../../ledger/rules.ts';
import { payrollCorrections, payrollTransactions } from '../../ledger/table.ts';

type Transaction = typeof payrollTransactions.$inferSelect;

export interface Correction extends Omit<Transaction, 'state'> {
	state: (typeof CORRECTION_STATES)[number];
	correctsId: string;
	authorId: string;
	reason: string;
}

export const transactionOfCompany = (db: Db, companyId: SQL, transactionId: string) =>
	db
		.select()
		.from(payrollTransactions)
		.where(
			and(
				eq(payrollTransactions.id, transactionId),
				sql`${payrollTransactions.companyId} = ${companyId} AND ${payrollTransactions.state} <> 'WITHDRAWN'`,
			),
		);

export const voucherOfTransaction = (db: Db, companyId: SQL, transactionId: string) =>
	db
		.select({
			id: issuedVouchers.id,
			employeeId: issuedVouchers.employeeId,
			date: issuedVouchers.dueDate,
			amountValue: issuedVouchers.amountValue,
		})
		.from(issuedVouchers)
		.where(
			sql`${issuedVouchers.id} = (SELECT flex_data_id FROM payroll_transactions
				WHERE id = ${transactionId} AND company_id = ${companyId} AND kind = 'VOUCHER')`,
		);

const takenBack = sql`iif(${payrollTransactions.state} = 'SETTLED', (SELECT coalesce(sum(taken.amount_value), 0)
	FROM payroll_corrections c JOIN payroll_transactions taken ON taken.id = c.transaction_id
	WHERE c.corrects_id = ${payrollTransactions.id}), 0)`;

/**
 * Reads the sums of the expense's transactions by kind, in minor units. A settled line counts without the amount that corrections took back,
 * because those pay it.
 */
export const totalsOfExpense = (db: Db, expenseId: string) =>
	db
		.select({
			kind: payrollTransactions.kind,
			total: sql<number>`sum(${payrollTransactions.amountValue} - ${takenBack})`.as('total'),
		})
		.from(payrollTransactions)
		.where(
			sql`${payrollTransactions.flexDataId} = ${expenseId} AND ${payrollTransactions.state} <> 'WITHDRAWN'`,
		)
		.groupBy(payrollTransactions.kind);

export const correctedOf = (db: Db, transactionId: string) =>
	db
		.select({
			value: sql<number>`coalesce(sum(${payrollTransactions.amountValue}), 0)`.as('corrected_value'),
		})
		.from(payrollCorrections)
		.innerJoin(payrollTransactions, eq(payrollTransactions.id, payrollCorrections.transactionId))
		.where(eq(payrollCorrections.correctsId, transactionId));

export const insertCorrection = (db: Db, row: typeof payrollCorrections.$inferInsert) =>
	db.insert(payrollCorrections).values(row).onConflictDoNothing({ target: payrollCorrections.transactionId });

const columns = {
	...getTableColumns(payrollTransactions),
	state: sql<Correction['state']>`${payrollTransactions.state}`.as('correction_state'),
	correctsId: payrollCorrections.correctsId,
	authorId: payrollCorrections.authorId,
	reason: payrollCorrections.reason,
};

const correctionsWhere = (db: Db, companyId: SQL, condition: SQL) =>
	db
		.select(columns)
		.from(payrollCorrections)
		.innerJoin(payrollTransactions, eq(payrollTransactions.id, payrollCorrections.transactionId))
		.where(and(sql`${payrollCorrections.companyId} = ${companyId}`, condition));

export const correctionsPage = (db: Db, companyId: SQL, after: string, limit: number) =>
	correctionsWhere(db, companyId, gt(payrollCorrections.transactionId, after))
		.orderBy(asc(payrollCorrections.transactionId))
		.limit(limit);

export const correctionOfCompany = (db: Db, companyId: SQL, id: string) =>
	correctionsWhere(db, companyId, eq(payrollCorrections.transactionId, id));
