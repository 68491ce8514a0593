import { type SQL, sql } from 'drizzle-orm';
import type { Role, Scope } from '../core/actor.ts';
import type { About, Author, EventType, Fields, StoredEvent } from '../core/history.ts';
import { type Instant, toIso } from '../core/instant.ts';
import { bytesOf, eitherText, textOf, textOrNull } from './columns.ts';
import type { Db } from './database.ts';
import { type Compact, type Own, storedRequestId } from './record-events.ts';
import { eventAuthors, eventHours, eventParties, events } from './table.ts';

const AN_HOUR_MS = 3_600_000;
/** Events of the cron can be stored later than their date, but always within this time. */
const LATEST_STORED_MS = 24 * AN_HOUR_MS;

/** Reads the events at the positions that a query returns, in its order. The query can refer to itself as `page`. */
export function eventsAt(db: Db, positions: SQL) {
	const page = db.$with('page', { position: sql<number>`position` }).as(positions);
	return db
		.with(page)
		.select(columns)
		.from(sql`page`)
		.innerJoin(events, sql`${events.position} = page.position`)
		.innerJoin(eventAuthors, sql`${eventAuthors.id} = ${events.author}`)
		.innerJoin(sql`event_parties s`, sql`s.id = ${events.subject}`)
		.leftJoin(sql`event_parties c`, sql`c.id = ${events.company}`)
		.innerJoin(sql`event_texts t`, sql`t.id = ${events.type}`)
		.innerJoin(sql`event_texts f`, sql`f.id = ${events.fields}`);
}

const columns = {
	position: events.position,
	id: textOf(events.id, 'event_id'),
	date: events.date,
	requestId: eitherText(events.requestId, 'request'),
	authorType: sql<Author['type']>`${eventAuthors.type}`.as('author_type'),
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

type EventRow = Awaited<ReturnType<typeof eventsAt>>[number];

export function toEvent(row: EventRow): StoredEvent {
	const { position, id, date, requestId, companyId, subjectType, subjectId, recordId, type } = row;
	const { authorType, userId, sessionId, roles } = row;
	const values = {
		fields: JSON.parse(row.fields),
		before: row.before === null ? null : JSON.parse(row.before),
		after: JSON.parse(row.after),
	};
	return {
		position,
		id,
		date,
		requestId,
		author: { type: authorType, userId, sessionId, roles },
		companyId,
		subjectType,
		subjectId,
		recordId,
		type,
		...expanded(values, { ...row, date: toIso(date) }),
	};
}

/** Restores the fields from which `compacted` made its result. */
export function expanded(
	{ fields, before, after }: Compact,
	own: Own,
): { before: Fields | null; after: Fields } {
	const were: Fields = {};
	const became: Fields = {};
	for (const [index, field] of fields.entries()) {
		const [name = '', source] = field.split('=');
		were[name] = source === undefined ? before?.[index] : null;
		became[name] = source === undefined ? after[index] : (own[source as keyof Own] ?? null);
	}
	return { before: before && were, after: became };
}

/** Returns SQL of a position: all events since the instant are at or after it. Null when there are none. */
export const firstSince = (since: Instant): SQL =>
	sql`(SELECT position FROM ${eventHours} WHERE hour >= ${Math.floor(since / AN_HOUR_MS)} ORDER BY hour LIMIT 1)`;

/** Returns SQL of a position after all events before an instant; null when no later event exists. */
export const endOf = (until: Instant): SQL => firstSince(until + LATEST_STORED_MS);

/** Returns a subquery of the numbers that stand for companies, users and employees in events. It is empty unless `onlyIf` holds. */
export const partiesOf = (ids: readonly string[], onlyIf: SQL = sql`TRUE`): SQL =>
	sql`(SELECT p.id FROM json_each(iif(${onlyIf}, ${JSON.stringify(ids)}, '[]')) given
		CROSS JOIN ${eventParties} p ON p.uuid = ${bytesOf(sql`given.value`)})`;

/** Returns a subquery of the numbers of the reached companies, or of the one in the filter. The number null stands for the platform. */
export function companiesOf(
	{ all, managerId }: Scope,
	companyId: string | undefined,
	onlyIf: SQL = sql`TRUE`,
): SQL {
	const isWanted = companyId === undefined ? sql`TRUE` : sql`m.company_id = ${companyId}`;
	if (!all) {
		return sql`SELECT p.id FROM user_companies m CROSS JOIN event_parties p ON p.uuid = ${bytesOf(sql`m.company_id`)}
			WHERE m.user_id = iif(${onlyIf}, ${managerId}, NULL) AND ${isWanted}`;
	}
	if (companyId !== undefined) return sql`SELECT id FROM ${partiesOf([companyId], onlyIf)}`;
	return sql`SELECT p.id FROM companies CROSS JOIN event_parties p ON p.uuid = ${bytesOf(sql`companies.id`)}
		UNION ALL SELECT NULL`;
}

export const positionsOfRequest = (requestId: string, companyId: string | undefined, limit: number): SQL =>
	sql`SELECT e.position FROM ${events} e WHERE e.request_id = ${storedRequestId(requestId)}
		${companyId === undefined ? sql`` : sql`AND +e.company = ${partiesOf([companyId])}`} ORDER BY e.position LIMIT ${limit}`;

export const eventById = (db: Db, id: string) =>
	db
		.select({ position: events.position })
		.from(events)
		.where(sql`${events.id} = ${bytesOf(sql`${id}`)}`);
