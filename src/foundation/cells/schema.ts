import { sql } from 'drizzle-orm';
import { Refusal } from '../core/refusals.ts';
import { batch, connect, type Db } from '../db/database.ts';
import { databaseMessage } from '../db/retry.ts';

export interface SchemaBindings {
	/** The static files, among them the migrations. */
	ASSETS: Fetcher;
}

export interface Migration {
	name: string;
	sql: string;
}

/** The name of the last migration, which a test compares with the folder. Names sort in the order of the migrations. */
export const SCHEMA: string = '3009_won_addresses';

/** The name of the first migration, which a test compares with the folder. */
export const FIRST_SCHEMA: string = '3000_schema';

/** True for the schema of a version before the first release. No migration leads from there to a later one. */
export const isUnreleased = (schema: string): boolean => schema < FIRST_SCHEMA;

/** SQLite's message when a statement needs a table or a column of a newer schema. */
export const UNKNOWN: RegExp = /no such (table|column)|has no column named/;

/** Returns the name of D1's last migration; null if it cannot be read. */
async function schemaOfD1(d1: Db): Promise<string | null> {
	const name = sql<string | null>`replace(max(name), '.sql', '')`.as('last_migration');
	try {
		const [[last]] = await batch(d1, [d1.select({ name }).from(sql`d1_migrations`)]);
		return last?.name ?? null;
	} catch (error) {
		if (UNKNOWN.test(databaseMessage(error))) return null;
		throw error;
	}
}

const isBehind = async (d1: Db): Promise<boolean> => ((await schemaOfD1(d1)) ?? SCHEMA) < SCHEMA;

export const isAhead = async (d1: Db): Promise<boolean> => ((await schemaOfD1(d1)) ?? SCHEMA) > SCHEMA;

const current = new WeakSet<Fetcher>();

/**
 * Refuses with 503 while D1 lacks migrations of this code, because SQLite would read the name of a missing column as a text. Each process
 * checks until D1 is up to date. It checks again after an error about a missing column, because D1 may have been restored to an earlier
 * time.
 */
export async function requireSchema(
	{ ASSETS, DB }: SchemaBindings & { DB: D1Database },
	error?: Error,
): Promise<void> {
	if (error !== undefined && !UNKNOWN.test(databaseMessage(error))) return;
	if (error !== undefined) current.delete(ASSETS);
	if (current.has(ASSETS)) return;
	// Companies in cells are still served when D1 cannot be reached.
	const isOld = await isBehind(connect(DB)).catch(() => null);
	if (isOld) throw new Refusal('unavailable', OLD_SCHEMA, { retryAfter: 10 });
	if (isOld === false) current.add(ASSETS);
}

const OLD_SCHEMA =
	'The service is being updated, and its database does not have the new schema yet. Try the same request again in a minute.';

const read = new Map<string, unknown>();

/** Reads a file about the schema once per process. It is a static file of the build, as it would make up a fifth of the bundle. */
async function readFile<T>({ ASSETS }: SchemaBindings, name: string): Promise<T> {
	const known = read.get(name);
	if (known !== undefined) return known as T;
	const answer = await ASSETS.fetch(`https://assets/${name}`);
	if (!answer.ok) throw new Error(`${name} cannot be read: ${answer.status}`);
	const content = await answer.json<T>();
	read.set(name, content);
	return content;
}

export const readMigrations = (env: SchemaBindings): Promise<readonly Migration[]> =>
	readFile(env, 'migrations.json');

/** Reads the whole schema, with which a new cell starts. Its name is that of the last migration. */
export const readSchema = (env: SchemaBindings): Promise<Migration> => readFile(env, 'schema.json');
