import { and, asc, eq, gt, gte, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../core/actor.ts';
import type { EventType } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/client.ts';
import { isCompanyReached, reachedCompanies } from '../db/scope.ts';
import { events } from '../db/table.ts';

export type StoredEvent = typeof events.$inferSelect;

export interface EventFilter {
	companyId?: string | undefined;
	/** The id of the employee, user or company that the change is about. */
	subject?: string | undefined;
	type?: EventType | undefined;
	since?: Instant | undefined;
}

/** A page of events after the position `after`, in the order of the commits. */
export function eventsPage(db: Db, scope: Scope, filter: EventFilter, after: number, limit: number) {
	const { companyId, subject, type, since } = filter;
	return db
		.select()
		.from(events)
		.where(
			and(
				isCompanyReached(scope, events.companyId),
				companyId === undefined ? undefined : eq(events.companyId, companyId),
				subject === undefined
					? positionsIn(scope, filter, after, limit)
					: and(eq(events.subjectId, subject), gt(events.position, after)),
				type === undefined ? undefined : eq(events.type, type),
				since === undefined ? undefined : gte(events.date, since),
			),
		)
		.orderBy(asc(events.position))
		.limit(limit);
}

/** Where the page begins: behind `after` in what one index holds, or in all reached companies together. */
function positionsIn(
	scope: Scope,
	{ companyId, type, since }: EventFilter,
	after: number,
	limit: number,
): SQL {
	const start = (company: SQL) =>
		since === undefined ? sql`${after}` : sql`max(${after}, ${firstSince(company, since)} - 1)`;
	if (companyId !== undefined) return sql`${events.position} > ${start(sql`${companyId}`)}`;
	if (scope.all && type === undefined && since === undefined) return gt(events.position, after);
	const companies = reachedCompanies(scope, '');
	const next = (company: SQL, from: SQL) => sql`coalesce((SELECT e.position FROM events e
		WHERE e.company_id IS ${company} AND e.position > ${from}
			AND ${type === undefined ? sql`TRUE` : sql`e.type = ${type}`} AND ${since === undefined ? sql`TRUE` : sql`e.date >= ${since}`}
		ORDER BY e.position LIMIT 1), ${NO_POSITION})`;
	const first = (company: SQL) => next(company, start(company));
	// The queue of the recursion holds the next event of each company and yields the earliest, so that a company costs its
	// first event only, however many follow. The null company is the platform's.
	return sql`${events.position} IN (WITH RECURSIVE queue(company_id, position) AS (
			SELECT ${companies.id}, ${first(companies.id)} FROM ${companies.table} WHERE ${companies.where}
			${scope.all ? sql`UNION ALL SELECT NULL, ${first(sql`NULL`)}` : sql``}
			UNION ALL
			SELECT company_id, ${next(sql`queue.company_id`, sql`queue.position`)} FROM queue WHERE position < ${NO_POSITION}
			ORDER BY 2 LIMIT ${limit})
		SELECT position FROM queue)`;
}

/** Behind every event. */
const NO_POSITION = Number.MAX_SAFE_INTEGER;

const firstSince = (company: SQL, since: Instant): SQL =>
	sql`coalesce((SELECT h.position FROM events h WHERE h.company_id IS ${company} AND h.date_reached >= ${since}
		ORDER BY h.date_reached, h.position LIMIT 1), ${NO_POSITION})`;
