import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Module } from '../core/modules.ts';
import type { Db } from '../db/client.ts';
import { payrollTransactions } from './table.ts';

export type PayrollTransaction = typeof payrollTransactions.$inferSelect;

/** Up to `limit` transactions of the company behind the id `after`, in order of creation. */
export function transactionsPage(
	db: Db,
	companyId: string,
	module: Module | undefined,
	after: string,
	limit: number,
) {
	return db
		.select()
		.from(payrollTransactions)
		.where(
			and(
				eq(payrollTransactions.companyId, companyId),
				module === undefined ? undefined : eq(payrollTransactions.module, module),
				isNull(payrollTransactions.dateDeleted),
				gt(payrollTransactions.id, after),
			),
		)
		.orderBy(asc(payrollTransactions.id))
		.limit(limit);
}
