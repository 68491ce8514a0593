import { type SQL, sql } from 'drizzle-orm';
import { CRON } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/client.ts';
import { identified, recordEvents } from '../../db/history.ts';
import { employees } from '../../employees/table.ts';
import { type Booking, type VoucherToBook, voucherTransaction } from '../../payroll/transactions/rules.ts';
import { additionOf, insertTransactions } from '../../payroll/transactions/store.ts';

/** How the company of a selected employee books vouchers; null unless its payroll settings name a wage type for them. */
export const bookingOfSelected =
	sql<Booking | null>`(SELECT json_object('referenceDay', c.payroll_reference_day,
		'latestClosed', (SELECT max(month) FROM payroll_runs r WHERE r.company_id = c.id))
	FROM payroll_settings s JOIN companies c ON c.id = s.company_id
	WHERE s.company_id = ${employees.companyId} AND s.wage_types ->> '$.GOODIES.number' IS NOT NULL)`
		.mapWith(JSON.parse)
		.as('booking');

/** The same, of the employee of whom a subquery finds the id. */
export const bookingOf = (db: Db, employeeId: SQL) =>
	db.select({ booking: bookingOfSelected }).from(employees).where(sql`${employees.id} = ${employeeId}`);

/** Stores the payroll transactions of issued vouchers, with their events. */
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
