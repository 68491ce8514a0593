import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Db } from '../../foundation/db/database.ts';
import type { EmployeeKey, NumberKey } from '../../foundation/db/scope.ts';
import { personOf } from '../employees/people/queries.ts';
import { EMPLOYEE_POSITION, orderOf, pausesOfSelected } from '../employees/queries.ts';
import { employees } from '../employees/table.ts';
import { correctedBy, takenBy } from '../expenses/queries.ts';
import { flexAccesses } from '../flex/access/table.ts';
import { plannedVouchers } from '../goodies/plans/table.ts';
import { inYear } from './queries.ts';

/** Reads the amounts that expenses of a year have taken or may still take. */
export const takenInYear = (db: Db, employeeIds: SQL, year: Instant) =>
	takenBy(db, employeeIds, inYear(year));

export const correctedInYear = (db: Db, employeeIds: SQL, year: Instant) =>
	correctedBy(db, employeeIds, inYear(year));

export type TakenRow = Awaited<ReturnType<typeof takenInYear>>[number];
export type CorrectedRow = Awaited<ReturnType<typeof correctedInYear>>[number];

/** Returns queries for up to `limit` employees of a company after `after`, and for the data of their balances in a year. */
export function balanceQueries(
	db: Db,
	companyId: SQL,
	year: Instant,
	after: EmployeeKey | NumberKey,
	limit: number,
	at?: Instant,
) {
	const { order, last } = orderOf(after);
	const page = db
		.select({ id: employees.id })
		.from(employees)
		.where(sql`${employees.companyId} = ${companyId} AND ${order} > ${last}`)
		.orderBy(order)
		.limit(limit);
	const ids = sql`${page}`;
	return [
		db
			.select({
				id: employees.id,
				position: EMPLOYEE_POSITION.as('employee_position'),
				dateTerminated: employees.dateTerminated,
				pauses: pausesOfSelected,
				person: personOf(sql`employees.id`, at),
			})
			.from(employees)
			.where(sql`${employees.id} IN ${ids}`)
			.orderBy(order),
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
