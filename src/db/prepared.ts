import { is, Param, Placeholder, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, plannedOnce, type Statement } from './client.ts';
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
 * the SQL text once for each table and the fields that have a value: D1 takes longer over a parameter than over a null in the text.
 */
export function insertOnce<T extends SQLiteTable & { id: SQLiteColumn }>(
	db: Db,
	table: T,
	row: T['$inferInsert'],
): Statement {
	const insert = inserts.get(table) ?? insertInto(table);
	inserts.set(table, insert);
	const given = Object.entries(row).filter(([, value]) => (value ?? null) !== null);
	return insert(db, given.map(([name]) => name).join(' '), row);
}

type Insert = ReturnType<typeof insertInto>;

const inserts = new WeakMap<SQLiteTable, Insert>();

const insertInto = (table: SQLiteTable & { id: SQLiteColumn }) =>
	preparedByKind<string, Arguments, Statement>((db, given) => {
		const places = given.split(' ').map((name) => [name, sql.placeholder(name)]);
		return db.insert(table).values(Object.fromEntries(places)).onConflictDoNothing({ target: table.id });
	});

type Template = ReturnType<typeof templateOf>;

function templateOf(statement: Statement) {
	const query = (statement as unknown as Preparable)._prepare();
	const { sql, params } = query.getQuery();
	const binders = params.map(binderOf);
	return {
		sql: plannedOnce(sql),
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
