import { and, asc, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { defaultAccesses } from './table.ts';

export type DefaultAccess = typeof defaultAccesses.$inferSelect;

/** The stored default accesses of the employee whose id the subquery finds, not deleted, in order of their start. */
export function defaultAccessTimeline(db: Db, employeeId: SQL) {
	return db
		.select()
		.from(defaultAccesses)
		.where(and(sql`${defaultAccesses.employeeId} = ${employeeId}`, isNull(defaultAccesses.dateDeleted)))
		.orderBy(asc(defaultAccesses.validFrom));
}
