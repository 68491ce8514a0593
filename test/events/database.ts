import { env } from 'cloudflare:workers';

export type Row = Record<string, string | number | null>;

/** Every row of every table, by the table's name and the row's primary key. */
export type Snapshot = Map<string, Map<string, Row>>;

/** One row as it was and as it became; null is none. */
export interface RowChange {
	table: string;
	before: Row | null;
	after: Row | null;
	/** The columns whose values differ. */
	columns: string[];
}

/** The tables are those of the database, so that none is forgotten. */
const { results: tables } = await env.DB.prepare(
	`SELECT t.name AS name, json_group_array(c.name) AS keys FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.pk > 0
	WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND t.name NOT LIKE '!_cf!_%' ESCAPE '!'
		AND t.name <> 'd1_migrations' GROUP BY t.name`,
).all<{ name: string; keys: string }>();

const tableNames = tables.map(({ name }) => name);

export async function snapshot(): Promise<Snapshot> {
	const answers = await env.DB.batch<Row>(
		tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)),
	);
	return new Map(
		tables.map(({ name, keys }, index) => {
			const key = (row: Row) => JSON.stringify(JSON.parse(keys).map((column: string) => row[column]));
			return [name, new Map(answers[index]?.results.map((row) => [key(row), row]))];
		}),
	);
}

export const changesBetween = (earlier: Snapshot, later: Snapshot): RowChange[] =>
	tableNames.flatMap((table) => {
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

/** A database that keeps what each batch changed. What comes by another way than a batch is found by `unbatched`. */
export async function watched() {
	let last = await snapshot();
	const batches: RowChange[][] = [];
	const d1 = {
		prepare: (query: string) => env.DB.prepare(query),
		async batch(statements: D1PreparedStatement[]) {
			const results = await env.DB.batch(statements);
			const next = await snapshot();
			const changes = changesBetween(last, next);
			if (changes.length > 0) batches.push(changes);
			last = next;
			return results;
		},
	};
	const unbatched = async () => changesBetween(last, await snapshot());
	return { DB: d1 as unknown as D1Database, batches, unbatched };
}
