import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { plannedVouchers } from './table.ts';

export type PlannedVoucher = typeof plannedVouchers.$inferSelect;

/** The stored plans of the employee whose id the subquery finds, not deleted, in order of their start. */
export function planTimeline(db: Db, employeeId: SQL) {
	return db
		.select()
		.from(plannedVouchers)
		.where(and(sql`${plannedVouchers.employeeId} = ${employeeId}`, isNull(plannedVouchers.dateDeleted)))
		.orderBy(asc(plannedVouchers.validFrom), asc(plannedVouchers.id));
}

/** The id of the plan's employee as a subquery. */
export const employeeOfPlan = (planId: string): SQL =>
	sql`(SELECT employee_id FROM planned_vouchers WHERE id = ${planId})`;

/** The plan, even when it is deleted. */
export const planById = (db: Db, id: string) =>
	db.select().from(plannedVouchers).where(eq(plannedVouchers.id, id));
