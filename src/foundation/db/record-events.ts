import { type SQL, sql } from 'drizzle-orm';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { About, Author, Change, Fields } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Instant, toIso } from '../core/instant.ts';
import { bytes, bytesOf, instant } from './columns.ts';
import type { Db, Statement } from './database.ts';
import { prepared } from './prepared.ts';
import { inParts, insertSelect } from './records.ts';
import { eventTexts, eventValues } from './table.ts';

export type NewEvent = Change & { id: string };

export const identified = <C extends Change>(changes: readonly C[], now: Instant): (C & NewEvent)[] =>
	changes.map((change) => ({ id: newId(now), ...change }));

/**
 * Returns as few statements as D1 allows that record events in the batch of their changes. `onlyIf` is a condition on the event `d.value`.
 * It skips events whose change did not happen.
 */
export function recordEvents(
	db: Db,
	author: Author,
	now: Instant,
	happened: readonly NewEvent[],
	onlyIf?: SQL,
): Statement[] {
	const { rows, batch } = asStored(author, now, happened);
	const statements: Statement[] = [];
	for (const row of rows) {
		if (row.valuesId === row.id) statements.push(insertValues(db, row));
		if (row.valuesId !== null) row.after = null;
	}
	for (const part of inParts(rows)) {
		statements.push(insertBatch(db, { ...batch, events: JSON.stringify(part) }, onlyIf));
	}
	return statements;
}

/**
 * For a trigger that writes each event together with its change. `referring` must run first: it stores the rows that the events refer to.
 * `references` is the SQL that finds them.
 */
export function eventsOfChanges(db: Db, author: Author, now: Instant, happened: readonly NewEvent[]) {
	const { rows, batch } = asStored(author, now, happened);
	return { rows, referring: insertBatch(db, { ...batch, events: '[]' }), references: referencesOf(batch) };
}

/** An event in the format of the view `event_batches`. Its numbers are indexes into the arrays of the batch. */
interface StoredRow extends Pick<About, 'subjectId' | 'recordId'> {
	id: string;
	type: string;
	before: unknown[] | null;
	after: unknown[] | null;
	/** The id of the event with which this one shares its values; null if it shares none. */
	valuesId: string | null;
	companyAt: number;
	typeAt: number;
	fieldsAt: number;
}

function asStored(author: Author, now: Instant, happened: readonly NewEvent[]) {
	const texts = new Map<string | null, number>();
	const companies = new Map<string | null, number>();
	/** The first company event with these values. Later ones refer to its values. */
	const firsts = new Map<string, StoredRow>();
	const date = toIso(now);
	const rows: StoredRow[] = [];
	for (const event of happened) {
		const { id, type, companyId, subjectType, subjectId, recordId } = event;
		const { fields, before, after } = compacted(event, author, date);
		const row: StoredRow = {
			id,
			subjectId,
			recordId,
			type,
			before,
			after,
			valuesId: null,
			companyAt: placeIn(companies, companyId),
			typeAt: placeIn(texts, type),
			fieldsAt: placeIn(texts, JSON.stringify(fields)),
		};
		rows.push(row);
		if (subjectType !== 'COMPANY') continue;
		const values = JSON.stringify(after);
		const first = firsts.get(values);
		if (first === undefined) firsts.set(values, row);
		else row.valuesId = first.valuesId = first.id;
	}
	const batch = {
		...authorship(author),
		date: now,
		texts: JSON.stringify([...texts.keys()]),
		companies: JSON.stringify([...companies.keys()]),
	};
	return { rows, batch };
}

function placeIn(places: Map<string | null, number>, value: string | null): number {
	const place = places.get(value) ?? places.size;
	places.set(value, place);
	return place;
}

/** The stored fields of an event. Events with the same fields share the names. The values have the order of the names. */
export interface Compact {
	/**
	 * Fields that were null before and now equal another column of the event, or null, come last and without a value, such as
	 * `employeeId=subjectId`.
	 */
	fields: string[];
	before: unknown[] | null;
	after: unknown[];
}

/** The columns of an event from which a field can take its value. */
const OWN = ['recordId', 'subjectId', 'companyId', 'userId', 'date'] as const;
export type Own = Record<'recordId' | 'subjectId' | 'date', string> &
	Record<'companyId' | 'userId', string | null>;

