import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';
import type { EmployeeKey } from '../../db/scope.ts';
import { employees, pausesOfSelected, personOf } from '../../employees/table.ts';
import type { Booking } from '../../ledger/rules.ts';
import { wants } from '../../mail/notices/table.ts';
import { plannedVouchers } from '../plans/table.ts';
import { issuedVouchers } from './table.ts';

export type IssuedVoucher = typeof issuedVouchers.$inferSelect;

export function issuedPage(db: Db, employeeId: SQL, after: string, limit: number) {
	return db
		.select()
		.from(issuedVouchers)
		.where(and(sql`${issuedVouchers.employeeId} = ${employeeId}`, gt(issuedVouchers.id, after)))
		.orderBy(asc(issuedVouchers.id))
		.limit(limit);
}

export type NamedVoucher = Awaited<ReturnType<typeof issuedOfCompany>>[number];

/** The vouchers of a company's employees that were due in the month, with their names, each condition written as in its index (see migrations). */
export const issuedOfCompany = (db: Db, companyId: SQL, month: Instant, after: EmployeeKey, limit: number) =>
	db
		.select({ ...getTableColumns(issuedVouchers), person: personOf(sql`employees.id`) })
		.from(employees)
		.crossJoin(issuedVouchers)
		.where(
			and(
				sql`${employees.companyId} = ${companyId} AND ${employees.id} >= ${after.employeeId}`,
				sql`${issuedVouchers.employeeId} = ${employees.id}`,
				sql`+${issuedVouchers.id} > iif(${employees.id} = ${after.employeeId}, ${after.id}, '')`,
				sql`strftime('%Y-%m', ${issuedVouchers.dueDate} / 1000, 'unixepoch') = ${toYearMonth(month)}`,
				sql`((${issuedVouchers.goodiesVoucherType} = 'GENERIC' AND ${issuedVouchers.interval} = 'MONTHLY')
					OR (${issuedVouchers.goodiesVoucherType} <> 'GENERIC' OR ${issuedVouchers.interval} <> 'MONTHLY'))`,
			),
		)
		.orderBy(asc(employees.id), asc(issuedVouchers.id))
		.limit(limit);

/** The due date of the employee's latest voucher from a monthly budget. */
export function lastMonthlyIssue(db: Db, employeeId: string) {
	return db
		.select({ dueDate: issuedVouchers.dueDate })
		.from(issuedVouchers)
		.where(
			and(
				eq(issuedVouchers.employeeId, employeeId),
				sql`goodies_voucher_type = 'GENERIC' AND interval = 'MONTHLY'`,
			),
		)
		.orderBy(desc(sql`strftime('%Y-%m', due_date / 1000, 'unixepoch')`))
		.limit(1);
}

/** The employee's vouchers of the months in which something of its plans is still to be decided. */
export const undecidedVouchers = (db: Db, employeeId: SQL) =>
	db
		.select({
			plannedVoucherId: issuedVouchers.plannedVoucherId,
			goodiesVoucherType: issuedVouchers.goodiesVoucherType,
			interval: issuedVouchers.interval,
			dueDate: issuedVouchers.dueDate,
		})
		.from(issuedVouchers)
		.where(
			and(
				eq(issuedVouchers.employeeId, employeeId),
				sql`${issuedVouchers.dueDate} > (SELECT min(next_occurrence) FROM planned_vouchers
					WHERE employee_id = ${employeeId} AND date_deleted IS NULL) - ${LONGEST_MONTH_MS}`,
			),
		);

const LONGEST_MONTH_MS = 31 * 86_400_000;

/** Whether a termination at or before the occurrence is not settled yet. The occurrence waits for that. */
const isUnsettled = sql`${employees.dateTerminationSettled} IS NULL AND ${employees.dateTerminated} <= ${plannedVouchers.nextOccurrence}`;

/** Whether the occurrence, or for the monthly budget its month, already has its voucher. */
const isTaken = sql`(EXISTS (SELECT 1 FROM issued_vouchers WHERE planned_voucher_id = ${plannedVouchers.id}
		AND due_date = ${plannedVouchers.nextOccurrence})
	OR (${plannedVouchers.goodiesVoucherType} = 'GENERIC' AND ${plannedVouchers.interval} = 'MONTHLY' AND EXISTS (
		SELECT 1 FROM issued_vouchers WHERE employee_id = ${plannedVouchers.employeeId}
			AND goodies_voucher_type = 'GENERIC' AND interval = 'MONTHLY'
			AND strftime('%Y-%m', due_date / 1000, 'unixepoch') = strftime('%Y-%m', ${plannedVouchers.nextOccurrence} / 1000, 'unixepoch'))))`;

/** Whether the person wants to be told of vouchers. For who has not registered, this index has no row to read. */
const isTold = sql`EXISTS (SELECT 1 FROM users u INDEXED BY users_signing_in
	WHERE u.id = ${employees.userId} AND ${wants('voucher_issued')})`;

/** How the company of a selected employee books vouchers; null unless its payroll settings name a wage type for them. */
const bookingOfSelected = sql<Booking | null>`(SELECT json_object('referenceDay', c.payroll_reference_day,
		'latestClosed', (SELECT max(month) FROM payroll_runs r WHERE r.company_id = c.id))
	FROM payroll_settings s JOIN companies c ON c.id = s.company_id
	WHERE s.company_id = employees.company_id AND s.wage_types ->> '$.GOODIES.number' IS NOT NULL)`
	.mapWith(JSON.parse)
	.as('booking');

/** The same, of the employee of whom a subquery finds the id. */
export const bookingOf = (db: Db, employeeId: SQL) =>
	db.select({ booking: bookingOfSelected }).from(employees).where(sql`${employees.id} = ${employeeId}`);

/** Plans whose next occurrence is due, earliest first, with the fields of their employees that affect it. */
export function duePlans(db: Db, now: Instant, limit: number) {
	return db
		.select({
			id: plannedVouchers.id,
			employeeId: plannedVouchers.employeeId,
			companyId: employees.companyId,
			goodiesVoucherType: plannedVouchers.goodiesVoucherType,
			amountValue: plannedVouchers.amountValue,
			amountCurrency: plannedVouchers.amountCurrency,
			isTaken: isTaken.mapWith(Boolean).as('is_taken'),
			interval: plannedVouchers.interval,
			anchor: plannedVouchers.anchor,
			validUntil: plannedVouchers.validUntil,
			nextOccurrence: sql<Instant>`${plannedVouchers.nextOccurrence}`.as('next_due'),
			revision: employees.revision,
			pauses: pausesOfSelected,
			dateTerminated: employees.dateTerminated,
			userId: employees.userId,
			isTold: isTold.mapWith(Boolean).as('is_told'),
			personnelNumber: employees.personnelNumber,
			costCenter: employees.costCenter,
			booking: bookingOfSelected,
		})
		.from(plannedVouchers)
		.innerJoin(employees, eq(employees.id, plannedVouchers.employeeId))
		.where(
			and(
				isNull(plannedVouchers.dateDeleted),
				lte(plannedVouchers.nextOccurrence, now),
				sql`(${isUnsettled}) IS NOT TRUE`,
			),
		)
		.orderBy(asc(plannedVouchers.nextOccurrence), asc(plannedVouchers.id))
		.limit(limit);
}
