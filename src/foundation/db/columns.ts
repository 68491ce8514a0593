import { type SQL, sql } from 'drizzle-orm';
import { customType, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';

/** Epoch milliseconds. Drizzle's `timestamp` mode would drop the milliseconds. */
export const instant = customType<{ data: number; driverData: number }>({ dataType: () => 'integer' });

/** A column that only `textOf` and `bytesOf` read and write. */
export const bytes = customType<{ data: never }>({ dataType: () => 'blob' });

/** Returns SQL that converts the text of a UUID to its 16 bytes; null for any other text. */
export const bytesOf = (uuid: SQL): SQL => sql`unhex(replace(${uuid}, '-', ''))`;

/** Selects 16 bytes as the text of a UUID. */
export const textOf = (value: SQL | SQLiteColumn, name: string): SQL.Aliased<string> =>
	sql<string>`lower(hex(${value}))`.mapWith(withHyphens).as(name);

export const textOrNull = (value: SQL | SQLiteColumn, name: string): SQL.Aliased<string | null> =>
	sql<string | null>`lower(nullif(hex(${value}), ''))`.mapWith(withHyphens).as(name);

/** Selects a column that holds either 16 bytes or a text. */
export const eitherText = (value: SQLiteColumn, name: string): SQL.Aliased<string | null> =>
	sql<string | null>`iif(typeof(${value}) = 'blob', ' ' || lower(hex(${value})), ${value})`
		// The blank separates bytes from a text with the same digits.
		.mapWith((text: string) => (text.startsWith(' ') ? withHyphens(text.slice(1)) : text))
		.as(name);

/** Returns SQL that converts 16 bytes to the text of a UUID; null for null. */
export const uuidOf = (value: SQL): SQL => {
	const digits = (from: number, count: number) => sql.raw(`${from}, ${count}`);
	const h = sql`hex(${value})`;
	return sql`lower(nullif(substr(${h}, ${digits(1, 8)}) || '-' || substr(${h}, ${digits(9, 4)}) || '-' || substr(${h}, ${digits(13, 4)})
		|| '-' || substr(${h}, ${digits(17, 4)}) || '-' || substr(${h}, ${digits(21, 12)}), '----'))`;
};

const withHyphens = (hex: string): string =>
	hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the first part of all ids of an instant, up to the version digit. Ids of earlier instants are smaller (see `newId`). */
export const firstIdAt = (at: number): string =>
	`${at
		.toString(16)
		.padStart(12, '0')
		.replace(/^(.{8})/, '$1-')}-`;

/** Returns SQL that makes a new UUIDv7 of the instant in each row of a statement. */
export const idInRow = (at: number): SQL =>
	sql`${firstIdAt(at)} || '7' || lower(substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2)
		|| '-' || hex(randomblob(6)))`;

export const reference = (name: string, to: () => SQLiteColumn) => text(name).notNull().references(to);

export const id = () => text('id').primaryKey();

export const created = () => ({
	dateCreated: instant('date_created').notNull(),
	dateModified: instant('date_modified').notNull(),
});

export const softDeleted = () => ({ dateDeleted: instant('date_deleted') });

/** SQL that a column has a value exactly in the rows in which the other column has the text. */
export const givenOnlyWhere = (column: SQLiteColumn, other: SQLiteColumn, text: string): SQL =>
	sql`(${column} IS NOT NULL) = (${other} = ${sql.raw(`'${text}'`)})`;

export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>();

/** Returns the values as a subquery. They share one bound parameter (JSON), so their number is not limited. */
export const oneOf = (values: readonly string[]) =>
	sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** Selects SQL that returns JSON text, and parses it. */
export const jsonColumn = <T>(value: SQL, name: string): SQL.Aliased<T> =>
	value.mapWith((text: string) => JSON.parse(text) as T).as(name) as SQL.Aliased<T>;
