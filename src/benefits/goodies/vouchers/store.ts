import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { aboutEmployee, type Change, CRON, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso, toYearMonth } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { eventsOfChanges, identified } from '../../../foundation/db/record-events.ts';
import { inParts, insertSelect } from '../../../foundation/db/records.ts';
import { type EmployeeKey, isInJob, type NumberKey } from '../../../foundation/db/scope.ts';
import { wants } from '../../../tenants/mail/queries.ts';
import { personOf } from '../../employees/people/queries.ts';
import { EMPLOYEE_POSITION, orderOf, pausesOfSelected } from '../../employees/queries.ts';
import { employees } from '../../employees/table.ts';
import type { Booking } from '../../ledger/rules.ts';
import { plannedVouchers } from '../plans/table.ts';
import type { PassedOccurrence } from './rules.ts';
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

/** Reads the vouchers that were due in the month. The conditions equal those of the indexes, so that SQLite uses them. */
export const issuedOfCompany = (
	db: Db,
	companyId: SQL,
	month: Instant,
	after: EmployeeKey | NumberKey,
	limit: number,
	at?: Instant,
) => {
	const { order, last } = orderOf(after);
	return db
		.select({
			...getTableColumns(issuedVouchers),
			position: EMPLOYEE_POSITION.as('employee_position'),
			person: personOf(sql`employees.id`, at),
		})
		.from(employees)
		.crossJoin(issuedVouchers)
		.where(
			and(
				sql`${employees.companyId} = ${companyId} AND ${order} >= ${last}`,
				sql`${issuedVouchers.employeeId} = ${employees.id}`,
				sql`+${issuedVouchers.id} > iif(${order} = ${last}, ${after.id}, '')`,
				sql`strftime('%Y-%m', ${issuedVouchers.dueDate} / 1000, 'unixepoch') = ${toYearMonth(month)}`,
				sql`((${issuedVouchers.goodiesVoucherType} = 'GENERIC' AND ${issuedVouchers.interval} = 'MONTHLY')
					OR (${issuedVouchers.goodiesVoucherType} <> 'GENERIC' OR ${issuedVouchers.interval} <> 'MONTHLY'))`,
			),
		)
		.orderBy(order, asc(issuedVouchers.id))
		.limit(limit);
};

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

/** Reads the vouchers of months in which an occurrence is not decided yet. */
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

/** SQL that is true while an earlier termination is not settled. The occurrence waits for that. */
const isUnsettled = sql`${employees.dateTerminationSettled} IS NULL AND ${employees.dateTerminated} <= ${plannedVouchers.nextOccurrence}`;

/** SQL that is true when the occurrence already has its voucher. For a monthly budget, a voucher in the same month counts. */
const isTaken = sql`(EXISTS (SELECT 1 FROM issued_vouchers WHERE planned_voucher_id = ${plannedVouchers.id}
		AND due_date = ${plannedVouchers.nextOccurrence})
	OR (${plannedVouchers.goodiesVoucherType} = 'GENERIC' AND ${plannedVouchers.interval} = 'MONTHLY' AND EXISTS (
		SELECT 1 FROM issued_vouchers WHERE employee_id = ${plannedVouchers.employeeId}
			AND goodies_voucher_type = 'GENERIC' AND interval = 'MONTHLY'
			AND strftime('%Y-%m', due_date / 1000, 'unixepoch') = strftime('%Y-%m', ${plannedVouchers.nextOccurrence} / 1000, 'unixepoch'))))`;

/** SQL that is true when the employee wants mails about vouchers. The index has only registered users. */
const isTold = sql`EXISTS (SELECT 1 FROM users u INDEXED BY users_signing_in
	WHERE u.id = ${employees.userId} AND ${wants('voucher_issued')})`;

/** SQL of how the company books vouchers; null unless its payroll settings have a wage type for them. */
const bookingOfSelected = sql<Booking | null>`(SELECT json_object('referenceDay', c.payroll_reference_day,
		'latestClosed', (SELECT max(month) FROM payroll_runs r WHERE r.company_id = c.id))
	FROM payroll_settings s JOIN companies c ON c.id = s.company_id
	WHERE s.company_id = employees.company_id AND s.wage_types ->> '$.GOODIES.number' IS NOT NULL)`
	.mapWith(JSON.parse)
	.as('booking');

