/** The part of the Worker's bindings that a cell needs for its schema. */
export interface SchemaBindings {
	/** The static files, among them the migrations. */
	ASSETS: Fetcher;
}

interface Migration {
	name: string;
	/** Its statements. */
	sql: string;
}

/** The name of the last migration, which a test compares with the folder. Names sort in the order of the migrations. */
export const SCHEMA: string = '2025_request_counts';

const read = new Map<string, unknown>();

/**
 * Reads a file about the schema from the static files of the same build. In the Worker's bundle, both files would be a fifth of it.
 * Each process reads them once.
 */
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

/** Reads the schema after all migrations, with which a new cell starts, under the name of the last one. */
export const readSchema = (env: SchemaBindings): Promise<Migration> => readFile(env, 'schema.json');
