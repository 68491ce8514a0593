import { getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Author, Change, Fields } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Instant, toIso } from '../core/instant.ts';
import type { Db, Statement } from './client.ts';
import { inParts } from './columns.ts';
import { events } from './table.ts';

export type NewEvent = Change & { id: string };

export const identified = <C extends Change>(changes: readonly C[], now: Instant): (C & NewEvent)[] =>
	changes.map((change) => ({ id: newId(now), ...change }));

/**
 * Records events in the batch of their changes, in as few statements as D1 allows. `onlyIf`, a condition on
 * the event `d.value`, leaves out those whose change did not happen.
 */
export function recordEvents(
	db: Db,
	author: Author,
	now: Instant,
	happened: readonly NewEvent[],
	onlyIf: SQL = sql`TRUE`,
): Statement[] {
	const rowsOf = (part: readonly NewEvent[]) => sql`
		SELECT d.value ->> 'id' AS id, d.value ->> 'companyId' AS company_id, d.value ->> 'subjectType' AS subject_type,
			d.value ->> 'subjectId' AS subject_id, d.value ->> 'recordId' AS record_id, d.value ->> 'type' AS type,
			nullif(d.value -> 'before', 'null') AS before, d.value -> 'after' AS after
		FROM json_each(${JSON.stringify(part)}) d WHERE ${onlyIf}`;
	return inParts(happened).map((part) => recordEventsFrom(db, author, now, rowsOf(part)));
}

/** Records an event for each row of a query with the columns of `events`: `id`, `company_id` … `after`. */
const recordEventsFrom = (db: Db, author: Author, now: Instant, rows: SQL): Statement =>
	db
		.insert(events)
		.select(sql`
			SELECT NULL, n.id, ${now}, ${dateReached(now)}, ${JSON.stringify(author)}, n.company_id, n.subject_type,
				n.subject_id, n.record_id, n.type, n.before, n.after
			FROM (${rows}) n WHERE TRUE`)
		.onConflictDoNothing({ target: events.id });

/** See `events.dateReached`. */
const dateReached = (now: Instant): SQL =>
	sql`max(${now}, coalesce((SELECT h.date_reached FROM events h WHERE h.company_id IS n.company_id
		ORDER BY h.position DESC LIMIT 1), 0))`;

export const eventById = (db: Db, id: string) =>
	db.select({ id: events.id }).from(events).where(sql`${events.id} = ${id}`);

type Name<T extends SQLiteTable> = keyof T['_']['columns'] & string;

/**
 * Returns a function that turns a row into the fields that the history records: the named columns only,
 * instants as ISO 8601, amounts as `{value, currency}`. Columns missing from the row are left out.
 */
export function teller<T extends SQLiteTable>(
	table: T,
	names: readonly Name<T>[],
	renamed: { [N in Name<T>]?: string } = {},
): (row: object) => Fields {
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name as never));
	return (row) => {
		const fields: Fields = {};
		for (const [name, column] of columns) {
			const value = row[name as keyof typeof row];
			if (value === undefined) continue;
			const isInstant = is(column, SQLiteCustomColumn) && typeof value === 'number';
			fields[renamed[name as Name<T>] ?? name] = isInstant ? toIso(value) : value;
		}
		return withMoney(fields);
	};
}

function withMoney(fields: Fields): Fields {
	const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
		const [, amount, part] = /^(amount|budget)(Value|Currency)$/.exec(name) ?? [];
		if (amount === undefined) return [[name, value]];
		return part === 'Value' ? [[amount, { value, currency: fields[`${amount}Currency`] ?? null }]] : [];
	});
	return Object.fromEntries(entries);
}
