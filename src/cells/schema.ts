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
export const SCHEMA: string = '2005_addresses';

let read: readonly Migration[] | undefined;

/**
 * Reads the migrations, which would be a tenth of the Worker's bundle, from the static files of the same build. Each process reads
 * them once.
 */
export async function readMigrations({ ASSETS }: SchemaBindings): Promise<readonly Migration[]> {
	if (read !== undefined) return read;
	const answer = await ASSETS.fetch('https://assets/migrations.json');
	if (!answer.ok) throw new Error(`The migrations cannot be read: ${answer.status}`);
	read = await answer.json<Migration[]>();
	return read;
}
