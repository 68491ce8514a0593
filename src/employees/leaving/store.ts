import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/client.ts';
import { employees } from '../table.ts';
import type { StoredPeriod, Timeline } from '../timelines/table.ts';

/** Employees whose termination has passed and whose ends are only shown so far, the longest gone first. */
export const dueTerminations = (db: Db, now: Instant, limit: number) =>
	db
		.select({
			id: employees.id,
			companyId: employees.companyId,
			dateTerminated: sql<Instant>`${employees.dateTerminated}`.as('terminated'),
			revision: employees.revision,
		})
		.from(employees)
		.where(sql`${employees.dateTerminated} <= ${now} AND ${employees.dateTerminationSettled} IS NULL`)
		.orderBy(employees.dateTerminated, employees.id)
		.limit(limit);

/** The standing periods of those employees. */
export const periodsOfDue = (db: Db, table: Timeline<StoredPeriod>['table'], now: Instant, limit: number) =>
	db
		.select({
			id: sql<string>`${table.id}`.as('period_id'),
			employeeId: sql<string>`${table.employeeId}`.as('owner_id'),
			validFrom: sql<Instant>`${table.validFrom}`.as('first'),
			validUntil: sql<Instant | null>`${table.validUntil}`.as('last'),
		})
		.from(table)
		.where(
			and(
				isNull(table.dateDeleted),
				sql`${table.employeeId} IN (SELECT id FROM ${dueTerminations(db, now, limit)})`,
			),
		);

/** Marks the employees as settled. Whoever has changed since is left out, and stays due. */
export const settleTerminations = (db: Db, due: readonly { id: string; revision: number }[], now: Instant) =>
	db
		.update(employees)
		.set({ dateTerminationSettled: now, revision: sql`${employees.revision} + 1` })
		.from(sql`json_each(${JSON.stringify(due)}) d`)
		.where(sql`${employees.id} = d.value ->> 'id' AND ${employees.revision} = d.value ->> 'revision'`);

/** Whether the employee whose id `d.value` names still has the revision that it was read with. */
export const isUnchanged = (field: 'employeeId' | 'subjectId'): SQL =>
	sql`EXISTS (SELECT 1 FROM employees e WHERE e.id = d.value ->> ${field} AND e.revision = d.value ->> 'revision')`;

/** Whether an event is still to be told: going is settled again, and not told again, when something was laid after it. */
export const isNews = sql`${isUnchanged('subjectId')} AND NOT EXISTS (SELECT 1 FROM events told
	WHERE told.subject_id = d.value ->> 'subjectId' AND told.type = 'employee.left'
		AND told.type = d.value ->> 'type' AND told.after = d.value -> 'after')`;
