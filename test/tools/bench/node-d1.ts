import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations');

interface Bound {
	sql: string;
	values: SQLInputValue[];
}

/** A migrated SQLite in a file, under the calls of D1 that the service makes; its pages can be counted. */
export function openDatabase(file: string, isMigrated = false) {
	const sqlite = new DatabaseSync(file);
	const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
	for (const { tag } of isMigrated ? [] : journal.entries)
		sqlite.exec(readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8'));
	sqlite.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
	const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
	const run = ({ sql, values }: Bound) => {
		const statement = statements.get(sql) ?? sqlite.prepare(sql);
		statements.set(sql, statement);
		return { success: true, results: statement.all(...values), meta: {} };
	};
	const prepare = (sql: string, values: SQLInputValue[] = []) => ({
		sql,
		values,
		bind: (...given: unknown[]) => prepare(sql, given.map(toSqlite)),
		raw: async () => run({ sql, values }).results.map(Object.values),
	});
	const batch = async (bound: Bound[]) => {
		sqlite.exec('BEGIN');
		try {
			const results = bound.map(run);
			sqlite.exec('COMMIT');
			return results;
		} catch (error) {
			sqlite.exec('ROLLBACK');
			throw error;
		}
	};
	const session = { prepare, batch, getBookmark: () => null };
	return { sqlite, d1: { prepare, batch, withSession: () => session } as unknown as D1Database };
}

const toSqlite = (value: unknown): SQLInputValue => {
	if (typeof value === 'boolean') return Number(value);
	return value instanceof ArrayBuffer ? new Uint8Array(value) : (value as SQLInputValue);
};
