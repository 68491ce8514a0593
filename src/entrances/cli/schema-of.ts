import type { DatabaseSync } from 'node:sqlite';

export interface Column {
	name: string;
	type: string;
	notnull: number;
	dflt_value: string | null;
	pk: number;
	/** 0 for an ordinary column. Other values stand for computed ones. */
	hidden: number;
}

/** An index, a trigger or a view. */
export interface SchemaObject {
	type: string;
	table: string;
	sql: string;
	isUnique: boolean;
	/** The columns of an index. Null stands for an expression. */
	columns: (string | null)[];
}

export interface Schema {
	tables: Map<string, { sql: string; columns: Map<string, Column> }>;
	parts: Map<string, SchemaObject>;
}

/** Reads the tables, indexes, triggers and views of a database. */
export function schemaOf(db: DatabaseSync): Schema {
	const rows = db
		.prepare(
			"SELECT type, name, tbl_name AS tableName, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND sql IS NOT NULL",
		)
		.all() as { type: string; name: string; tableName: string; sql: string }[];
	const schema: Schema = { tables: new Map(), parts: new Map() };
	for (const { type, name, tableName, sql } of rows) {
		if (type === 'table') schema.tables.set(name, { sql, columns: columnsOf(db, name) });
		else schema.parts.set(name, { type, table: tableName, sql, ...indexOf(db, tableName, name) });
	}
	return schema;
}

function columnsOf(db: DatabaseSync, table: string): Map<string, Column> {
	const found = db
		.prepare('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)')
		.all(table) as unknown as Column[];
	return new Map(found.map((column) => [column.name, column]));
}

function indexOf(db: DatabaseSync, table: string, name: string): Pick<SchemaObject, 'isUnique' | 'columns'> {
	const { isUnique } =
		db.prepare('SELECT "unique" AS isUnique FROM pragma_index_list(?) WHERE name = ?').get(table, name) ?? {};
	const columns = db.prepare('SELECT name FROM pragma_index_info(?)').all(name) as { name: string | null }[];
	return { isUnique: isUnique === 1, columns: columns.map((column) => column.name) };
}
