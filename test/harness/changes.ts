import { env } from 'cloudflare:workers';
import { databaseOver } from './database.ts';
import { type Row, readState } from './snapshot.ts';
import { tableNames } from './storage.ts';

/** Every row of every table, by the table's name and the row's primary key. */
export type Rows = Map<string, Map<string, Row>>;

/** One row as it was and as it became; null is none. */
export interface RowChange {
	table: string;
	before: Row | null;
	after: Row | null;
	/** The columns whose values differ. */
	columns: string[];
}

const tables = await tableNames(env.DB);
const { results: keyed } = await env.DB.prepare(
	`SELECT t.value AS name, json_group_array(c.name) AS keys FROM json_each(?) t JOIN pragma_table_info(t.value) c ON c.pk > 0
	GROUP BY t.value`,
)
	.bind(JSON.stringify(tables))
	.all<{ name: string; keys: string }>();

export async function readRows(): Promise<Rows> {
	const state = await readState();
	return new Map(
		keyed.map(({ name, keys }) => {
			const key = (row: Row) => JSON.stringify(JSON.parse(keys).map((column: string) => row[column]));
			return [name, new Map(state[name]?.map((row) => [key(row), row]))];
		}),
	);
}

export const changesBetween = (earlier: Rows, later: Rows): RowChange[] =>
	tables.flatMap((table) => {
		const old: Map<string, Row> = earlier.get(table) ?? new Map();
		const fresh: Map<string, Row> = later.get(table) ?? new Map();
		return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key): RowChange[] => {
			const before = old.get(key) ?? null;
			const after = fresh.get(key) ?? null;
			const columns = Object.keys(before ?? after ?? {}).filter(
				(column) => before?.[column] !== after?.[column],
			);
			return columns.length === 0 ? [] : [{ table, before, after, columns }];
		});
	});

/** A database that keeps what each batch changed. `unbatched` finds changes made outside a batch. */
export async function watched() {
	let last = await readRows();
	const batches: RowChange[][] = [];
	const DB = databaseOver(async (statements) => {
		const results = await env.DB.batch(statements);
		if (results.every(({ meta }) => meta.rows_written === 0)) return results;
		const next = await readRows();
		const changes = changesBetween(last, next);
		if (changes.length > 0) batches.push(changes);
		last = next;
		return results;
	});
	const unbatched = async () => changesBetween(last, await readRows());
	return { DB, batches, unbatched };
}
