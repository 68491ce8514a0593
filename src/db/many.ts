import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db, Statement } from './client.ts';
import { inParts } from './columns.ts';
import { preparedByKind } from './prepared.ts';

type Table = SQLiteTable & { id: SQLiteColumn };

/** Inserts records as `insertOnce` does, in as few statements as D1 allows. */
export function insertMany<T extends Table>(
	db: Db,
	table: T,
	records: readonly T['$inferInsert'][],
): Statement[] {
	const columns = Object.entries(getTableColumns(table));
	const rows = records.map((record) =>
		columns.map(([name, column]) => stored(column, record[name as keyof typeof record] ?? column.default)),
	);
	return inParts(rows).map((part) => insertRows(db, table, { rows: JSON.stringify(part) }));
}

const insertRows = preparedByKind<Table, { rows: string }, Statement>((db, table) => {
	const values = Object.keys(getTableColumns(table)).map((_, index) => `value ->> ${index}`);
	return db
		.insert(table)
		.select(sql`SELECT ${sql.raw(values.join(', '))} FROM json_each(${sql.placeholder('rows')}) WHERE TRUE`)
		.onConflictDoNothing({ target: table.id });
});

/** Sets the named columns of records, each to its own values, in as few statements as D1 allows. */
export function updateMany<T extends Table, N extends keyof T['$inferSelect'] & string>(
	db: Db,
	table: T,
	records: readonly (Pick<T['$inferSelect'], N> & { id: string })[],
	names: readonly N[],
): Statement[] {
	const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
	const rows = records.map((record) => [
		record.id,
		...names.map((name) => stored(columns[name], record[name])),
	]);
	const values = Object.fromEntries(
		names.map((name, index) => [name, sql`d.value ->> ${sql.raw(String(index + 1))}`]),
	);
	return inParts(rows).map((part) =>
		db
			.update(table)
			.set(values as never)
			.from(sql`json_each(${JSON.stringify(part)}) d`)
			.where(sql`${table.id} = d.value ->> 0`),
	);
}

const stored = (column: SQLiteColumn | undefined, value: unknown): unknown =>
	value === null || value === undefined ? null : column?.mapToDriverValue(value);