export const bookingOf = (db: Db, employeeId: SQL) =>
	db.select({ booking: bookingOfSelected }).from(employees).where(sql`${employees.id} = ${employeeId}`);

/** SQL of the time at which `issueDueVouchers` is due. */
export const plansDueAt = sql`SELECT min(next_occurrence) FROM planned_vouchers
	WHERE date_deleted IS NULL AND next_occurrence IS NOT NULL`;

/** Reads plans whose next occurrence is due, the earliest first, with the data for the decision. */
export function duePlans(db: Db, now: Instant, limit: number, companyId?: string) {
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
				isInJob(employees.companyId, companyId),
			),
		)
		.orderBy(asc(plannedVouchers.nextOccurrence), asc(plannedVouchers.id))
		.limit(limit);
}

/** A view. Inserting a row raises the employee's revision, advances the plan, and stores the voucher and the event. */
const passages = sqliteTable('passages', {
	planId: text('plan_id'),
	employeeId: text('employee_id'),
	revision: integer('revision'),
	nextOccurrence: integer('next_occurrence'),
	voucherId: text('voucher_id'),
	goodiesVoucherType: text('goodies_voucher_type'),
	interval: text('interval'),
	amountValue: integer('amount_value'),
	amountCurrency: text('amount_currency'),
	dueDate: integer('due_date'),
	present: integer('present'),
	eventId: text('event_id'),
	eventAuthor: integer('event_author'),
	eventCompany: integer('event_company'),
	eventType: integer('event_type'),
	eventFields: integer('event_fields'),
	eventAfter: text('event_after'),
});

/** Stores the results of due occurrences with their events. Fails with `stale_revision` when an employee has changed since it was read. */
export function savePassed(db: Db, passed: readonly PassedOccurrence[], now: Instant): Statement[] {
	const changes = identified(passed.flatMap(changeOf), now);
	const { rows, referring, references } = eventsOfChanges(db, CRON, now, changes);
	const eventOf = new Map(rows.map((event) => [event.recordId, event]));
	const stored = passed.map(({ plan, voucherId, nextOccurrence }) => ({
		...plan,
		voucherId,
		nextOccurrence,
		dueDate: plan.nextOccurrence,
		event: eventOf.get(voucherId ?? plan.id),
	}));
	const values = {
		planId: sql`p.value ->> 'id'`,
		employeeId: sql`p.value ->> 'employeeId'`,
		revision: sql`p.value ->> 'revision'`,
		nextOccurrence: sql`p.value ->> 'nextOccurrence'`,
		voucherId: sql`p.value ->> 'voucherId'`,
		goodiesVoucherType: sql`p.value ->> 'goodiesVoucherType'`,
		interval: sql`p.value ->> 'interval'`,
		amountValue: sql`p.value ->> 'amountValue'`,
		amountCurrency: sql`p.value ->> 'amountCurrency'`,
		dueDate: sql`p.value ->> 'dueDate'`,
		present: now,
		eventId: sql`p.value ->> '$.event.id'`,
		eventAuthor: references.author,
		eventCompany: sql`${references.companies} ->> (p.value ->> '$.event.companyAt')`,
		eventType: sql`${references.texts} ->> (p.value ->> '$.event.typeAt')`,
		eventFields: sql`${references.texts} ->> (p.value ->> '$.event.fieldsAt')`,
		eventAfter: sql`p.value ->> '$.event.after'`,
	};
	return inParts(stored).flatMap((part, index) => [
		...(index === 0 ? [referring] : []),
		insertSelect(db, passages, values, sql`FROM json_each(${JSON.stringify(part)}) p`),
	]);
}

/** Returns the event of an occurrence. After the plan's end there is none, because no voucher was expected. */
function changeOf({ plan, voucherId }: PassedOccurrence): Change[] {
	const { goodiesVoucherType, interval, amountValue, amountCurrency, nextOccurrence, validUntil } = plan;
	if (validUntil !== null && nextOccurrence >= validUntil) return [];
	const about = aboutEmployee({ id: plan.employeeId, companyId: plan.companyId }, voucherId ?? plan.id);
	return [
		creation(voucherId === null ? 'voucher.skipped' : 'voucher.issued', about, {
			plannedVoucherId: plan.id,
			goodiesVoucherType,
			interval,
			amount: { value: amountValue, currency: amountCurrency },
			dueDate: toIso(nextOccurrence),
		}),
	];
}
