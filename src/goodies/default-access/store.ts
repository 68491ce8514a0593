import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import { type Db, prepared } from '../../db/database.ts';
import { scopeArguments } from '../../db/scope.ts';
import { reachedEmployeeId } from '../../employees/table.ts';
import { defaultAccesses } from './table.ts';

/** The employee's periods that are not deleted, by start; none when the employee is outside the scope. */
export const defaultAccessesOf = (db: Db, scope: Scope, employeeId: string) =>
	defaultAccessesQuery(db, { employeeId, ...scopeArguments(scope) });

const defaultAccessesQuery = prepared((db) =>
	db
		.select()
		.from(defaultAccesses)
		.where(
			and(sql`${defaultAccesses.employeeId} = ${reachedEmployeeId}`, isNull(defaultAccesses.dateDeleted)),
		)
		.orderBy(asc(defaultAccesses.validFrom)),
);
