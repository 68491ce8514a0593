import { getTableColumns, is, Param, Placeholder, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db, Statement } from './client.ts';
import { mapperOf, type Preparable } from './rows.ts';

type Arguments = Record<string, unknown>;

/**
 * A query for `batch` whose SQL text is built once per database, not per call: building it is most of what a
 * cheap query costs. `build` puts `sql.placeholder(name)` in place of each argument.
 */
export function prepared<A extends Arguments, Q extends Statement>(
	build: (db: Db) => Q,
): (db: Db, args: A) => Q {
	const templates = new WeakMap<Db, Template>();
	return (db, args) => {
		const template = templates.get(db) ?? templateOf(build(db));
		templates.set(db, template);
		const { sql, bind, mapper } = template;
		const query = { sql, params: bind(args) };
		return { toSQL: () => query, _prepare: () => ({ getQuery: () => query, mapper }) } as unknown as Q;
	};
}

/** Queries alike, whose SQL depends on their `kind` besides the arguments: each kind is built once. */
export function preparedByKind<K, A extends Arguments, Q extends Statement>(
	build: (db: Db, kind: K) => Q,
): (db: Db, kind: K, args: A) => Q {
	const kinds = new Map<K, (db: Db, args: A) => Q>();
	return (db, kind, args) => {
		const query = kinds.get(kind) ?? prepared<A, Q>((to) => build(to, kind));
		kinds.set(kind, query);
		return query(db, args);
	};
}

/**
 * Inserts a record under an id of our own; sent again after a lost answer, it does nothing. Like `prepared`, it builds
 * the SQL text of each table once.
 */
export function insertOnce<T extends SQLiteTable & { id: SQLiteColumn }>(
	db: Db,
	table: T,
	row: T['$inferInsert'],
): Statement {
	const insert = inserts.get(table) ?? insertInto(table);
	inserts.set(table, insert);
	return insert(db, row);
}

type Insert = (db: Db, row: Arguments) => Statement;

const inserts = new WeakMap<SQLiteTable, Insert>();

function insertInto(table: SQLiteTable & { id: SQLiteColumn }): Insert {
	const columns = Object.entries(getTableColumns(table));
	const places = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
	const unset = Object.fromEntries(columns.map(([name, column]) => [name, column.default ?? null]));
	const insert = prepared((db) => db.insert(table).values(places).onConflictDoNothing({ target: table.id }));
	return (db, row) => insert(db, { ...unset, ...row });
}

type Template = ReturnType<typeof templateOf>;

function templateOf(statement: Statement) {
	const query = (statement as unknown as Preparable)._prepare();
	const { sql, params } = query.getQuery();
	const binders = params.map(binderOf);
	return {
		sql,
		bind: (args: Arguments) => binders.map((bound) => bound(args)),
		mapper: mapperOf(query),
	};
}

function binderOf(param: unknown): (args: Arguments) => unknown {
	const { placeholder, encode } = is(param, Param)
		? { placeholder: param.value, encode: (value: unknown) => param.encoder.mapToDriverValue(value) }
		: { placeholder: param, encode: (value: unknown) => value };
	if (!is(placeholder, Placeholder)) return () => param;
	const { name } = placeholder;
	return (args) => {
		if (!(name in args)) throw new Error(`No value for ${name}`);
		const value = args[name] ?? null;
		return value === null ? null : encode(value);
	};
}
