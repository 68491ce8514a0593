import { and, asc, desc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { CRON } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/client.ts';
import { isoOf } from '../../db/columns.ts';
import { dateReached } from '../../db/history.ts';
import { events } from '../../db/table.ts';
import { employees } from '../../employees/table.ts';
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

/** When the employee's latest voucher of a monthly budget was due. */
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

/** Whether the termination that decides about the occurrence is still to be settled: the occurrence waits for it. */
const isUnsettled = sql`${employees.dateTerminationSettled} IS NULL AND ${employees.dateTerminated} <= ${plannedVouchers.nextOccurrence}`;

/** Plans whose next occurrence is due, the earliest first, with what of their employees decides it. */
export function duePlans(db: Db, now: Instant, limit: number) {
	return db
		.select({
			id: plannedVouchers.id,
			employeeId: plannedVouchers.employeeId,
			interval: plannedVouchers.interval,
			anchor: plannedVouchers.anchor,
			validUntil: plannedVouchers.validUntil,
			nextOccurrence: plannedVouchers.nextOccurrence,
			revision: employees.revision,
			datePausedStart: employees.datePausedStart,
			datePausedEnd: employees.datePausedEnd,
			dateTerminated: employees.dateTerminated,
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

/** What was decided of one due plan, as of its employee's revision. `voucherId` is null when nothing is issued. */
export interface PlanDecision {
	planId: string;
	revision: number;
	voucherId: string | null;
	nextOccurrence: Instant | null;
	eventId: string;
}

/**
 * Stores decisions in four statements, however many they are. One whose employee has changed since is left out and
 * stays due; a month that already has its voucher gets no second one.
 */
export function saveDecisions(
	db: Db,
	decisions: readonly PlanDecision[],
	now: Instant,
): [Statement, ...Statement[]] {
	const decided = sql`json_each(${JSON.stringify(decisions)}) d
		CROSS JOIN planned_vouchers p ON p.id = d.value ->> 'planId'
		CROSS JOIN employees e ON e.id = p.employee_id AND e.revision = d.value ->> 'revision'`;
	return [
		db
			.insert(issuedVouchers)
			.select(
				sql`SELECT d.value ->> 'voucherId', ${now}, p.employee_id, p.goodies_voucher_type, p.interval,
					p.amount_value, p.amount_currency, p.id, p.next_occurrence
				FROM ${decided} WHERE d.value ->> 'voucherId' IS NOT NULL`,
			)
			.onConflictDoNothing(),
		db
			.insert(events)
			.select(
				sql`SELECT NULL, d.value ->> 'eventId', ${now}, ${dateReached(now, sql`e.company_id`)}, ${JSON.stringify(CRON)},
					e.company_id, 'EMPLOYEE', e.id,
					coalesce(v.id, p.id), iif(v.id IS NULL, 'voucher.skipped', 'voucher.issued'), NULL,
					json_object('plannedVoucherId', p.id, 'goodiesVoucherType', p.goodies_voucher_type, 'interval', p.interval,
						'amount', json_object('value', p.amount_value, 'currency', p.amount_currency),
						'dueDate', ${isoOf(sql`p.next_occurrence`)})
				FROM ${decided} LEFT JOIN issued_vouchers v ON v.id = d.value ->> 'voucherId'
				WHERE p.valid_until IS NULL OR p.next_occurrence < p.valid_until`,
			)
			.onConflictDoNothing({ target: events.id }),
		db
			.update(plannedVouchers)
			.set({ nextOccurrence: sql`decided.next_occurrence`, dateModified: now })
			.from(sql`(SELECT p.id, d.value ->> 'nextOccurrence' AS next_occurrence FROM ${decided}) decided`)
			.where(sql`${plannedVouchers.id} = decided.id`),
		db
			.update(employees)
			.set({ revision: sql`${employees.revision} + 1` })
			.where(sql`${employees.id} IN (SELECT e.id FROM ${decided})`),
	];
}
