import { type SQL, sql } from 'drizzle-orm';
import { customType, text } from 'drizzle-orm/sqlite-core';

/** Epoch milliseconds, in a type of their own: Drizzle's `timestamp` mode would drop the milliseconds. */
export const instant = customType<{ data: number; driverData: number }>({ dataType: () => 'integer' });

export const id = () => text('id').primaryKey();

export const created = () => ({
	dateCreated: instant('date_created').notNull(),
	dateModified: instant('date_modified').notNull(),
});

export const softDeleted = () => ({ dateDeleted: instant('date_deleted') });

export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>();

/** The values of one JSON parameter as a subquery: any number of them, one bound parameter. */
export const oneOf = (values: readonly string[]) =>
	sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** In characters, of at most 3 bytes each: D1 takes no value over 2,000,000 bytes. */
const MAX_PART_LENGTH = 600_000;

/** Splits what goes as JSON parameters into parts that D1 takes, in order. A single value of that size stays alone. */
export function inParts<T>(values: readonly T[]): T[][] {
	const parts: T[][] = [];
	let room = 0;
	for (const value of values) {
		const { length } = JSON.stringify(value);
		if (length > room) {
			parts.push([]);
			room = MAX_PART_LENGTH;
		}
		parts.at(-1)?.push(value);
		room -= length + 1;
	}
	return parts;
}

/** A selected expression that SQLite answers as JSON text. */
export const jsonColumn = <T>(value: SQL, name: string): SQL.Aliased<T> =>
	value.mapWith((text: string) => JSON.parse(text) as T).as(name) as SQL.Aliased<T>;

/** An instant as ISO 8601, as the rest of the service spells it. */
export const isoOf = (at: SQL): SQL =>
	sql`strftime('%Y-%m-%dT%H:%M:%S', ${at} / 1000, 'unixepoch') || printf('.%03dZ', ${at} % 1000)`;
