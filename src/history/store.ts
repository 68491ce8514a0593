import { and, type SQL, sql } from 'drizzle-orm';
import type { Role, Scope } from '../core/actor.ts';
import type { About, Author, EventType, Fields } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/client.ts';
import { bytesOf, eitherText, textOf, textOrNull } from '../db/columns.ts';
import { expanded } from '../db/compact.ts';
import { partiesOf } from '../db/history.ts';
import { eventAuthors, eventHours, events } from '../db/table.ts';

export interface EventFilter {
	companyId?: string | undefined;
	/** The id of the employee, user or company that the change is about. */
	subject?: string | undefined;
	type?: EventType | undefined;
	since?: Instant | undefined;
}

const AN_HOUR_MS = 3_600_000;

const columns = {
	position: events.position,
	id: textOf(events.id, 'event_id'),
	date: events.date,
	requestId: eitherText(events.requestId, 'request'),
	authorType: sql<'USER' | 'CRON' | 'CONSOLE'>`${eventAuthors.type}`.as('author_type'),
	userId: textOrNull(eventAuthors.userId, 'author_user'),
	sessionId: textOrNull(eventAuthors.sessionId, 'author_session'),
	roles: sql<Role[]>`${eventAuthors.roles}`.mapWith(eventAuthors.roles).as('author_roles'),
	companyId: textOrNull(sql`c.uuid`, 'company_uuid'),
	subjectType: sql<About['subjectType']>`s.type`.as('subject_type'),
	subjectId: textOf(sql`s.uuid`, 'subject_uuid'),
	recordId: textOf(sql`coalesce(${events.recordId}, s.uuid)`, 'record_uuid'),
	type: sql<EventType>`t.text`.as('type_text'),
	fields: sql<string>`f.text`.as('fields_text'),
	before: events.before,
	after: sql<string>`iif(typeof(${events.after}) = 'blob',
		(SELECT v.after FROM event_values v WHERE v.id = ${events.after}), ${events.after})`.as('after_values'),
};

type EventRow = Awaited<ReturnType<typeof eventsPage>>[number];

/** An event as it is told: with everything that its row refers to. */
export interface StoredEvent extends About {
	position: number;
	id: string;
	date: Instant;
	requestId: string | null;
	author: { type: Author['type']; userId: string | null; sessionId: string | null; roles: readonly Role[] };
	type: EventType;
	before: Fields | null;
	after: Fields;
}

export function toEvent(row: EventRow): StoredEvent {
	const { position, id, date, requestId, companyId, subjectType, subjectId, recordId, type } = row;
	const { authorType, userId, sessionId, roles } = row;
	const values = {
		fields: JSON.parse(row.fields),
		before: row.before === null ? null : JSON.parse(row.before),
		after: JSON.parse(row.after),
	};
	return {
		...{ position, id, date, requestId },
		author: { type: authorType, userId, sessionId, roles },
		...{ companyId, subjectType, subjectId, recordId, type },
		...expanded(values, row),
	};
}

/** A page of events after the position `after`. It reads about one row for each managed company beside it. */
export function eventsPage(db: Db, scope: Scope, filter: EventFilter, after: number, limit: number) {
	return db
		.select(columns)
		.from(sql`(${positionsOf(scope, filter, after, limit)}) page`)
		.innerJoin(events, sql`${events.position} = page.position`)
		.innerJoin(eventAuthors, sql`${eventAuthors.id} = ${events.author}`)
		.innerJoin(sql`event_parties s`, sql`s.id = ${events.subject}`)
		.leftJoin(sql`event_parties c`, sql`c.id = ${events.company}`)
		.innerJoin(sql`event_texts t`, sql`t.id = ${events.type}`)
		.innerJoin(sql`event_texts f`, sql`f.id = ${events.fields}`)
		.orderBy(sql`page.position`);
}

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
	return sql`WITH RECURSIVE queue(position, company) AS (
			SELECT ${next(sql`m.id`, start)}, m.id FROM (${companies}) m
			UNION ALL
			SELECT ${next(sql`q.company`, sql`q.position + 1`)}, q.company FROM queue q WHERE q.position IS NOT NULL
			ORDER BY 1 NULLS LAST LIMIT ${limit}
		) SELECT position FROM queue WHERE position IS NOT NULL`;
}

/** The numbers of the companies, of which the filter may name one. The null company is the platform's. */
function companiesOf({ all, companyIds }: Scope, companyId: string | undefined): SQL {
	if (companyId !== undefined) {
		return sql`SELECT id FROM ${partiesOf(all || companyIds.includes(companyId) ? [companyId] : [])}`;
	}
	if (!all) return sql`SELECT id FROM ${partiesOf(companyIds)}`;
	return sql`SELECT p.id FROM companies CROSS JOIN event_parties p ON p.uuid = ${bytesOf(sql`companies.id`)}
		UNION ALL SELECT NULL`;
}

/** The position at or after which all events since an instant stand; null when there are none. */
const firstSince = (since: Instant): SQL =>
	sql`(SELECT position FROM ${eventHours} WHERE hour >= ${Math.floor(since / AN_HOUR_MS)} ORDER BY hour LIMIT 1)`;
