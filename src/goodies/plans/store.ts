import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import { type Db, prepared } from '../../db/database.ts';
import { scopeArguments } from '../../db/scope.ts';
import { reachedEmployeeId } from '../../employees/table.ts';
import { plannedVouchers } from './table.ts';

/** The employee's plans that are not deleted, by start; none when the employee is outside the scope. */
export const plansOf = (db: Db, scope: Scope, employeeId: string) =>
	plansQuery(db, { employeeId, ...scopeArguments(scope) });

const plansQuery = prepared((db) =>
	db
		.select()
		.from(plannedVouchers)
		.where(
			and(sql`${plannedVouchers.employeeId} = ${reachedEmployeeId}`, isNull(plannedVouchers.dateDeleted)),
		)
		.orderBy(asc(plannedVouchers.validFrom), asc(plannedVouchers.id)),
);

export const employeeOfPlan = (planId: string): SQL =>
	sql`(SELECT employee_id FROM planned_vouchers WHERE id = ${planId})`;

/** The plan, even when it is deleted, and all plans of its employee that are not. */
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
