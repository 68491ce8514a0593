import { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../../src/cli/additive.ts';
import { migrate } from '../../src/cli/migrate.ts';
import { schemaOf } from '../../src/cli/schema-of.ts';
import { allMigrations } from '../../src/site/schema.ts';

/** What a schema may get after this release: a column in each table with a value of its own, and a table that refers to an old one. */
export const LATER: Migration = {
	name: '9999_later',
	sql: laterStatements().join('\n--> statement-breakpoint\n'),
};

function laterStatements(): string[] {
	const db = new DatabaseSync(':memory:');
	for (const { sql } of allMigrations()) db.exec(sql);
	const tables = [...schemaOf(db).tables.keys()];
	db.close();
	return [
		...tables.map((table) => `ALTER TABLE ${table} ADD COLUMN later TEXT NOT NULL DEFAULT 'later';`),
		'CREATE TABLE laters (id TEXT PRIMARY KEY, company_id TEXT REFERENCES companies(id));',
		'CREATE INDEX laters_company ON laters (company_id);',
	];
}

/** The schema of this repository, and what may come later. */
export const NEXT: readonly Migration[] = [...allMigrations(), LATER];

/** Brings D1 there, as a deploy does. */
export async function migrateToNext(db: D1Database): Promise<void> {
	await migrate(db);
	await db.batch([
		...LATER.sql.split('--> statement-breakpoint').map((statement) => db.prepare(statement)),
		db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(`${LATER.name}.sql`),
	]);
}
