import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { scopeArguments } from '../../db/scope.ts';
import { reachedEmployeeId } from '../../employees/table.ts';
import { defaultAccesses } from './table.ts';

/** The stored default accesses of the employee, if the scope reaches it, not deleted, in order of their start. */
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
