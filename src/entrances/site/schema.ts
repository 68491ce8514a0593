import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'migrations');

/**
 * Returns the files, by name, for databases that keep their own schema, such as cells: all migrations, and the schema
 * after them. A new database starts from that schema, which takes two thirds of the time.
 */
export function schemaFiles(): Record<'migrations.json' | 'schema.json', string> {
	const migrations = allMigrations();
	const migrated = new DatabaseSync(':memory:');
	for (const { sql } of migrations) migrated.exec(sql);
	const schema = {
		name: migrations.at(-1)?.name,
		sql: statementsOf(migrated).join('\n--> statement-breakpoint\n'),
	};
	migrated.close();
	return { 'migrations.json': JSON.stringify(migrations), 'schema.json': JSON.stringify(schema) };
}

/** Returns the migrations of this release in their order. The names are without `.sql`. */
export const allMigrations = (): { name: string; sql: string }[] =>
	globSync('*.sql', { cwd: FOLDER })
		.sort()
		.map((name) => ({ name: basename(name, '.sql'), sql: readFileSync(join(FOLDER, name), 'utf8') }));

/** Returns the statements that create a database with the rows of its migrations. The rows come before the triggers. */
function statementsOf(db: DatabaseSync): string[] {
	const rows = db
		.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid")
		.all()
		.map(({ type, name, sql }) => ({ type, name: String(name), sql: `${sql};` }));
	const tables = rows.filter(({ type }) => type === 'table');
	const others = rows.filter(({ type }) => type !== 'table');
	return [
		...tables.map(({ sql }) => sql),
		...tables.flatMap(({ name }) => rowsOf(db, name)),
		...others.map(({ sql }) => sql),
	];
}

function rowsOf(db: DatabaseSync, table: string): string[] {
	const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
	const names = columns.map(({ name }) => `"${name}"`).join(', ');
	const values = columns.map(({ name }) => `quote("${name}")`).join(', ');
	return db
		.prepare(`SELECT concat_ws(', ', ${values}) AS row FROM "${table}"`)
		.all()
		.map(({ row }) => `INSERT INTO "${table}" (${names}) VALUES (${row});`);
}
