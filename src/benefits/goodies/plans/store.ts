import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../foundation/db/database.ts';
import { plannedVouchers } from './table.ts';

export const employeeOfPlan = (planId: string): SQL =>
	sql`(SELECT employee_id FROM planned_vouchers WHERE id = ${planId})`;

/** Reads the plan, even if deleted, and all other plans of its employee that are not deleted. */
export const planWithOthers = (db: Db, id: string) =>
	db
		.select()
		.from(plannedVouchers)
		.where(
			or(
				eq(plannedVouchers.id, id),
				and(sql`${plannedVouchers.employeeId} = ${employeeOfPlan(id)}`, isNull(plannedVouchers.dateDeleted)),
			),
		)
		.orderBy(asc(plannedVouchers.validFrom), asc(plannedVouchers.id));
