import { and, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import { addMonths, type Instant, startOfYear } from '../../core/instant.ts';
import type { Db } from '../../db/client.ts';
import { expenses } from '../../expenses/table.ts';
import { payrollCorrections } from '../../payroll/corrections/table.ts';
import { payrollTransactions } from '../../payroll/transactions/table.ts';

/** Of an approved expense what was approved, else what is asked for. */
const takenValue = sql<number>`coalesce(${expenses.approvedAmountValue}, ${expenses.amountValue})`.as(
	'taken_value',
);

/** What the employee's expenses of a year have taken, or are waiting to take, except for `exceptId`. */
export function takenInYear(db: Db, employeeId: SQL, year: Instant, exceptId = '') {
	return db
		.select({
			module: expenses.module,
			value: takenValue,
			currency: expenses.amountCurrency,
			date: expenses.date,
			days: expenses.days,
			state: expenses.state,
		})
		.from(expenses)
		.where(
			and(
				sql`${expenses.employeeId} = ${employeeId}`,
				sql`${expenses.state} IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED')`,
				ne(expenses.id, exceptId),
				inYear(year),
			),
		);
}

/** The corrections of those expenses. Their amounts may be negative. */
export function correctedInYear(db: Db, employeeId: SQL, year: Instant) {
	return db
		.select({
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
		.where(
			and(
				sql`${expenses.employeeId} = ${employeeId}`,
				sql`${expenses.state} IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED')`,
				inYear(year),
			),
		);
}

const inYear = (anyInstant: Instant) => {
	const first = startOfYear(anyInstant);
	return and(gte(expenses.date, first), lt(expenses.date, addMonths(first, 12)));
};

type TakenRow = Awaited<ReturnType<typeof takenInYear>>[number];
type CorrectedRow = Awaited<ReturnType<typeof correctedInYear>>[number];

/** Expenses and corrections as one list. Corrections are never pending and have no days. */
export const spendingsOf = (taken: readonly TakenRow[], corrected: readonly CorrectedRow[]) => [
	...taken.map((row) => spending(row, row.days, row.state !== 'APPROVED')),
	...corrected.map((row) => spending(row, null, false)),
];

type SpentRow = Pick<CorrectedRow, 'module' | 'value' | 'currency' | 'date'>;

function spending({ module, value, currency, date }: SpentRow, days: number | null, isPending: boolean) {
	return { module, amount: { value, currency }, date, days, isPending };
}
