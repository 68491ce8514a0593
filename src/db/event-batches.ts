import { type SQL, sql } from 'drizzle-orm';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Author } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import { bytes, bytesOf, instant } from './columns.ts';
import { type Db, prepared, type Statement } from './database.ts';
import { insertSelect } from './insert-select.ts';
import { eventTexts } from './table.ts';

/** A view: a row inserted stores a batch of events and what they refer to (see migrations). */
const eventBatches = sqliteTable('event_batches', {
	authorType: text('author_type'),
	userId: bytes('user_id'),
	sessionId: bytes('session_id'),
	roles: text('roles'),
	requestId: bytes('request_id'),
	date: instant('date'),
	texts: text('texts'),
	companies: text('companies'),
	events: text('events'),
});

/** `texts` and `companies` are JSON arrays, and `events` is one of objects with places in these. */
type Batch = ReturnType<typeof authorship> & {
	date: Instant;
	texts: string;
	companies: string;
	events: string;
};

/** `onlyIf` is a condition on the event `d.value`. */
export const insertBatch = (db: Db, batch: Batch, onlyIf?: SQL): Statement =>
	onlyIf === undefined
		? wholeBatch(db, batch)
		: rowOf(
				db,
				(name) => sql`${batch[name]}`,
				sql`(SELECT json_group_array(json(d.value)) FROM json_each(${batch.events}) d WHERE ${onlyIf})`,
			);

const wholeBatch = prepared<Batch, Statement>((db) => rowOf(db, (name) => sql`${sql.placeholder(name)}`));

const rowOf = (db: Db, place: (name: keyof Batch) => SQL, events = place('events')) =>
	insertSelect(
		db,
		eventBatches,
		{
			authorType: place('authorType'),
			userId: bytesOf(place('userId')),
			sessionId: bytesOf(place('sessionId')),
			roles: place('roles'),
			requestId: sql`coalesce(${bytesOf(place('requestUuid'))}, ${place('requestText')})`,
			date: place('date'),
			texts: place('texts'),
			companies: place('companies'),
			events,
		},
		sql``,
	);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The author as it is stored. The id of a request is one that we made, or a text of the caller. */
export function authorship(author: Author) {
	const { userId, sessionId, roles, requestId } =
		'userId' in author ? author : { userId: null, sessionId: null, roles: [], requestId: null };
	const isUuid = requestId !== null && UUID.test(requestId);
	return {
		authorType: author.type,
		userId,
		sessionId,
		roles: JSON.stringify(roles),
		requestUuid: isUuid ? requestId : null,
		requestText: isUuid ? null : requestId,
	};
}

/** The different values as a JSON array, and the place of each in it. */
export function numbered(values: readonly (string | null)[]) {
	const places = new Map<string | null, number>();
	for (const value of values) if (!places.has(value)) places.set(value, places.size);
	return { json: JSON.stringify([...places.keys()]), at: (value: string | null) => places.get(value) };
}

/** The numbers of what a batch refers to, once it is stored: of its author, and arrays of those of the others. */
export const referencesOf = ({ authorType, sessionId, roles, texts, companies }: Omit<Batch, 'events'>) => ({
	author: sql`(SELECT id FROM event_authors
		WHERE session_id IS ${bytesOf(sql`${sessionId}`)} AND type = ${authorType} AND roles = ${roles})`,
	texts: sql`(SELECT json_group_array((SELECT id FROM ${eventTexts} WHERE text = value)) FROM json_each(${texts}))`,
	companies: sql`(SELECT json_group_array((SELECT id FROM event_parties WHERE uuid = ${bytesOf(sql`value`)}))
		FROM json_each(${companies}))`,
});
