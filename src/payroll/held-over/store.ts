import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { oneOf } from '../../db/columns.ts';
import { codesOf, type ObstacleCode } from '../obstacles/rules.ts';
import { employeeOfLine, payrollTransactions } from '../transactions/table.ts';
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
			employeeId: sql<string>`e.id`.as('held_employee'),
			firstName: sql<string | null>`u.first_name`.as('held_first_name'),
			lastName: sql<string | null>`u.last_name`.as('held_last_name'),
			faults: sql<ObstacleCode[]>`${heldOver.faults}`.mapWith(codesOf).as('held_faults'),
		})
		.from(heldOver)
		.crossJoin(payrollTransactions)
		.crossJoin(sql`employees e`)
		.crossJoin(sql`users u`)
		.where(
			sql`${heldOver.runId} = ${runId} AND ${heldOver.transactionId} > ${after}
				AND ${payrollTransactions.id} = ${heldOver.transactionId} AND ${payrollTransactions.companyId} = ${companyId}
				AND e.id = ${employeeOfLine} AND u.id = e.user_id`,
		)
		.orderBy(sql`${heldOver.transactionId}`)
		.limit(limit);
