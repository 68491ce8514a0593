import { and, asc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { aboutEmployee, type Change, creation } from '../../core/history.ts';
import type { Module } from '../../core/modules.ts';
import type { Db } from '../../db/client.ts';
import { insertOnce } from '../../db/prepared.ts';
import type { TransactionKind } from './rules.ts';
import { payrollTransactions, tellTransaction } from './table.ts';

export type PayrollTransaction = typeof payrollTransactions.$inferSelect;

export interface TransactionFilter {
	module?: Module | undefined;
	kind?: TransactionKind | undefined;
}

export function transactionsPage(
	db: Db,
	companyId: SQL,
	{ module, kind }: TransactionFilter,
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
				kind === undefined ? undefined : eq(payrollTransactions.kind, kind),
				isNull(payrollTransactions.dateDeleted),
				gt(payrollTransactions.id, after),
			),
		)
		.orderBy(asc(payrollTransactions.id))
		.limit(limit);
}

export const insertTransaction = (db: Db, row: PayrollTransaction) =>
	insertOnce(db, payrollTransactions, row);

/** Inserts any number of transactions in one statement. */
export function insertTransactions(db: Db, rows: readonly PayrollTransaction[]) {
	const columns = Object.keys(getTableColumns(payrollTransactions)) as (keyof PayrollTransaction)[];
	const values = sql.join(
		columns.map((name) => sql`value ->> ${sql.raw(`'${name}'`)}`),
		sql`, `,
	);
	return db
		.insert(payrollTransactions)
		.select(sql`SELECT ${values} FROM json_each(${JSON.stringify(rows)}) WHERE TRUE`)
		.onConflictDoNothing({ target: payrollTransactions.id });
}

export const additionOf = (employee: { id: string; companyId: string }, row: PayrollTransaction): Change =>
	creation('payroll_transaction.created', aboutEmployee(employee, row.id), tellTransaction(row));
