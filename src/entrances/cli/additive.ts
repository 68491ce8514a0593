import { constants, DatabaseSync } from 'node:sqlite';
import { type Column, type Schema, type SchemaObject, schemaOf } from './schema-of.ts';

export interface Migration {
	/** Without `.sql`. */
	name: string;
	sql: string;
}

export interface Break {
	/** A sentence, such as "The column users.email is gone." */
	problem: string;
	/** Why the Worker before these migrations is safe, if a migration says so; null otherwise. */
	allowed: string | null;
}

/**
 * Returns why the Worker before the added migrations could not go on serving after them; empty if it can. Runs them in memory after
 * those that the database has. A line `-- Allowed: <problem> <reason>` in an added migration gives the reason for an exception.
 */
export function breaksOf(applied: readonly Migration[], added: readonly Migration[]): Break[] {
	const db = new DatabaseSync(':memory:');
	try {
		for (const { sql } of applied) db.exec(sql);
		const before = schemaOf(db);
		const written = run(db, added, before);
		const problems = [
			...written,
			...(written.some((problem) => FAILED.test(problem)) ? [] : differences(before, schemaOf(db))),
		];
		return [...new Set(problems)].map((problem) => ({ problem, allowed: reasonFor(problem, added) }));
	} finally {
		db.close();
	}
}

function reasonFor(problem: string, added: readonly Migration[]): string | null {
	const start = `-- Allowed: ${problem} `;
	const line = added.flatMap(({ sql }) => sql.split('\n')).find((one) => one.startsWith(start));
	return line?.slice(start.length).trim() || null;
}

const FAILED = /^The migration \S+ fails/;
/** Runs the migrations. Returns how they change rows that the Worker before them has written, apart from filling new columns. */
function run(db: DatabaseSync, added: readonly Migration[], before: Schema): string[] {
	const problems: string[] = [];
	const { SQLITE_OK, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_DROP_TABLE } = constants;
	db.setAuthorizer((action, table, column, _, trigger) => {
		const known = before.tables.get(table ?? '');
		if (known === undefined || trigger !== null) return SQLITE_OK;
		// SQLite also asks for the deletion of each row when it drops a table.
		if (action === SQLITE_DROP_TABLE) problems.push(`The table ${table} is gone.`);
		if (action === SQLITE_DELETE && !problems.includes(`The table ${table} is gone.`))
			problems.push(`Rows of the table ${table} are deleted.`);
		if (action === SQLITE_UPDATE && known.columns.has(column ?? ''))
			problems.push(`The column ${table}.${column} gets other values in rows that exist.`);
		return SQLITE_OK;
	});
	for (const { name, sql } of added) {
		try {
			db.exec(sql);
		} catch (error) {
			problems.push(`The migration ${name} fails: ${(error as Error).message}.`);
			break;
		}
	}
	db.setAuthorizer(null);
	return problems;
}

function differences(before: Schema, after: Schema): string[] {
	const problems: string[] = [];
	for (const [table, old] of before.tables) {
		const now = after.tables.get(table);
		if (now === undefined) problems.push(`The table ${table} is gone.`);
		else problems.push(...differencesOf(table, old, now));
	}
	for (const [name, old] of before.parts) {
		const now = after.parts.get(name);
		if (now === undefined) problems.push(`The ${old.type} ${name} is gone.`);
		else if (now.sql !== old.sql) problems.push(`The ${old.type} ${name} has changed.`);
	}
	for (const [name, now] of after.parts) {
		const table = before.tables.get(now.table);
		if (table === undefined || before.parts.has(name)) continue;
		const columns = after.tables.get(now.table)?.columns ?? new Map<string, Column>();
		const refuses = now.type === 'index' ? isStricter(now, table, columns) : mayRefuse(now, table);
		if (refuses) problems.push(`The new ${now.type} ${name} may refuse what older Workers write.`);
	}
	return problems;
}

type Table = NonNullable<ReturnType<Schema['tables']['get']>>;

function differencesOf(table: string, old: Table, now: Table): string[] {
	const problems: string[] = [];
	for (const [name, column] of old.columns) {
		const same = now.columns.get(name);
		if (same === undefined) problems.push(`The column ${table}.${name} is gone.`);
		else if (!isSameColumn(column, same))
			problems.push(`The column ${table}.${name} has another definition.`);
	}
	for (const [name, { notnull, dflt_value, hidden }] of now.columns) {
		// SQLite itself refuses such a column only if the table has rows. Computed columns are hidden.
		const isMissing = notnull === 1 && dflt_value === null && hidden === 0;
		if (isMissing && !old.columns.has(name))
			problems.push(`Older Workers leave the new column ${table}.${name} empty.`);
	}
	const insertion = insertedInto(old.sql, now.sql);
	if (insertion === null && problems.length === 0) problems.push(`The table ${table} has been rebuilt.`);
	// A new column holds its default in rows of older Workers, so only a check of other columns can refuse them.
	const checks = checksIn(insertion ?? '');
	if ([...old.columns.keys()].some((name) => checks.some((check) => names(check, name))))
		problems.push(`A new check of the table ${table} may refuse what older Workers write.`);
	return problems;
}

const isSameColumn = (a: Column, b: Column): boolean =>
	a.type === b.type && a.notnull === b.notnull && a.dflt_value === b.dflt_value && a.pk === b.pk;

/** Returns the conditions of all checks. */
const checksIn = (sql: string): string[] =>
	sql
		.split(/\bCHECK\b/i)
		.slice(1)
		.map((text) => {
			let depth = 0;
			for (const [index, letter] of [...text].entries()) {
				if (letter === '(') depth++;
				if (letter === ')' && --depth === 0) return text.slice(0, index);
			}
			return text;
		});

const names = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);

/** Returns what `ALTER TABLE … ADD COLUMN` has put into the definition of a table; null if something else has changed. */
function insertedInto(old: string, now: string): string | null {
	let same = 0;
	while (same < old.length && old[same] === now[same]) same++;
	const insertion = now.slice(same, now.length - (old.length - same));
	const isAdded = now.endsWith(old.slice(same)) && !/\b(UNIQUE|CONSTRAINT|FOREIGN KEY)\b/i.test(insertion);
	return isAdded ? insertion : null;
}

/** Rows of older Workers cannot collide in a unique index with a new column, because that column is empty in them. */
function isStricter({ isUnique, columns }: SchemaObject, old: Table, now: Map<string, Column>): boolean {
	const isEmpty = (name: string | null) =>
		name !== null && !old.columns.has(name) && now.get(name)?.dflt_value === null;
	return isUnique && !columns.some(isEmpty);
}

/** True if a trigger may refuse a write of an older Worker. Older Workers do not write new columns. */
function mayRefuse({ sql }: SchemaObject, old: Table): boolean {
	if (!/\bRAISE\s*\(/i.test(sql)) return false;
	const [, columns] = /\bUPDATE\s+OF\s+([\w`", ]+?)\s+ON\b/i.exec(sql) ?? [];
	const updated = columns?.split(',').map((name) => name.replaceAll(/[`"\s]/g, ''));
	return updated === undefined || updated.some((name) => old.columns.has(name));
}
