import { getTableColumns, is, SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db, Statement } from './database.ts';
import { type Arguments, preparedByKind } from './prepared.ts';

type Table = SQLiteTable & { id: SQLiteColumn };

/**
 * Inserts a record with an id that we chose. If it is sent again after a lost response, it does nothing. Its SQL text is built once for each
 * table and set of non-null fields, because D1 reads nulls in the text faster than parameters.
 */
export function insertOnce<T extends Table>(db: Db, table: T, row: T['$inferInsert']): Statement {
	let given = '';
	for (const [name, value] of Object.entries(row)) if ((value ?? null) !== null) given += ` ${name}`;
	const insert = inserts.get(table) ?? insertInto(table);
	inserts.set(table, insert);
	return insert(db, given, row);
}

const inserts = new WeakMap<SQLiteTable, ReturnType<typeof insertInto>>();

const insertInto = (table: Table) =>
	preparedByKind<string, Arguments, Statement>((db, given) => {
		const places = given
			.trim()
			.split(' ')
			.map((name) => [name, sql.placeholder(name)]);
		return db.insert(table).values(Object.fromEntries(places)).onConflictDoNothing({ target: table.id });
	});

/** Like `insertOnce`, for several records in as few statements as D1 allows. */
export const insertMany = <T extends Table>(
	db: Db,
	table: T,
	records: readonly T['$inferInsert'][],
): Statement[] => rowsOf(table, records).map((rows) => insertRows(db, table, { rows }));

const insertRows = preparedByKind<Table, Rows, Statement>((db, table) =>
	insertionOf(db, table).onConflictDoNothing({ target: table.id }),
);

export interface Rows extends Arguments {
	/** Rows of values in the order of the table's columns, as JSON. */
	rows: string;
}

/** Returns an insertion of `Rows`. The caller adds what happens to existing records. */
export function insertionOf<T extends Table>(db: Db, table: T) {
	const values = Object.keys(getTableColumns(table)).map((name, index) => [
		name,
		sql.raw(`value ->> ${index}`),
	]);
	const rest = sql`FROM json_each(${sql.placeholder('rows')}) WHERE TRUE`;
	return insertSelect(db, table, Object.fromEntries(values), rest);
}

/** Converts records to the `rows` of as few statements as D1 allows. */
export function rowsOf<T extends Table>(table: T, records: readonly T['$inferInsert'][]): string[] {
	const columns = Object.entries(getTableColumns(table));
	const rows: unknown[][] = [];
	for (const record of records as readonly Arguments[]) {
		const row: unknown[] = [];
		for (const [name, column] of columns) {
			const value = record[name] ?? column.default ?? null;
			row.push(value === null ? null : column.mapToDriverValue(value));
		}
		rows.push(row);
	}
	return inParts(rows).map((part) => JSON.stringify(part));
}

type Selected<T extends SQLiteTable> = { [N in keyof T['$inferInsert']]: T['$inferInsert'][N] | SQL };

/** Inserts the rows of a query. `rest` is the SQL after the selected values. SQLite needs a WHERE before a conflict clause. */
export const insertSelect = <T extends SQLiteTable>(db: Db, table: T, values: Selected<T>, rest: SQL) =>
	db.insert(table).select(selection(table, values, rest));

/** Returns the query of `insertSelect`, for inserts that combine several queries. */
export function selection<T extends SQLiteTable>(table: T, values: Selected<T>, rest: SQL): SQL {
	const given = values as Record<string, unknown>;
	const selected = Object.entries(getTableColumns(table)).map(([name, column]) =>
		inserted(column, given[name]),
	);
	return sql`SELECT ${sql.join(selected, sql`, `)} ${rest}`;
}

function inserted(column: SQLiteColumn, value: unknown = column.default): SQL {
	if (is(value, SQL)) return value;
	return value === undefined ? sql`NULL` : sql`${sql.param(value, column)}`;
}

/** Sets the named columns of each record to its own values, in as few statements as D1 allows. */
export function updateMany<T extends Table, N extends keyof T['$inferSelect'] & string>(
	db: Db,
	table: T,
	records: readonly (Pick<T['$inferSelect'], N> & { id: string })[],
	names: readonly N[],
): Statement[] {
	const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
	const rows = records.map((record) => [
		record.id,
		...names.map((name) => {
			const value = record[name] ?? null;
			return value === null ? null : columns[name]?.mapToDriverValue(value);
		}),
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

/** D1 accepts no value above 2,000,000 bytes. */
const MAX_PART_BYTES = 1_800_000;

/** Splits values, in order, into parts that each fit one JSON parameter. A larger single value stays alone. */
export function inParts<T>(values: readonly T[]): T[][] {
	if (values.length === 1) return [[...values]];
	const parts: T[][] = [];
	let room = 0;
	for (const value of values) {
		const length = Buffer.byteLength(JSON.stringify(value));
		if (length > room) {
			parts.push([]);
			room = MAX_PART_BYTES;
		}
		parts.at(-1)?.push(value);
		room -= length + 1;
	}
	return parts;
}
