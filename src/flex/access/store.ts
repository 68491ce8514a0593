import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { scopeArguments } from '../../db/scope.ts';
import { reachedEmployeeId } from '../../employees/table.ts';
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
