import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db, Statement } from './client.ts';
import { inParts } from './columns.ts';
import { insertSelect } from './insert-select.ts';
import { preparedByKind } from './prepared.ts';

type Table = SQLiteTable & { id: SQLiteColumn };

/** Inserts records as `insertOnce` does, in as few statements as D1 allows. */
export const insertMany = <T extends Table>(
	db: Db,
	table: T,
	records: readonly T['$inferInsert'][],
): Statement[] => rowsOf(table, records).map((rows) => insertRows(db, table, { rows }));

const insertRows = preparedByKind<Table, Rows, Statement>((db, table) =>
	insertionOf(db, table).onConflictDoNothing({ target: table.id }),
);

/** What `insertionOf` takes. */
export interface Rows extends Record<string, unknown> {
	/** Rows of values in the order of the table's columns, as JSON. */
	rows: string;
}

/** The statement that inserts `Rows`; what becomes of those that are there already is for its caller to say. */
export function insertionOf<T extends Table>(db: Db, table: T) {
	const values = Object.keys(getTableColumns(table)).map((name, index) => [
		name,
		sql.raw(`value ->> ${index}`),
	]);
	const rest = sql`FROM json_each(${sql.placeholder('rows')}) WHERE TRUE`;
	return insertSelect(db, table, Object.fromEntries(values), rest);
}

/** Records as the `rows` of as few statements as D1 allows. */
export function rowsOf<T extends Table>(table: T, records: readonly T['$inferInsert'][]): string[] {
	const columns = Object.entries(getTableColumns(table));
	const rows = records.map((record) =>
		columns.map(([name, column]) => stored(column, record[name as keyof typeof record] ?? column.default)),
	);
	return inParts(rows).map((part) => JSON.stringify(part));
}

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
