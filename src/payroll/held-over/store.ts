import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { oneOf } from '../../db/columns.ts';
import { codesOf, type ObstacleCode } from '../obstacles/rules.ts';
import { payrollTransactions } from '../transactions/table.ts';
import { heldOver } from './table.ts';

/** How many lines each run held over, by the run's id. */
export const heldOverCounts = (db: Db, runIds: readonly string[]) =>
	db
		.select({ runId: heldOver.runId, count: sql<number>`count(*)`.as('held') })
		.from(heldOver)
		.where(sql`${heldOver.runId} IN ${oneOf(runIds)}`)
		.groupBy(heldOver.runId);

export type HeldOverLine = Awaited<ReturnType<typeof heldOverPage>>[number];

/** The lines that a run held over, in order of creation, after the id `after`. */
export const heldOverPage = (db: Db, companyId: SQL, runId: string, after: string, limit: number) =>
	db
		.select({
			id: heldOver.transactionId,
			module: payrollTransactions.module,
			kind: payrollTransactions.kind,
			amountValue: payrollTransactions.amountValue,
			currency: payrollTransactions.amountCurrency,
			personnelNumber: payrollTransactions.personnelNumber,
			employeeId:
				sql<string>`coalesce((SELECT employee_id FROM expenses WHERE id = ${payrollTransactions.flexDataId}),
					(SELECT employee_id FROM issued_vouchers WHERE id = ${payrollTransactions.flexDataId}))`.as(
					'held_employee',
				),
			faults: sql<ObstacleCode[]>`${heldOver.faults}`.mapWith(codesOf).as('held_faults'),
		})
		.from(heldOver)
		.innerJoin(payrollTransactions, sql`${payrollTransactions.id} = ${heldOver.transactionId}`)
		.where(
			sql`${heldOver.runId} = ${runId} AND ${payrollTransactions.companyId} = ${companyId} AND ${heldOver.transactionId} > ${after}`,
		)
		.orderBy(sql`${heldOver.transactionId}`)
		.limit(limit);
