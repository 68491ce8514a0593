import { eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import { statusJson } from '../../../benefits/employees/people/queries.ts';
import { pausesOfSelected } from '../../../benefits/employees/queries.ts';
import { employees } from '../../../benefits/employees/table.ts';
import { flexAccesses } from '../../../benefits/flex/access/table.ts';
import { plannedVouchers } from '../../../benefits/goodies/plans/table.ts';
import { payrollRuns } from '../../../benefits/ledger/table.ts';
import { addDays, type Instant, startOfYear } from '../../../foundation/core/instant.ts';
import { monthOfCutOff } from '../../../foundation/core/months.ts';
import { jsonColumn } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { companies } from '../../../tenants/companies/table.ts';
import type { CalendarPerson, Days } from './rules.ts';
import { calendarAddresses } from './table.ts';

/** An address. The secret is known only when the address was just created. */
export interface CalendarAddress extends Omit<typeof calendarAddresses.$inferSelect, 'hash'> {
	secret: string | null;
}

const columns = {
	companyId: calendarAddresses.companyId,
	showsNames: calendarAddresses.showsNames,
	dateCreated: calendarAddresses.dateCreated,
};

export const addressOfCompany = (db: Db, companyId: SQL) =>
	db.select(columns).from(calendarAddresses).where(sql`${calendarAddresses.companyId} = ${companyId}`);

export const companyOfAddress = (hash: string): SQL =>
	sql`(SELECT company_id FROM calendar_addresses WHERE hash = ${hash})`;

export const companyByAddress = (db: Db, hash: string) =>
	db
		.select({
			id: companies.id,
			name: companies.name,
			language: companies.language,
			payrollReferenceDay: companies.payrollReferenceDay,
			showsNames: calendarAddresses.showsNames,
		})
		.from(calendarAddresses)
		.innerJoin(companies, eq(companies.id, calendarAddresses.companyId))
		.where(eq(calendarAddresses.hash, hash));

export const saveAddress = (db: Db, row: typeof calendarAddresses.$inferInsert) => {
	const { companyId: _, ...values } = row;
	return db
		.insert(calendarAddresses)
		.values(row)
		.onConflictDoUpdate({ target: calendarAddresses.companyId, set: values });
};

export const removeAddress = (db: Db, companyId: string) =>
	db.delete(calendarAddresses).where(eq(calendarAddresses.companyId, companyId));

/**
 * Returns queries of the changes for a company's people in the days, and of the runs that may have closed a month early. People with the
 * same change on the same day share a row, unless names are wanted. Instants outside the days are made equal, so that they do not split
 * rows.
 */
export function calendarQueries(
	db: Db,
	companyId: SQL,
	{ from, to }: Days,
	showsNames: boolean,
	at?: Instant,
) {
	const until = addDays(to, 1);
	const isWithin = (at: string) => sql`(${sql.raw(at)} >= ${from} AND ${sql.raw(at)} < ${until})`;
	const endIn = (at: string) => sql<Instant | null>`iif(${sql.raw(at)} < ${until}, ${sql.raw(at)}, NULL)`;
	const group = {
		dateTerminated: endIn('employees.date_terminated').as('terminated'),
		id: sql<string>`substr(group_concat(${employees.id}), 1, 110)`.as('ids'),
		peopleCount: sql<number>`count(*)`.as('people_count'),
	};
	const byPerson = showsNames ? sql`, employees.id` : sql``;
	const isStaff = sql`${employees.companyId} = ${companyId} AND coalesce(${employees.dateTerminated} >= ${from}, TRUE)`;
	const people = db
		.select({ ...group, pauses: pausesOfSelected })
		.from(employees)
		.where(
			sql`${isStaff} AND (${isWithin('employees.date_terminated')} OR EXISTS (SELECT 1 FROM pauses WHERE employee_id = employees.id
				AND date_deleted IS NULL AND (${isWithin('valid_from')} OR ${isWithin('valid_until')})))`,
		)
		.groupBy(sql`terminated, pauses${byPerson}`)
		.as('g');
	const accesses = db
		.select({
			...group,
			validFrom: sql<Instant>`max(${flexAccesses.validFrom}, ${from - 1})`.as('began'),
			validUntil: endIn('flex_accesses.valid_until').as('ended'),
			accumulateBudget: sql<boolean>`${flexAccesses.accumulateBudget}`.mapWith(Boolean).as('accumulates'),
		})
		.from(employees)
		.crossJoin(flexAccesses)
		.where(
			sql`${isStaff} AND ${flexAccesses.employeeId} = ${employees.id} AND ${isNull(flexAccesses.dateDeleted)}
				AND ${flexAccesses.validFrom} < ${until} AND coalesce(${flexAccesses.validUntil} >= ${from}, TRUE)
				AND (${flexAccesses.validFrom} >= ${from} OR coalesce(${flexAccesses.validUntil} < ${until}, FALSE)
					OR coalesce(${employees.dateTerminated} < ${until}, FALSE)
					OR ${flexAccesses.accumulateBudget} AND ${startOfYear(until) > from})`,
		)
		.groupBy(sql`terminated, began, ended, accumulates${byPerson}`)
		.as('g');
	const plans = db
		.select({
			...group,
			pauses: pausesOfSelected,
			interval: plannedVouchers.interval,
			anchor: plannedVouchers.anchor,
			validUntil: endIn('planned_vouchers.valid_until').as('ended'),
			nextOccurrence: plannedVouchers.nextOccurrence,
			currency: plannedVouchers.amountCurrency,
			value: sql<number>`sum(${plannedVouchers.amountValue})`.as('value'),
		})
		.from(employees)
		.crossJoin(plannedVouchers)
		.where(
			sql`${isStaff} AND ${plannedVouchers.employeeId} = ${employees.id} AND ${isNull(plannedVouchers.dateDeleted)}
				AND ${plannedVouchers.nextOccurrence} < ${until}`,
		)
		.groupBy(sql`terminated, pauses, interval, anchor, ended, next_occurrence, amount_currency${byPerson}`)
		.as('g');
	return [
		db.select({ ...people._.selectedFields, firstPeople: firstPeople(at) }).from(people),
		db.select({ ...accesses._.selectedFields, firstPeople: firstPeople(at) }).from(accesses),
		db.select({ ...plans._.selectedFields, firstPeople: firstPeople(at) }).from(plans),
		db
			.select({ month: payrollRuns.month, dateCreated: payrollRuns.dateCreated })
			.from(payrollRuns)
			.where(
				sql`${payrollRuns.companyId} = ${companyId}
					AND ${payrollRuns.month} >= ${monthOfCutOff(from)} AND ${payrollRuns.month} < ${until}`,
			),
	] as const;
}

/** SQL of the first three people of a row. Their ids, each of 36 characters, are in one text. */
const firstPeople = (at?: Instant) =>
	jsonColumn<CalendarPerson[]>(
		sql`(SELECT json_group_array(json_object('employeeId', e.id, 'firstName', u.first_name, 'lastName', u.last_name,
		'personnelNumber', e.personnel_number, 'personStatus', json(${statusJson(sql`e.id`, at)}))) FROM employees e CROSS JOIN users u ON u.id = e.user_id
		WHERE e.id IN (substr(g.ids, 1, 36), substr(g.ids, 38, 36), substr(g.ids, 75, 36)))`,
		'people',
	);

export type CalendarRows = BatchResponse<[...ReturnType<typeof calendarQueries>]>;
