import { eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import { companies } from '../../companies/table.ts';
import { addDays } from '../../core/instant.ts';
import { monthOfCutOff } from '../../core/months.ts';
import type { Db } from '../../db/database.ts';
import { pausesOfSelected } from '../../employees/queries.ts';
import { employees } from '../../employees/table.ts';
import { flexAccesses } from '../../flex/access/table.ts';
import { plannedVouchers } from '../../goodies/plans/table.ts';
import { payrollRuns } from '../../ledger/table.ts';
import { users } from '../../users/table.ts';
import type { Days } from './rules.ts';
import { calendarAddresses } from './table.ts';

/** The address, with its secret when it has just been made. */
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

/** The company whose calendar has this address, as a subquery. */
export const companyOfAddress = (hash: string): SQL =>
	sql`(SELECT company_id FROM calendar_addresses WHERE hash = ${hash})`;

/** The address with the fields that the file needs. */
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

/** Queries for the employees of a company, what of theirs touches the days, and the runs that may have closed a month early. */
export function calendarQueries(db: Db, companyId: SQL, { from, to }: Days) {
	const until = addDays(to, 1);
	const ids = sql`(SELECT id FROM employees WHERE company_id = ${companyId})`;
	return [
		db
			.select({
				employeeId: employees.id,
				personnelNumber: employees.personnelNumber,
				dateTerminated: employees.dateTerminated,
				pauses: pausesOfSelected,
				firstName: users.firstName,
				lastName: users.lastName,
			})
			.from(employees)
			.innerJoin(users, eq(users.id, employees.userId))
			.where(
				sql`${employees.companyId} = ${companyId} AND coalesce(${employees.dateTerminated} >= ${from}, TRUE)`,
			),
		db
			.select({
				id: flexAccesses.id,
				employeeId: flexAccesses.employeeId,
				validFrom: flexAccesses.validFrom,
				validUntil: flexAccesses.validUntil,
				accumulateBudget: flexAccesses.accumulateBudget,
			})
			.from(flexAccesses)
			.where(
				sql`${flexAccesses.employeeId} IN ${ids} AND ${isNull(flexAccesses.dateDeleted)}
					AND ${flexAccesses.validFrom} < ${until} AND coalesce(${flexAccesses.validUntil} >= ${from}, TRUE)`,
			),
		db
			.select({
				employeeId: plannedVouchers.employeeId,
				interval: plannedVouchers.interval,
				anchor: plannedVouchers.anchor,
				validUntil: plannedVouchers.validUntil,
				nextOccurrence: plannedVouchers.nextOccurrence,
			})
			.from(plannedVouchers)
			.where(
				sql`${plannedVouchers.employeeId} IN ${ids} AND ${isNull(plannedVouchers.dateDeleted)}
					AND ${plannedVouchers.nextOccurrence} < ${until}`,
			),
		db
			.select({ month: payrollRuns.month, dateCreated: payrollRuns.dateCreated })
			.from(payrollRuns)
			.where(
				sql`${payrollRuns.companyId} = ${companyId}
					AND ${payrollRuns.month} >= ${monthOfCutOff(from)} AND ${payrollRuns.month} < ${until}`,
			),
	] as const;
}

export type Found = BatchResponse<[...ReturnType<typeof calendarQueries>]>;
