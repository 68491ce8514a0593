import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { addMonths, type Instant, startOfYear } from '../core/instant.ts';
import type { Db } from '../db/database.ts';
import { employees, pausesOfSelected, personOf } from '../employees/table.ts';
import { expenses, isTaken, takenValue } from '../expenses/table.ts';
import { flexAccesses } from '../flex/access/table.ts';
import { plannedVouchers } from '../goodies/plans/table.ts';
import { payrollCorrections, payrollTransactions } from '../ledger/table.ts';

/** What expenses of a year have taken, or are waiting to take. A subquery finds the employees. */
export function takenInYear(db: Db, employeeIds: SQL, year: Instant) {
	return db
		.select({
			employeeId: expenses.employeeId,
			module: expenses.module,
			value: takenValue,
			currency: expenses.amountCurrency,
			date: expenses.date,
			days: expenses.days,
			state: expenses.state,
		})
		.from(expenses)
		.where(and(sql`${expenses.employeeId} IN ${employeeIds}`, isTaken, inYear(year)));
}

/** The corrections of those expenses. Their amounts may be negative. */
export function correctedInYear(db: Db, employeeIds: SQL, year: Instant) {
	return db
		.select({
			employeeId: expenses.employeeId,
			module: expenses.module,
			value: payrollTransactions.amountValue,
			currency: payrollTransactions.amountCurrency,
			date: expenses.date,
			reason: payrollCorrections.reason,
			dateCorrected: sql<Instant>`${payrollTransactions.dateCreated}`.as('date_corrected'),
		})
		.from(expenses)
		.innerJoin(payrollTransactions, eq(payrollTransactions.flexDataId, expenses.id))
		.innerJoin(payrollCorrections, eq(payrollCorrections.transactionId, payrollTransactions.id))
		.where(and(sql`${expenses.employeeId} IN ${employeeIds}`, isTaken, inYear(year)));
}

const inYear = (anyInstant: Instant) => {
	const first = startOfYear(anyInstant);
	return and(gte(expenses.date, first), lt(expenses.date, addMonths(first, 12)));
};

export type TakenRow = Awaited<ReturnType<typeof takenInYear>>[number];
export type CorrectedRow = Awaited<ReturnType<typeof correctedInYear>>[number];

/** Expenses and corrections as one list. Corrections are never pending and have no days. */
export const spendingsOf = (taken: readonly TakenRow[], corrected: readonly CorrectedRow[]) => [
	...taken.map((row) => spending(row, row.days, row.state !== 'APPROVED')),
	...corrected.map((row) => spending(row, null, false)),
];

type SpentRow = Pick<CorrectedRow, 'module' | 'value' | 'currency' | 'date'>;

function spending({ module, value, currency, date }: SpentRow, days: number | null, isPending: boolean) {
	return { module, amount: { value, currency }, date, days, isPending };
}

/** Up to `limit` employees of a company behind `after`, in order of creation, and what their balances of a year follow from. */
export function balanceQueries(db: Db, companyId: SQL, year: Instant, after: string, limit: number) {
	const page = db
		.select({ id: employees.id })
		.from(employees)
		.where(sql`${employees.companyId} = ${companyId} AND ${employees.id} > ${after}`)
		.orderBy(asc(employees.id))
		.limit(limit);
	const ids = sql`${page}`;
	return [
		db
			.select({
				id: employees.id,
				dateTerminated: employees.dateTerminated,
				pauses: pausesOfSelected,
				person: personOf(sql`employees.id`),
			})
			.from(employees)
			.where(sql`${employees.id} IN ${ids}`)
			.orderBy(asc(employees.id)),
		db
			.select()
			.from(flexAccesses)
			.where(and(sql`${flexAccesses.employeeId} IN ${ids}`, isNull(flexAccesses.dateDeleted))),
		db
			.select()
			.from(plannedVouchers)
			.where(and(sql`${plannedVouchers.employeeId} IN ${ids}`, isNull(plannedVouchers.dateDeleted))),
		takenInYear(db, ids, year),
		correctedInYear(db, ids, year),
	] as const;
}
