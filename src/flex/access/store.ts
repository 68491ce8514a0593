import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { scopeArguments } from '../../db/scope.ts';
import type { Timeline } from '../../db/timeline.ts';
import { reachedEmployeeId } from '../../employees/table.ts';
import { flexAccesses } from './table.ts';

export type FlexAccess = typeof flexAccesses.$inferSelect;

export const flexTimeline = { name: 'flex_access', table: flexAccesses } as const satisfies Timeline;

/** The stored accesses of the employee, if the scope reaches it, not deleted, in order of their start. */
export const accessTimeline = (db: Db, scope: Scope, employeeId: string) =>
	accessTimelineQuery(db, { employeeId, ...scopeArguments(scope) });

const accessTimelineQuery = prepared((db) =>
	db
		.select()
		.from(flexAccesses)
		.where(and(sql`${flexAccesses.employeeId} = ${reachedEmployeeId}`, isNull(flexAccesses.dateDeleted)))
		.orderBy(asc(flexAccesses.validFrom)),
);
