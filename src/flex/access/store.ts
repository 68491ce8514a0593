import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { isReachedByArguments, scopeArguments } from '../../db/scope.ts';
import { employees, pausesOfSelected, reachedEmployeeId } from '../../employees/table.ts';
import { flexAccesses } from './table.ts';

/** The employee's accesses that are not deleted, by start; none when the employee is outside the scope. */
export const accessesOf = (db: Db, scope: Scope, employeeId: string) =>
	accessesQuery(db, { employeeId, ...scopeArguments(scope) });

const accessesQuery = prepared((db) =>
	db
		.select()
		.from(flexAccesses)
		.where(and(sql`${flexAccesses.employeeId} = ${reachedEmployeeId}`, isNull(flexAccesses.dateDeleted)))
		.orderBy(asc(flexAccesses.validFrom)),
);

/**
 * The employee's employment with each of its accesses, by start, in one statement: one row without an access when
 * there is none, and no row when the employee is outside the scope.
 */
export const employmentWithAccesses = (db: Db, scope: Scope, employeeId: string) =>
	employmentQuery(db, { employeeId, ...scopeArguments(scope) });

const employmentQuery = prepared((db) =>
	db
		.select({
			...getTableColumns(flexAccesses),
			pauses: pausesOfSelected,
			dateTerminated: employees.dateTerminated,
		})
		.from(employees)
		.leftJoin(flexAccesses, and(eq(flexAccesses.employeeId, employees.id), isNull(flexAccesses.dateDeleted)))
		.where(
			and(
				eq(employees.id, sql.placeholder('employeeId')),
				isReachedByArguments(employees.companyId, employees.id),
			),
		)
		.orderBy(asc(flexAccesses.validFrom)),
);
