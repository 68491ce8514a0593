import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isUnreleased } from '../../foundation/cells/schema.ts';
import { stateDir } from './state-folder.ts';
import { Stop } from './stop.ts';

const MIGRATIONS = 'migrations';

/** Wrangler's own table of applied migrations, so that `wrangler d1 migrations` agrees. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
	id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** Migrates a local database, each migration in one transaction. Its rows stay. Returns the names of the migrations that ran. */
export async function migrate(db: D1Database): Promise<string[]> {
	await db.prepare(APPLIED).run();
	const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	const known = globSync('*.sql', { cwd: MIGRATIONS })
		.map((file) => basename(file))
		.sort();
	requireKnown([...applied], known);
	const pending = known.filter((name) => !applied.has(name));
	for (const name of pending) {
		const statements = readFileSync(join(MIGRATIONS, name), 'utf8').split('--> statement-breakpoint');
		await db.batch([
			...statements.map((statement) => db.prepare(statement)),
			db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
		]);
	}
	return pending;
}

function requireKnown(applied: readonly string[], known: readonly string[]): void {
	const unknown = applied.find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new Stop(
		isUnreleased(unknown)
			? `The local database was made by an older version of Zubrot, from before its first release, and cannot be migrated. Delete the folder ${stateDir()} and start again.`
			: `The local database was made by a newer version of Zubrot (it knows ${unknown}). Update this copy, or choose another folder with STATE_DIR.`,
	);
}
