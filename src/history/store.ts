import { and, asc, eq, gt, gte, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../core/actor.ts';
import type { StoredEventType } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/client.ts';
import { isCompanyReached } from '../db/scope.ts';
import { events } from '../db/table.ts';

export type StoredEvent = typeof events.$inferSelect;

export interface EventFilter {
	companyId?: string | undefined;
	/** The id of the employee, user or company that the change is about. */
	subject?: string | undefined;
	type?: StoredEventType | undefined;
	since?: Instant | undefined;
}

/** A page of events after the position `after`. Its cost grows with the page and the managed companies. */
export function eventsPage(db: Db, scope: Scope, filter: EventFilter, after: number, limit: number) {
	const { companyId, subject, type, since } = filter;
	return db
		.select()
		.from(events)
		.where(
			and(
				gt(events.position, after),
				isCompanyReached(scope, events.companyId),
				companyId === undefined ? undefined : eq(events.companyId, companyId),
				subject === undefined ? ofCompanies(scope, filter, after, limit) : eq(events.subjectId, subject),
				type === undefined ? undefined : eq(events.type, type),
				since === undefined ? undefined : gte(events.date, since),
			),
		)
		.orderBy(asc(events.position))
		.limit(limit);
}

/** Narrows to a page of positions per company, by the index that fits. The null company is the platform's. */
function ofCompanies(scope: Scope, filter: EventFilter, after: number, limit: number): SQL | undefined {
	const { companyId, type, since } = filter;
	if (scope.all && companyId === undefined && type === undefined && since === undefined) return undefined;
	const ids = companyId === undefined ? scope.companyIds : [companyId];
	const companies =
		scope.all && companyId === undefined
			? sql`(SELECT id FROM companies UNION ALL SELECT NULL)`
			: sql`(SELECT value AS id FROM json_each(${JSON.stringify(ids)}))`;
	const first = sql`(SELECT h.position FROM events h WHERE h.company_id IS c.id AND h.date_reached >= ${since}
		ORDER BY h.date_reached, h.position LIMIT 1)`;
	const start = since === undefined ? sql`${after + 1}` : sql`max(${after + 1}, ${first})`;
	return sql`${events.position} IN (SELECT found.position FROM ${companies} c CROSS JOIN events found ON found.position IN (
		SELECT e.position FROM events e WHERE e.company_id IS c.id AND e.position >= ${start}
			AND ${type === undefined ? sql`TRUE` : sql`e.type = ${type}`}
			AND ${since === undefined ? sql`TRUE` : sql`e.date >= ${since}`}
		ORDER BY e.position LIMIT ${limit}))`;
}
