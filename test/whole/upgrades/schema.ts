import { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../../../src/entrances/cli/additive.ts';
import { schemaOf } from '../../../src/entrances/cli/schema-of.ts';
import { allMigrations } from '../../../src/entrances/site/schema.ts';

/** A migration that may follow this release. It adds a column with a value to each table, and a table that names an old one. */
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

/** Applies the migrations that D1 lacks, each in one transaction, and notes them as wrangler does. */
export async function applyTo(db: D1Database, migrations: readonly Migration[]): Promise<void> {
	await db
		.prepare(
			'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
		)
		.run();
	const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	for (const { name, sql } of migrations) {
		if (applied.has(`${name}.sql`)) continue;
		await db.batch([
			...sql.split('--> statement-breakpoint').map((statement) => db.prepare(statement)),
			db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(`${name}.sql`),
		]);
	}
}