/** Returns the stored form of a change. `date` is the event's date in ISO 8601. `expanded` is the reverse. */
export function compacted(change: Change, author: Author, date: string): Compact {
	const { recordId, subjectId, companyId, before, after } = change;
	const userId = 'userId' in author ? author.userId : null;
	const own: Own = { recordId, subjectId, companyId, userId, date };
	const fields: string[] = [];
	const derived: string[] = [];
	const values: [before: unknown[], after: unknown[]] = [[], []];
	for (const name of Object.keys(after)) {
		const source = (before?.[name] ?? null) === null ? sourceOf(after[name], own) : undefined;
		if (source !== undefined) {
			derived.push(`${name}=${source}`);
			continue;
		}
		fields.push(name);
		values[0].push(before?.[name] ?? null);
		values[1].push(after[name] ?? null);
	}
	return { fields: [...fields, ...derived], before: before && values[0], after: values[1] };
}

function sourceOf(value: Fields[string], own: Own): (typeof OWN)[number] | 'null' | undefined {
	if (value === null) return 'null';
	for (const column of OWN) if (own[column] === value) return column;
	return undefined;
}

const insertValues = (db: Db, { id, after }: StoredRow): Statement =>
	insertSelect(
		db,
		eventValues,
		{ id: bytesOf(sql`${id}`), after: JSON.stringify(after) },
		sql`WHERE TRUE`,
	).onConflictDoNothing();

/** A view. Inserting a row stores a batch of events and the rows that they refer to (see migrations). */
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

/** `texts` and `companies` are JSON arrays, and `events` is a JSON array of `StoredRow`. */
type Batch = ReturnType<typeof authorship> & {
	date: Instant;
	texts: string;
	companies: string;
	events: string;
};

/** The id of a request is one of ours, or a text that the caller chose. */
function authorship(author: Author) {
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const storedRequestId = (requestId: string): SQL =>
	UUID.test(requestId) ? bytesOf(sql`${requestId}`) : sql`${requestId}`;

/** Marks the statement, so that `hasWebhooks` finds it. */
const insertBatch = (db: Db, batch: Batch, onlyIf?: SQL): Statement =>
	Object.assign(
		onlyIf === undefined
			? wholeBatch(db, batch)
			: rowOf(
					db,
					(name) => sql`${batch[name]}`,
					sql`(SELECT json_group_array(json(d.value)) FROM json_each(${batch.events}) d WHERE ${onlyIf})`,
				),
		{ isRecording: true },
	);

/** True when one of these statements has recorded events of a company with a webhook endpoint. */
export const hasWebhooks = (statements: readonly Statement[], results: readonly unknown[]): boolean =>
	statements.some(
		(statement, place) =>
			'isRecording' in statement &&
			(results[place] as { hasEndpoint: boolean }[]).some(({ hasEndpoint }) => hasEndpoint),
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
	).returning({ hasEndpoint });

/** True if an endpoint may wait for the events. The insertion returns it, so it needs no extra statement. */
const hasEndpoint = sql<boolean>`EXISTS (SELECT 1 FROM json_each(companies) c
	CROSS JOIN webhook_endpoints e ON e.company_id = c.value WHERE e.state = 'ACTIVE' AND e.date_deleted IS NULL)`
	.mapWith(Boolean)
	.as('has_endpoint');

/** SQL for a stored batch: the number of its author, and JSON arrays with the numbers of its texts and companies. */
const referencesOf = ({ authorType, sessionId, roles, texts, companies }: Omit<Batch, 'events'>) => ({
	author: sql`(SELECT id FROM event_authors
		WHERE session_id IS ${bytesOf(sql`${sessionId}`)} AND type = ${authorType} AND roles = ${roles})`,
	texts: sql`(SELECT json_group_array((SELECT id FROM ${eventTexts} WHERE text = value)) FROM json_each(${texts}))`,
	companies: sql`(SELECT json_group_array((SELECT id FROM event_parties WHERE uuid = ${bytesOf(sql`value`)}))
		FROM json_each(${companies}))`,
});
