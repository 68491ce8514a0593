import { and, asc, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { flexAccesses } from './table.ts';

export type FlexAccess = typeof flexAccesses.$inferSelect;

/** The stored accesses of the employee whose id the subquery finds, not deleted, in order of their start. */
export function accessTimeline(db: Db, employeeId: SQL) {
	return db
		.select()
		.from(flexAccesses)
		.where(and(sql`${flexAccesses.employeeId} = ${employeeId}`, isNull(flexAccesses.dateDeleted)))
		.orderBy(asc(flexAccesses.validFrom));
}
