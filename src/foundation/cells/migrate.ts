import { UNRELEASED } from './interface.ts';
import {
	isUnreleased,
	type Migration,
	readMigrations,
	readSchema,
	SCHEMA,
	type SchemaBindings,
} from './schema.ts';

/** Applies the migrations that the cell lacks. A new cell gets the whole schema at once. */
export async function migrate(
	storage: DurableObjectStorage,
	env: SchemaBindings,
	schema: string | null,
	done: (name: string) => void,
): Promise<void> {
	const isWhole = schema === null && (storage.kv.get<string>(STAYS) ?? SCHEMA) === SCHEMA;
	apply(storage, isWhole ? [await readSchema(env)] : await readMigrations(env), schema, done);
}

/**
 * Applies each missing migration in a transaction of its own. If one fails, the cell keeps the schema before it. `done` is called with the
 * name of each applied migration. A database from before the first release is left as it is.
 */
export function apply(
	storage: DurableObjectStorage,
	steps: readonly Migration[],
	schema: string | null,
	done: (name: string) => void,
): void {
	if (schema !== null && isUnreleased(schema)) throw new Error(UNRELEASED);
	const until = storage.kv.get<string>(STAYS);
	for (const { name, sql } of steps) {
		if ((schema !== null && name <= schema) || (until !== undefined && name > until)) continue;
		storage.transactionSync(() => {
			for (const part of partsOf(sql)) storage.sql.exec(part);
			storage.kv.put('schema', name);
		});
		done(name);
	}
}

/** SQLite takes at most 100 KB at once, which the whole schema exceeds. */
const MOST_AT_ONCE = 50_000;

function partsOf(sql: string): string[] {
	const parts = [''];
	for (const statement of sql.split('--> statement-breakpoint')) {
		if ((parts.at(-1) ?? '').length + statement.length > MOST_AT_ONCE) parts.push('');
		parts[parts.length - 1] += statement;
	}
	return parts;
}

export const isOlder = (schema: string | null): schema is string => schema !== null && schema < SCHEMA;

/** The storage key of the schema that a cell must not exceed while it loads rows of a backup. */
const STAYS = 'stays';

/** Keeps the cell on this schema during the next migrations. Undefined lifts that limit. */
export function stayAt({ kv }: DurableObjectStorage, schema: string | undefined): void {
	if (schema === undefined) kv.delete(STAYS);
	else kv.put(STAYS, schema);
}
