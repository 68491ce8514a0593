import { and, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../core/actor.ts';
import type { Db } from '../db/client.ts';
import { eventsAt, firstSince } from '../db/events.ts';
import { companiesOf, partiesOf } from '../db/history.ts';
import type { EventFilter } from './rules.ts';

/** A page of events after the position `after`. It reads about one row for each managed company beside it. */
export const eventsPage = (db: Db, scope: Scope, filter: EventFilter, after: number, limit: number) =>
	eventsAt(db, positionsOf(scope, filter, after, limit));

/** The positions of a page, by the index that fits. */
function positionsOf(scope: Scope, filter: EventFilter, after: number, limit: number): SQL {
	const { companyId, subject, type, since } = filter;
	const start = sql`max(${after} + 1, ${since === undefined ? 0 : firstSince(since)})`;
	const matches = and(
		type === undefined ? undefined : sql`e.type = (SELECT id FROM event_texts WHERE text = ${type})`,
		since === undefined ? undefined : sql`e.date >= ${since}`,
	);
	if (subject !== undefined) {
		const isReached =
			scope.all && companyId === undefined ? undefined : sql`e.company IN (${companiesOf(scope, companyId)})`;
		return sql`SELECT e.position FROM events e WHERE e.subject = ${partiesOf([subject])}
			AND ${and(sql`e.position >= ${start}`, isReached, matches)} ORDER BY e.position LIMIT ${limit}`;
	}
	if (scope.all && companyId === undefined && type === undefined) {
		return sql`SELECT e.position FROM events e WHERE ${and(sql`e.position >= ${start}`, matches)}
			ORDER BY e.position LIMIT ${limit}`;
	}
	return merged(companiesOf(scope, companyId), start, matches ?? sql`TRUE`, limit);
}

/**
 * Merges the events of companies in the order of their positions. The queue holds the next event of each
 * company; whenever SQLite takes the first one out, the one behind it moves up.
 */
function merged(companies: SQL, start: SQL, matches: SQL, limit: number): SQL {
	const next = (company: SQL, from: SQL) => sql`(SELECT e.position FROM events e
		WHERE e.company IS ${company} AND e.position >= ${from} AND ${matches} ORDER BY e.position LIMIT 1)`;
	return sql`SELECT ${next(sql`m.id`, start)} AS position, m.id AS company FROM (${companies}) m
		UNION ALL
		SELECT ${next(sql`q.company`, sql`q.position + 1`)}, q.company FROM page q WHERE q.position IS NOT NULL
		ORDER BY 1 NULLS LAST LIMIT ${limit}`;
}
