import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../foundation/db/database.ts';
import { isHere } from '../../../foundation/db/scope.ts';
import { accessEvents } from '../../../foundation/db/table.ts';
import { nameColumns, users } from '../../users/table.ts';

export type AccessEventRow = Omit<typeof accessEvents.$inferSelect, 'key'>;

const { key: _, ...columns } = getTableColumns(accessEvents);

/** SQL that is true for events of this database. D1 may still have the events of a company that has just moved to a cell. */
const isEventHere: SQL = sql`${isHere(accessEvents.companyId)} AND (${accessEvents.companyId} IS NOT NULL
	OR NOT EXISTS (SELECT 1 FROM movers m CROSS JOIN places p ON p.company_id = m.company_id
		WHERE m.is_closed AND m.id = ${accessEvents.userId}))`;

/** `company` is a subquery of the company's id. Without it, events of all companies in the database are read. */
export const accessEventsPage = (
	db: Db,
	company: SQL | undefined,
	userId: string | undefined,
	after: number,
	limit: number,
) =>
	db
		.select(columns)
		.from(accessEvents)
		.where(
			and(
				gt(accessEvents.position, after),
				company === undefined ? isEventHere : eq(accessEvents.companyId, company),
				userId === undefined ? undefined : eq(accessEvents.userId, userId),
			),
		)
		.orderBy(asc(accessEvents.position))
		.limit(limit);

export type NamedAccessEvent = Awaited<ReturnType<typeof latestAccessEvents>>[number];

/**
 * Reads the latest events with names. For a company, only people who manage it or work there are named. Without one, the companies are named
 * too.
 */
export const latestAccessEvents = (
	db: Db,
	company: SQL | undefined,
	userId: string | undefined,
	before: number,
	limit: number,
) =>
	db
		.select({
			...columns,
			...nameColumns,
			companyName:
				company === undefined
					? sql<string | null>`(SELECT name FROM companies WHERE id = ${accessEvents.companyId})`.as(
							'company_name',
						)
					: sql<null>`NULL`.as('company_name'),
		})
		.from(accessEvents)
		.leftJoin(
			users,
			and(
				eq(users.id, accessEvents.userId),
				company &&
					sql`(EXISTS (SELECT 1 FROM user_companies m WHERE m.user_id = ${users.id} AND m.company_id = ${company})
						OR EXISTS (SELECT 1 FROM employees e WHERE e.user_id = ${users.id} AND e.company_id = ${company}))`,
			),
		)
		.where(
			and(
				lt(accessEvents.position, before),
				company === undefined ? isEventHere : eq(accessEvents.companyId, company),
				userId === undefined ? undefined : eq(accessEvents.userId, userId),
			),
		)
		.orderBy(desc(accessEvents.position))
		.limit(limit);
