import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Author } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { type NewEvent, recordEvents } from '../../../foundation/db/record-events.ts';
import { beingRemoved, type FileRow, type FileTable } from './queries.ts';

export { beingRemoved, type FileRow, type FileTable };

/** Begins a file, or continues that of an earlier attempt with the same key. Returns no row if it is already stored or discarded. */
export const beginFile = (db: Db, table: FileTable, row: FileRow) =>
	db
		.insert(table)
		.values(row)
		.onConflictDoUpdate({
			target: table.id,
			set: { dateCreated: row.dateCreated },
			setWhere: sql`${table.dateStored} IS NULL AND ${table.dateDiscarded} IS NULL`,
		})
		.returning({ id: table.id });

/** Marks a file as stored. An earlier attempt may have created the row, so it gets the dates of this response. */
export const markStored = (db: Db, table: FileTable, { id, dateCreated, dateStored, sha256 }: FileRow) =>
	db.update(table).set({ dateCreated, dateStored, sha256 }).where(eq(table.id, id));

export const discardFile = (db: Db, table: FileTable, id: string, now: Instant): Statement =>
	db.update(table).set({ dateDiscarded: now }).where(eq(table.id, id));

/** Discards these files, each with an event, unless another run has discarded them. */
export const discardFiles = (
	db: Db,
	table: FileTable,
	author: Author,
	now: Instant,
	events: readonly NewEvent[],
): Statement[] => [
	...recordEvents(
		db,
		author,
		now,
		events,
		sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = d.value ->> 'recordId' AND ${table.dateDiscarded} IS NULL)`,
	),
	db
		.update(table)
		.set({ dateDiscarded: now })
		.where(
			and(sql`${table.id} IN ${oneOf(events.map(({ recordId }) => recordId))}`, isNull(table.dateDiscarded)),
		),
];

/** Discards files that were begun before `begunBefore` and never stored. Returns the ids of all discarded ones. */
export function discardAbandoned(
	db: Db,
	table: FileTable,
	begunBefore: Instant,
	now: Instant,
	limit: number,
) {
	const idsWhere = (condition: SQL | undefined) =>
		db.select({ id: table.id }).from(table).where(condition).limit(limit);
	const discarded = idsWhere(isNotNull(table.dateDiscarded));
	const abandoned = idsWhere(
		and(isNull(table.dateStored), isNull(table.dateDiscarded), lt(table.dateCreated, begunBefore)),
	);
	const ids = sql`(SELECT id FROM (SELECT id FROM (${discarded}) UNION ALL SELECT id FROM (${abandoned})) LIMIT ${limit})`;
	return db
		.update(table)
		.set({ dateDiscarded: sql`coalesce(${table.dateDiscarded}, ${now})` })
		.where(inArray(table.id, ids))
		.returning({ id: sql<string>`${table.id}`.as('id') });
}

/** Deletes the rows of deleted files, except rows that were stored meanwhile. */
export const removeFiles = (db: Db, table: FileTable, ids: readonly string[]): Statement =>
	db
		.delete(table)
		.where(
			and(
				sql`${table.id} IN ${oneOf(ids)}`,
				sql`(${table.dateStored} IS NULL OR ${table.dateDiscarded} IS NOT NULL)`,
			),
		);
