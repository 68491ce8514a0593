import { and, asc, eq, getTableColumns, gt, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { accessEvents } from '../../db/table.ts';

export type AccessEventRow = Omit<typeof accessEvents.$inferSelect, 'key'>;

const { key: _, ...columns } = getTableColumns(accessEvents);

/** A page of access events after a position: of all, or of one company (a subquery of its id), or of one user. */
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
				company && eq(accessEvents.companyId, company),
				userId === undefined ? undefined : eq(accessEvents.userId, userId),
			),
		)
		.orderBy(asc(accessEvents.position))
		.limit(limit);
