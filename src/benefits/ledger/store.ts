import { and, asc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { aboutEmployee, type Change, CRON, creation } from '../../foundation/core/history.ts';
import { newId } from '../../foundation/core/id.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Module } from '../../foundation/core/modules.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { identified, recordEvents } from '../../foundation/db/record-events.ts';
import { insertOnce, insertSelect } from '../../foundation/db/records.ts';
import { type Booking, type TransactionKind, type VoucherToBook, voucherTransaction } from './rules.ts';
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

export function insertTransactions(db: Db, rows: readonly PayrollTransaction[]) {
	const values = Object.fromEntries(
		Object.keys(getTableColumns(payrollTransactions)).map((name) => [name, sql.raw(`value ->> '${name}'`)]),
	) as Record<keyof PayrollTransaction, SQL>;
	const rest = sql`FROM json_each(${JSON.stringify(rows)}) WHERE TRUE`;
	return insertSelect(db, payrollTransactions, values, rest).onConflictDoNothing({
		target: payrollTransactions.id,
	});
}

export const additionOf = (employee: { id: string; companyId: string }, row: PayrollTransaction): Change =>
	creation('payroll_transaction.created', aboutEmployee(employee, row.id), tellTransaction(row));

/** Stores the payroll transactions of vouchers with their events. Vouchers without `booking` get none. */
export function bookVouchers(
	db: Db,
	vouchers: readonly (VoucherToBook & { employeeId: string; booking: Booking | null })[],
	now: Instant,
): Statement[] {
	const booked = vouchers.flatMap(({ booking, ...voucher }) =>
		booking === null ? [] : [{ voucher, line: voucherTransaction(newId(now), voucher, booking, now) }],
	);
	if (booked.length === 0) return [];
	const changes = booked.map(({ voucher: { employeeId, companyId }, line }) =>
		additionOf({ id: employeeId, companyId }, line),
	);
	const lines = booked.map(({ line }) => line);
	return [insertTransactions(db, lines), ...recordEvents(db, CRON, now, identified(changes, now))];
}
