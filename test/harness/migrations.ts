import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const MIGRATIONS = resolve(import.meta.dirname, '../migrations-before');

/** A database as it was before the named migration, to be filled; `migrate` runs that one and all later ones. */
export function databaseBefore(name: string): { database: DatabaseSync; migrate: () => void } {
	const files = globSync('*.sql', { cwd: MIGRATIONS }).sort();
	const position = files.findIndex((file) => file.endsWith(`_${name}.sql`));
	if (position === -1) throw new RangeError(`There is no migration ${name}`);
	const database = new DatabaseSync(':memory:');
	const run = (some: readonly string[]) => {
		for (const file of some) database.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
	};
	run(files.slice(0, position));
	return { database, migrate: () => run(files.slice(position)) };
}
