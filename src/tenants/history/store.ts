import { and, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../foundation/core/actor.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { bytesOf, oneOf, uuidOf } from '../../foundation/db/columns.ts';
import type { Db } from '../../foundation/db/database.ts';
import { companiesOf, endOf, eventsAt, firstSince, partiesOf } from '../../foundation/db/events.ts';
import { isManaged } from '../../foundation/db/scope.ts';
import { users } from '../users/table.ts';
import type { EventCursor, EventFilter } from './rules.ts';

/** Reads a page of events. Besides the page, it reads about one row for each managed company, or each session of the actor. */
export const eventsPage = (db: Db, scope: Scope, filter: EventFilter, place: EventCursor, limit: number) =>
	eventsAt(db, positionsOf(scope, filter, place, limit));

const NO_END = Number.MAX_SAFE_INTEGER;

/** Builds the query whose index fits the filter. */
function positionsOf(scope: Scope, filter: EventFilter, place: EventCursor, limit: number): SQL {
	const { companyId, subject, actor, type, since, until } = filter;
	const isOfAll = scope.all && companyId === undefined;
	const companies = companiesOf(scope, companyId);
	const matches = and(
		type === undefined ? undefined : sql`e.type = (SELECT id FROM event_texts WHERE text = ${type})`,
		since === undefined ? undefined : sql`e.date >= ${since}`,
		until === undefined ? undefined : sql`e.date < ${until}`,
	);
	const page = { place, range: rangeOf(filter, place), limit };
	const isReached = isOfAll ? undefined : sql`e.company IN (${companies})`;
	if (subject !== undefined) {
		const isBy = actor === undefined ? undefined : sql`e.author IN (${authorsOf(actor)})`;
		return straight(page, and(sql`e.subject = ${partiesOf([subject])}`, isBy, isReached, matches));
	}
	if (actor !== undefined) {
		return merged(page, authorsOf(actor), (lane) => sql`e.author = ${lane}`, and(isReached, matches));
	}
	if (isOfAll && type === undefined) return straight(page, matches);
	return merged(page, companies, (lane) => sql`e.company IS ${lane}`, matches);
}

const authorsOf = (userId: string): SQL =>
	sql`SELECT id FROM event_authors WHERE user_id = ${bytesOf(sql`${userId}`)}`;

interface Page {
	place: EventCursor;
	range: { first: SQL; last: SQL };
	limit: number;
}

function rangeOf({ since, until }: EventFilter, place: EventCursor): Page['range'] {
	const last = until === undefined ? sql`${NO_END}` : sql`coalesce(${endOf(until)}, ${NO_END})`;
	return 'after' in place
		? { first: sql`max(${place.after} + 1, ${since === undefined ? 0 : firstSince(since)})`, last }
		: {
				first: since === undefined ? sql`0` : firstSince(since),
				last: sql`min(${place.before} - 1, ${last})`,
			};
}

const straight = ({ place, range: { first, last }, limit }: Page, matches: SQL | undefined): SQL =>
	sql`SELECT e.position FROM events e WHERE ${and(sql`e.position BETWEEN ${first} AND ${last}`, matches)}
		ORDER BY e.position ${directionOf(place)} LIMIT ${limit}`;

const directionOf = (place: EventCursor): SQL => ('after' in place ? sql`ASC` : sql`DESC`);

/** Merges the events of several lanes (companies or authors) by position. The queue holds the next event of each lane. */
function merged(
	{ place, range: { first, last }, limit }: Page,
	lanes: SQL,
	isIn: (lane: SQL) => SQL,
	matches: SQL = sql`TRUE`,
): SQL {
	const direction = directionOf(place);
	const next = (lane: SQL, from: SQL, to: SQL) => sql`(SELECT e.position FROM events e
		WHERE ${isIn(lane)} AND e.position BETWEEN ${from} AND ${to} AND ${matches} ORDER BY e.position ${direction} LIMIT 1)`;
	const following =
		'after' in place
			? next(sql`q.lane`, sql`q.position + 1`, last)
			: next(sql`q.lane`, first, sql`q.position - 1`);
	return sql`SELECT ${next(sql`m.id`, first, last)} AS position, m.id AS lane FROM (${lanes}) m
		UNION ALL
		SELECT ${following}, q.lane FROM page q WHERE q.position IS NOT NULL
		ORDER BY 1 ${direction} NULLS LAST LIMIT ${limit}`;
}

export function namesOnPage(db: Db, scope: Scope, filter: EventFilter, place: EventCursor, limit: number) {
	const asked = [filter.subject, filter.actor].filter((id) => id !== undefined);
	return namesOfEvents(db, scope, positionsOf(scope, filter, place, limit), asked);
}

/** Reads the names of the subjects, authors and companies of events at these positions, and the names for other ids. */
export const namesOfEvents = (db: Db, scope: Scope, positions: SQL, others: readonly string[] = []) =>
	namesOf(
		db,
		scope,
		sql`(WITH page AS (${positions})
			SELECT ${uuidOf(sql`p.uuid`)} AS value FROM page CROSS JOIN events e ON e.position = page.position
				CROSS JOIN event_parties p ON p.id = e.subject
			UNION SELECT ${uuidOf(sql`a.user_id`)} FROM page CROSS JOIN events e ON e.position = page.position
				CROSS JOIN event_authors a ON a.id = e.author
			UNION SELECT ${uuidOf(sql`p.uuid`)} FROM page CROSS JOIN events e ON e.position = page.position
				CROSS JOIN event_parties p ON p.id = e.company
			UNION SELECT value FROM ${oneOf(others)})`,
	);

/**
 * Reads the names for ids of employees, users and companies, which a subquery returns as column `value`. Managers only get the names of
 * people who work for their companies or manage them.
 */
export const namesOf = (db: Db, scope: Scope, ids: SQL) => {
	const isKnown = (company: SQL) => (scope.all ? sql`TRUE` : isManaged(company, scope.managerId));
	const isColleague = scope.all
		? sql`TRUE`
		: sql`EXISTS (SELECT 1 FROM (SELECT company_id FROM user_companies WHERE user_id = u.id
			UNION ALL SELECT company_id FROM employees WHERE user_id = u.id) b WHERE ${isKnown(sql`b.company_id`)})`;
	return db
		.select({
			id: sql<string>`named.id`.as('named_id'),
			employeeId: sql<string | null>`named.employee_id`.as('named_employee'),
			companyName: sql<string | null>`named.company_name`.as('named_company'),
			dateErased: sql<Instant | null>`named.date_erased`.as('named_erased'),
			email: sql<string | null>`${users.email}`.as('named_email'),
			firstName: sql<string | null>`${users.firstName}`.as('named_first'),
			lastName: sql<string | null>`${users.lastName}`.as('named_last'),
		})
		.from(
			sql`(SELECT e.id, e.id AS employee_id, e.user_id, NULL AS company_name, e.date_erased FROM ${ids} given
					CROSS JOIN employees e ON e.id = given.value WHERE ${isKnown(sql`e.company_id`)}
				UNION ALL SELECT u.id, NULL, u.id, NULL, u.date_deleted FROM ${ids} given
					CROSS JOIN users u ON u.id = given.value WHERE ${isColleague}
				UNION ALL SELECT c.id, NULL, NULL, c.name, NULL FROM ${ids} given
					CROSS JOIN companies c ON c.id = given.value WHERE ${isKnown(sql`c.id`)}) named`,
		)
		.leftJoin(users, sql`${users.id} = named.user_id`);
};
