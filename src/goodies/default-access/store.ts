import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { scopeArguments } from '../../db/scope.ts';
import type { Timeline } from '../../db/timeline.ts';
import { reachedEmployeeId } from '../../employees/table.ts';
import { defaultAccesses } from './table.ts';

export type DefaultAccess = typeof defaultAccesses.$inferSelect;

export const defaultTimeline = { name: 'default_access', table: defaultAccesses } as const satisfies Timeline;

/** The stored default accesses of the employee, if the scope reaches it, not deleted, in order of their start. */
export const defaultAccessTimeline = (db: Db, scope: Scope, employeeId: string) =>
	defaultAccessTimelineQuery(db, { employeeId, ...scopeArguments(scope) });

const defaultAccessTimelineQuery = prepared((db) =>
	db
		.select()
		.from(defaultAccesses)
		.where(
			and(sql`${defaultAccesses.employeeId} = ${reachedEmployeeId}`, isNull(defaultAccesses.dateDeleted)),
		)
		.orderBy(asc(defaultAccesses.validFrom)),
);
