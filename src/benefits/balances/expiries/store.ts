import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { type Change, CRON } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { isInJob } from '../../../foundation/db/scope.ts';
import { pausesOfSelected } from '../../employees/queries.ts';
import { employees } from '../../employees/table.ts';
import { correctedBy, takenBy } from '../../expenses/queries.ts';
import { flexAccesses } from '../../flex/access/table.ts';
import { inYear } from '../queries.ts';
import { budgetExpiries } from './table.ts';

/** SQL of the time at which `recordExpiries` is due. */
export const expiriesDueAt = sql`SELECT min(date_due) FROM budget_expiries WHERE date_due IS NOT NULL`;

/** Reads employees whose budget may have expired until `now`, the earliest first. */
export function dueExpiries(db: Db, now: Instant, limit: number, companyId?: string) {
	const isDue = sql`${budgetExpiries.employeeId} = ${employees.id} AND ${budgetExpiries.dateDue} <= ${now}`;
	const [first, second]: [SQL, SQL] =
		companyId === undefined
			? [sql`${budgetExpiries} INDEXED BY budget_expiries_due`, sql`${employees}`]
			: [sql`${employees}`, sql`${budgetExpiries}`];
	return db
		.select({
			employeeId: sql<string>`${budgetExpiries.employeeId}`.as('owner_id'),
			companyId: sql<string>`${employees.companyId}`.as('company_id'),
			dateTerminated: sql<Instant | null>`${employees.dateTerminated}`.as('terminated'),
			pauses: pausesOfSelected,
			dateExamined: sql<Instant>`${budgetExpiries.dateExamined}`.as('examined'),
			revision: sql<number>`${budgetExpiries.revision}`.as('examined_revision'),
		})
		.from(first)
		.crossJoin(second)
		.where(and(isDue, isInJob(employees.companyId, companyId)))
		.orderBy(budgetExpiries.dateDue)
		.limit(limit);
}

export type DueExpiry = Awaited<ReturnType<typeof dueExpiries>>[number];

/** Reads the accesses of these employees, and their spending in a year. Their balances are computed from these. */
export const groundsOf = (db: Db, employeeIds: readonly string[], year: Instant) => {
	const ids = oneOf(employeeIds);
	return [
		db
			.select()
			.from(flexAccesses)
			.where(and(sql`${flexAccesses.employeeId} IN ${ids}`, isNull(flexAccesses.dateDeleted))),
		takenBy(db, ids, inYear(year)),
		correctedBy(db, ids, inYear(year)),
	] as const;
};

export interface Examined extends Pick<DueExpiry, 'employeeId' | 'revision'> {
	dateExamined: Instant;
	dateDue: Instant | null;
	changes: readonly Change[];
}

/** Stores the examinations with their events. Fails with `stale_revision` when the data has changed since they began. */
export function saveExpiries(db: Db, examined: readonly Examined[], now: Instant): Statement[] {
	const rows = examined.map(({ changes: _, ...row }) => row);
	const read = sql`json_each(${JSON.stringify(rows)}) d`;
	const isSame = sql`${budgetExpiries.employeeId} = d.value ->> 'employeeId' AND ${budgetExpiries.revision} = d.value ->> 'revision'`;
	const changes = examined.flatMap((one) => one.changes);
	return [
		requireThat(
			db,
			sql`(SELECT count(*) FROM ${read} CROSS JOIN ${budgetExpiries} ON ${isSame}) = ${rows.length}`,
			'stale_revision.budget',
		),
		...recordEvents(db, CRON, now, identified(changes, now)),
		db
			.update(budgetExpiries)
			.set({
				dateExamined: sql`d.value ->> 'dateExamined'`,
				dateDue: sql`d.value ->> 'dateDue'`,
				revision: sql`${budgetExpiries.revision} + 1`,
			})
			.from(read)
			.where(sql`${budgetExpiries.employeeId} = d.value ->> 'employeeId'`),
	];
}
