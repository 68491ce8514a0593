import { getTableColumns, is, SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './database.ts';

/** A value or an expression for each column, by the name of the column. */
type Selected<T extends SQLiteTable> = { [N in keyof T['$inferInsert']]: T['$inferInsert'][N] | SQL };

/**
 * Inserts the rows that a query yields. `rest` is what follows the selected values in the query, such as FROM and
 * WHERE; SQLite needs a WHERE when a conflict clause follows.
 */
export const insertSelect = <T extends SQLiteTable>(db: Db, table: T, values: Selected<T>, rest: SQL) =>
	db.insert(table).select(selection(table, values, rest));

/** Returns the query of `insertSelect`, for inserts whose rows come from several queries. */
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
