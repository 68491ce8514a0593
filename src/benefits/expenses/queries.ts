import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Db } from '../../foundation/db/database.ts';
import { personOf } from '../employees/people/queries.ts';
import type { PersonShown } from '../employees/people/rules.ts';
import { payrollCorrections, payrollTransactions } from '../ledger/table.ts';
import { expenses } from './table.ts';

/** An expense with its person's present name. */
export type Expense = typeof expenses.$inferSelect & {
	person: PersonShown;
	/** True when the till of its receipt is known. */
	isTillKnown: boolean;
};

/** The columns of an expense with its person, and the person's status at an instant. */
export const expenseColumns = (at?: Instant) => ({
	...getTableColumns(expenses),
	person: personOf(expenses.employeeId, at),
	isTillKnown: isTillKnown(
		sql`expenses.company_id`,
		sql`expenses.employee_id`,
		sql`expenses.machine_facts ->> 'issuerMark'`,
		sql`expenses.machine_facts ->> 'time'`,
	),
});

/** A till is known after receipts of this many employees were approved. */
const VOUCHERS = 3;

/**
 * SQL that is true when the till is known. One way is a certificate of the key that was valid to the second when the receipt was signed. The
 * other way is that verifiers have approved receipts with this key for enough other employees of the company. A canteen's till may have
 * signed thousands of receipts, so each step jumps to the next employee in the index. The last step makes up for the employee's own
 * receipts.
 */
export const isTillKnown = (companyId: SQL, employeeId: SQL, issuerMark: SQL, time: SQL) =>
	sql<boolean>`CASE WHEN ${issuerMark} IS NULL THEN 0 WHEN EXISTS (SELECT 1 FROM known_tills k
			WHERE k.issuer_mark = ${issuerMark} AND unixepoch(${time}) * 1000 BETWEEN k.valid_from AND k.valid_until) THEN 1 ELSE (
		WITH RECURSIVE vouchers(id, place) AS (VALUES ('', 0) UNION ALL
			SELECT (SELECT o.employee_id FROM expenses o
				WHERE o.company_id = ${companyId} AND o.machine_facts ->> 'issuerMark' = ${issuerMark} AND o.employee_id > v.id
					AND o.machine_facts ->> 'signature' = 'VALID' AND o.state = 'APPROVED' AND o.decider_id IS NOT NULL AND o.machine_facts IS NOT NULL
				ORDER BY o.employee_id LIMIT 1), v.place + 1
			FROM vouchers v WHERE v.id IS NOT NULL AND v.place <= ${sql.raw(String(VOUCHERS))})
		SELECT count(*) FROM vouchers WHERE id <> '' AND id <> ${employeeId}) >= ${sql.raw(String(VOUCHERS))} END`
		.mapWith(Boolean)
		.as('is_till_known');

/** SQL of the ids of expenses whose code or invoices have one of these marks. A join, because `mark IN` would read all facts. */
export const idsOfPurchases = (companyId: SQL, marks: SQL): SQL =>
	sql`(SELECT p.id FROM ${marks} marks CROSS JOIN expenses p INDEXED BY expenses_purchase
			WHERE p.company_id = ${companyId} AND p.machine_facts ->> 'mark' = marks.mark AND p.machine_facts IS NOT NULL
		UNION SELECT i.expense_id FROM ${marks} marks CROSS JOIN receipts i INDEXED BY receipts_invoice
			WHERE i.invoice_mark = marks.mark AND i.invoice_mark IS NOT NULL AND i.date_discarded IS NULL)`;

/** SQL of the marks of an expense's purchases. */
export const MARKS = sql`(SELECT expenses.machine_facts ->> 'mark' AS mark
	UNION SELECT r.invoice_mark FROM receipts r WHERE r.expense_id = expenses.id AND r.date_discarded IS NULL)`;

/** SQL that is true in the states that use a budget. Its text equals the condition of the index `expenses_taken`, so that SQLite uses it. */
const isTaken = sql`expenses.state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED')`;

/** The approved amount of an approved expense, else the requested amount. */
const takenValue = sql<number>`coalesce(${expenses.approvedAmountValue}, ${expenses.amountValue})`.as(
	'taken_value',
);

const isNoTakingBack = sql`NOT EXISTS (SELECT 1 FROM payroll_transactions settled
	WHERE settled.id = ${payrollCorrections.correctsId} AND settled.state = 'SETTLED')`;

/** The days of meals that count: the approved ones, else the submitted ones. */
const takenDays = sql<number | null>`coalesce(${expenses.approvedDays}, ${expenses.days})`.as('taken_days');

export type TakenRow = Awaited<ReturnType<typeof takenBy>>[number];
export type CorrectedRow = Awaited<ReturnType<typeof correctedBy>>[number];

/** Reads the amounts that employees' expenses have taken or may still take. `days` is a condition on their days. */
export const takenBy = (db: Db, employeeIds: SQL, days: SQL | undefined) =>
	db
		.select({
			id: expenses.id,
			employeeId: expenses.employeeId,
			module: expenses.module,
			value: takenValue,
			currency: expenses.amountCurrency,
			date: expenses.date,
			days: takenDays,
			state: expenses.state,
		})
		.from(expenses)
		.where(and(sql`${expenses.employeeId} IN ${employeeIds}`, isTaken, days));

/**
 * Reads the corrections of those expenses, which can be negative. A correction that takes a settlement back pays an amount that the expense
 * has already taken, so it is left out.
 */
export const correctedBy = (db: Db, employeeIds: SQL, days: SQL | undefined) =>
	db
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
		.where(and(sql`${expenses.employeeId} IN ${employeeIds}`, isTaken, isNoTakingBack, days));
