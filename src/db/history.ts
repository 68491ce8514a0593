import { getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Author, Change, Fields } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Instant, toIso } from '../core/instant.ts';
import type { Db, Statement } from './client.ts';
import { inParts } from './columns.ts';
import { events } from './table.ts';

/** A change with the id of its event. */
export type Event = Change & { id: string };

export const identified = <C extends Change>(changes: readonly C[], now: Instant): (C & Event)[] =>
	changes.map((change) => ({ id: newId(now), ...change }));

/**
 * Records events in as few statements as D1 takes; `onlyIf`, which sees each one as `d.value`, leaves out those whose change
 * did not take place. Belongs into the batch of the changes.
 */
export function recordEvents(
	db: Db,
	author: Author,
	now: Instant,
	happened: readonly Event[],
	onlyIf: SQL = sql`TRUE`,
): Statement[] {
	const rowsOf = (
		part: readonly Event[],
	) => sql`SELECT NULL, d.value ->> 'id', ${now}, ${dateReached(now, sql`d.value ->> 'companyId'`)}, ${JSON.stringify(author)}, d.value ->> 'companyId',
		d.value ->> 'subjectType', d.value ->> 'subjectId', d.value ->> 'recordId', d.value ->> 'type',
		nullif(d.value -> 'before', 'null'), d.value -> 'after'
		FROM json_each(${JSON.stringify(part)}) d WHERE ${onlyIf}`;
	return inParts(happened).map((part) =>
		db.insert(events).select(rowsOf(part)).onConflictDoNothing({ target: events.id }),
	);
}

/** See `events.dateReached`. */
export const dateReached = (now: Instant, companyId: SQL): SQL =>
	sql`max(${now}, coalesce((SELECT h.date_reached FROM events h WHERE h.company_id IS ${companyId}
		ORDER BY h.position DESC LIMIT 1), 0))`;

export const eventById = (db: Db, id: string) =>
	db.select({ id: events.id }).from(events).where(sql`${events.id} = ${id}`);

/** Columns that no history tells of: the service's own business, or a secret. */
const UNTOLD = new Set([
	...['dateCreated', 'dateModified', 'revision', 'emailKey', 'passwordHash'],
	...['nextOccurrence', 'dateTerminationSettled'],
]);

/** The fields of a row as the history tells them. */
export function fieldsOf(table: SQLiteTable, row: object): Fields {
	const fields: Fields = {};
	for (const [name, column] of Object.entries(getTableColumns(table))) {
		const value = row[name as keyof typeof row];
		if (UNTOLD.has(name) || value === undefined) continue;
		const isInstant = is(column, SQLiteCustomColumn) && typeof value === 'number';
		fields[name] = isInstant ? toIso(value) : value;
	}
	return withMoney(fields);
}

function withMoney(fields: Fields): Fields {
	const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
		const [, amount, part] = /^(amount|budget)(Value|Currency)$/.exec(name) ?? [];
		if (amount === undefined) return [[name, value]];
		return part === 'Value' ? [[amount, { value, currency: fields[`${amount}Currency`] ?? null }]] : [];
	});
	return Object.fromEntries(entries);
}
