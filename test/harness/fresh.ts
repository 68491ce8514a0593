// Runs before each test file. The files share a worker; this gives each of them a database as migrated, and empty buckets.
import { env } from 'cloudflare:workers';
import { requireSchema } from '../../src/foundation/cells/schema.ts';
import { startAfresh } from './service.ts';
import { rewrite, run, tableNames, triggersOnRows } from './storage.ts';

const tables = await tableNames(env.DB);
if (tables.length === 0 || !(await hasCopies())) await migrate();
else await Promise.all([restoreTables(), ...[env.RECEIPTS, env.HISTORY, env.BACKUPS].map(emptyBucket)]);
startAfresh();
// A process looks at the schema once. Tests count the round trips of later requests.
await requireSchema(env);

/** Applies all migrations in one batch, unless a cell has, and keeps a copy of the few rows that they insert. */
async function migrate(): Promise<void> {
	const missing = tables.length === 0 ? env.MIGRATIONS : [];
	if (missing.length > 0)
		await run(
			env.DB,
			missing.flatMap(({ queries }) => queries),
		);
	const filled = await filledTables(await tableNames(env.DB));
	await run(
		env.DB,
		filled.map((table) => `CREATE TABLE first_${table} AS SELECT * FROM ${table}`),
	);
}

async function hasCopies(): Promise<boolean> {
	const query = `SELECT count(*) AS copies FROM sqlite_master WHERE name GLOB 'first_*'`;
	return ((await env.DB.prepare(query).first<number>('copies')) ?? 0) > 0;
}

/** Deletes what the tests before have stored. This is faster than to reset the storage and to apply the migrations again. */
async function restoreTables(): Promise<void> {
	const [own, triggers, filled] = await Promise.all([
		env.DB.prepare(`SELECT name FROM sqlite_master WHERE name GLOB 'saved_*' OR name GLOB 'first_*'`)
			.all<{ name: string }>()
			.then(({ results }) => results.map(({ name }) => name)),
		triggersOnRows(env.DB),
		filledTables(tables),
	]);
	const first = tables.filter((table) => own.includes(`first_${table}`));
	await rewrite(env.DB, { deleted: filled, inserted: first }, triggers, [
		...own.filter((name) => name.startsWith('saved_')).map((name) => `DROP TABLE ${name}`),
		...filled.map((table) => `DELETE FROM ${table}`),
		...first.toReversed().map((table) => `INSERT INTO ${table} SELECT * FROM first_${table}`),
		'DELETE FROM sqlite_sequence',
	]);
}

async function filledTables(names: readonly string[]): Promise<string[]> {
	const questions = names.map((name) => `EXISTS (SELECT * FROM ${name}) AS ${name}`);
	const found = await env.DB.prepare(`SELECT ${questions.join(', ')}`).first<Record<string, number>>();
	return names.filter((name) => found?.[name] === 1);
}

async function emptyBucket(bucket: R2Bucket): Promise<void> {
	for (;;) {
		const { objects, truncated } = await bucket.list();
		if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
		if (!truncated) return;
	}
}
