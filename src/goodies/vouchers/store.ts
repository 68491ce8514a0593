import { and, asc, desc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { CRON } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/client.ts';
import { isoOf } from '../../db/columns.ts';
import { recordEventsFrom } from '../../db/history.ts';
import { employees, pausesOfSelected } from '../../employees/table.ts';
import { plannedVouchers } from '../plans/table.ts';
import type { PassedPlan } from './rules.ts';
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

/** Whether a termination at or before the occurrence is not settled yet. The occurrence waits for that. */
const isUnsettled = sql`${employees.dateTerminationSettled} IS NULL AND ${employees.dateTerminated} <= ${plannedVouchers.nextOccurrence}`;

/** Plans whose next occurrence is due, earliest first, with the fields of their employees that affect it. */
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
			pauses: pausesOfSelected,
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

/** The statements that store what `passDue` has decided of an employee's plans; each occurrence advances its revision. */
export const saveAllPassed = (
	db: Db,
	{ revision }: { revision: number },
	passed: readonly PassedPlan[],
	now: Instant,
): Statement[] =>
	passed.flatMap(({ planId, isIssued, nextOccurrence }, index) => {
		const voucherId = isIssued ? newId(now) : null;
		const occurrence = { planId, revision: revision + index, voucherId, nextOccurrence, eventId: newId(now) };
		return savePassed(db, [occurrence], now);
	});

/** What became of a due occurrence, as of the employee's `revision`. Without `voucherId` it was skipped. */
export interface PassedOccurrence {
	planId: string;
	revision: number;
	voucherId: string | null;
	nextOccurrence: Instant | null;
	eventId: string;
}

/** The fields of an event of an occurrence, in the order in which `savePassed` tells them. */
const VOUCHER_FIELDS = JSON.stringify([
	'plannedVoucherId',
	'goodiesVoucherType',
	'interval',
	'amount',
	'dueDate',
]);

/**
 * Stores what became of due occurrences, in six statements however many they are. One whose employee has
 * changed since it was read stays due. A month that already has its voucher gets no second one.
 */
export function savePassed(
	db: Db,
	passed: readonly PassedOccurrence[],
	now: Instant,
): [Statement, ...Statement[]] {
	const current = sql`json_each(${JSON.stringify(passed)}) d
		CROSS JOIN planned_vouchers p ON p.id = d.value ->> 'planId'
		CROSS JOIN employees e ON e.id = p.employee_id AND e.revision = d.value ->> 'revision'`;
	return [
		db
			.insert(issuedVouchers)
			.select(sql`
				SELECT d.value ->> 'voucherId', ${now}, p.employee_id, p.goodies_voucher_type, p.interval,
					p.amount_value, p.amount_currency, p.id, p.next_occurrence
				FROM ${current} WHERE d.value ->> 'voucherId' IS NOT NULL`)
			.onConflictDoNothing(),
		...recordEventsFrom(
			db,
			CRON,
			now,
			['voucher.issued', 'voucher.skipped', VOUCHER_FIELDS],
			sql`
				SELECT d.value ->> 'eventId' AS id, e.company_id, e.id AS subject_id, coalesce(v.id, p.id) AS record_id,
					iif(v.id IS NULL, 'voucher.skipped', 'voucher.issued') AS type, ${VOUCHER_FIELDS} AS fields, NULL AS before,
					json_array(p.id, p.goodies_voucher_type, p.interval,
						json_object('value', p.amount_value, 'currency', p.amount_currency),
						${isoOf(sql`p.next_occurrence`)}) AS after
				FROM ${current} LEFT JOIN issued_vouchers v ON v.id = d.value ->> 'voucherId'
				WHERE p.valid_until IS NULL OR p.next_occurrence < p.valid_until`,
		),
		db
			.update(plannedVouchers)
			.set({ nextOccurrence: sql`passed.next_occurrence`, dateModified: now })
			.from(sql`(SELECT p.id, d.value ->> 'nextOccurrence' AS next_occurrence FROM ${current}) passed`)
			.where(sql`${plannedVouchers.id} = passed.id`),
		db
			.update(employees)
			.set({ revision: sql`${employees.revision} + 1` })
			.where(sql`${employees.id} IN (SELECT e.id FROM ${current})`),
	];
}
