import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { aboutEmployee, creation } from '../../core/history.ts';
import type { Module } from '../../core/modules.ts';
import type { Db } from '../../db/client.ts';
import { insertOnce } from '../../db/prepared.ts';
import type { Outcome } from '../../db/write.ts';
import { payrollTransactions, tellTransaction } from './table.ts';

export type PayrollTransaction = typeof payrollTransactions.$inferSelect;

export function transactionsPage(
	db: Db,
	companyId: SQL,
	module: Module | undefined,
	after: string,
	limit: number,
) {
	return db
		.select()
		.from(payrollTransactions)
		.where(
			and(
				sql`${payrollTransactions.companyId} = ${companyId}`,
				module === undefined ? undefined : eq(payrollTransactions.module, module),
				isNull(payrollTransactions.dateDeleted),
				gt(payrollTransactions.id, after),
			),
		)
		.orderBy(asc(payrollTransactions.id))
		.limit(limit);
}

export const insertTransaction = (db: Db, row: PayrollTransaction) =>
	insertOnce(db, payrollTransactions, row);

export const additionOf = (
	db: Db,
	employee: { id: string; companyId: string },
	row: PayrollTransaction,
): Pick<Outcome<unknown>, 'statements' | 'changes'> => ({
	statements: [insertTransaction(db, row)],
	changes: [creation('payroll_transaction.created', aboutEmployee(employee, row.id), tellTransaction(row))],
});
