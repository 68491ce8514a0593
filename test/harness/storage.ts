/** The tables of the product: neither those of SQLite and D1 nor the copies that the harness keeps. */
const OURS = ['sqlite_*', '_cf_*', 'd1_migrations', 'saved_*', 'first_*']
	.map((pattern) => `name NOT GLOB '${pattern}'`)
	.join(' AND ');

/**
 * The tables are those of the database, so that none is forgotten. Each stands before the tables that it refers to. Rows that
 * are deleted in this order need no search for rows that refer to them.
 */
export async function tableNames(database: D1Database): Promise<string[]> {
	const query = `SELECT name, (
			SELECT group_concat(DISTINCT "table") FROM pragma_foreign_key_list(name) WHERE "table" <> name
		) AS parents
		FROM sqlite_master WHERE type = 'table' AND ${OURS} ORDER BY name`;
	const { results } = await database.prepare(query).all<{ name: string; parents: string | null }>();
	const parentsOf = new Map(results.map(({ name, parents }) => [name, parents?.split(',') ?? []]));
	const parentsFirst = new Set<string>();
	const add = (name: string) => {
		if (parentsFirst.has(name)) return;
		for (const parent of parentsOf.get(name) ?? []) add(parent);
		parentsFirst.add(name);
	};
	for (const name of parentsOf.keys()) add(name);
	return [...parentsFirst].reverse();
}

interface Trigger {
	of: string;
	name: string;
	sql: string;
	/** The kind of statement that sets it off, such as `INSERT`. */
	event: string;
}

/** The triggers that rows set off when they are inserted or deleted. */
export async function triggersOnRows(database: D1Database): Promise<Trigger[]> {
	const { results } = await database
		.prepare(`SELECT tbl_name AS of, name, sql FROM sqlite_master WHERE type = 'trigger'`)
		.all<Omit<Trigger, 'event'>>();
	return results
		.map((trigger) => ({ ...trigger, event: eventOf(trigger.sql) }))
		.filter(({ event }) => event !== 'UPDATE');
}

const eventOf = (sql: string): string =>
	/^\s*CREATE TRIGGER\s+\S+\s+\w+\s+(\w+)/i.exec(sql)?.[1]?.toUpperCase() ?? '';

export const run = (database: D1Database, statements: readonly string[]) =>
	database.batch(statements.map((text) => database.prepare(text)));

/** The tables in which statements delete rows, and those in which they insert rows. */
interface Rewritten {
	deleted: readonly string[];
	inserted: readonly string[];
}

/**
 * Rewrites rows by statements of the harness, in one batch. Triggers that the statements set off would refuse some of it, so they
 * are dropped meanwhile.
 */
export async function rewrite(
	database: D1Database,
	{ deleted, inserted }: Rewritten,
	triggers: readonly Trigger[],
	statements: readonly string[],
): Promise<void> {
	const idle = triggers.filter(({ of, event }) => (event === 'DELETE' ? deleted : inserted).includes(of));
	await run(database, [
		'PRAGMA defer_foreign_keys = ON',
		...idle.map(({ name }) => `DROP TRIGGER ${name}`),
		...statements,
		...idle.map(({ sql }) => sql),
	]);
}

/**
 * Keeps a copy of all rows and files, and returns a function that brings them back. Only tables that have changed are
 * written.
 */
export async function copyOf(
	database: D1Database,
	buckets: readonly R2Bucket[],
	saved = 'saved_',
): Promise<() => Promise<void>> {
	const [tables, triggers] = await Promise.all([tableNames(database), triggersOnRows(database)]);
	const files = await Promise.all(buckets.map(readFiles));
	await run(
		database,
		tables.map((table) => `CREATE TABLE ${saved}${table} AS SELECT * FROM ${table}`),
	);
	const restoreRows = async () => {
		const changed = await changedTables(database, tables, saved);
		if (changed.length === 0) return;
		await rewrite(database, { deleted: changed, inserted: changed }, triggers, [
			...changed.map((table) => `DELETE FROM ${table}`),
			...changed.toReversed().map((table) => `INSERT INTO ${table} SELECT * FROM ${saved}${table}`),
		]);
	};
	return async () => {
		const restored = buckets.map((bucket, index) => putBack(bucket, files[index] ?? new Map()));
		await Promise.all([restoreRows(), ...restored]);
	};
}

/** The tables that differ from their copies. */
async function changedTables(
	database: D1Database,
	tables: readonly string[],
	saved: string,
): Promise<string[]> {
	const comparisons = tables.map(
		(table) => `(SELECT count(*) FROM ${table}) <> (SELECT count(*) FROM ${saved}${table})
			OR EXISTS (SELECT * FROM ${table} EXCEPT SELECT * FROM ${saved}${table}) AS ${table}`,
	);
	const found = await database.prepare(`SELECT ${comparisons.join(', ')}`).first<Record<string, number>>();
	return tables.filter((table) => found?.[table] === 1);
}

async function putBack(bucket: R2Bucket, files: Map<string, ArrayBuffer>): Promise<void> {
	const present = (await bucket.list()).objects.map(({ key }) => key);
	const added = present.filter((key) => !files.has(key));
	if (added.length > 0) await bucket.delete(added);
	for (const [key, content] of files) if (!present.includes(key)) await bucket.put(key, content);
}

async function readFiles(bucket: R2Bucket): Promise<Map<string, ArrayBuffer>> {
	const { objects } = await bucket.list();
	const files = new Map<string, ArrayBuffer>();
	for (const { key } of objects) {
		const object = await bucket.get(key);
		if (object !== null) files.set(key, await object.arrayBuffer());
	}
	return files;
}
