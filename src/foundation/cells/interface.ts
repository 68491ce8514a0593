export type Ask = readonly [sql: string, values: readonly SqlStorageValue[]];

/** The result of a statement. The names of the columns are sent once, instead of with every row. */
export interface Told {
	columns: string[];
	rows: SqlStorageValue[][];
	rowsRead: number;
	rowsWritten: number;
}

/** The first rows of a query, up to the limits of rows and bytes. */
export type QueryResult =
	| (Pick<Told, 'columns' | 'rows' | 'rowsRead'> & { isCut: boolean })
	| { failed: string }
	/** The company has left this cell. */
	| { moved: true };

/** The results of a batch, or SQLite's message or another reason why nothing of it took effect. */
export type Reply = { told: Told[] } | { failed: string };

/** The failure of a batch that needs a newer schema than the cell has. */
export const OLDER = 'The cell has an older schema than the service';

/** The failure of a batch in a cell that no migration can bring to a later schema. */
export const UNRELEASED =
	'The database of this company is from before the first release of Zubrot and cannot be migrated. Create the company again.';

/** The failure of a batch in a cell whose company has moved. The name of its new cell follows. */
export const MOVED = 'The company has moved to ';

export const NONE: Told = { columns: [], rows: [], rowsRead: 0, rowsWritten: 0 };

/** Sends statements as one round trip, which takes effect as a whole or not at all. */
export type Send = (asked: readonly Ask[]) => Promise<Reply>;

/** The result of a statement, whose rows are also there as arrays (see `run` in db/database.ts). */
type Result = D1Result<Record<string, unknown>> & { rows: readonly unknown[][] };

/** Returns an object with D1's interface. It sends its statements through `send`. */
export function databaseOver(send: Send): D1Database {
	const asked = new WeakMap<D1PreparedStatement, Ask>();
	const resultsOf = async (asks: readonly Ask[]): Promise<Result[]> => {
		const reply = await send(asks);
		if ('failed' in reply) throw new Error(`D1_ERROR: ${reply.failed}`);
		return reply.told.map(resultOf);
	};
	const prepare = (text: string, values: Ask[1] = []): D1PreparedStatement => {
		const only = async () => (await resultsOf([[text, values]]))[0] as Result;
		const statement = {
			bind: (...given: unknown[]) => prepare(text, given.map(storable)),
			all: only,
			run: only,
			async first(column?: string) {
				const [row] = (await only()).results;
				return row === undefined ? null : column === undefined ? row : row[column];
			},
			async raw() {
				return (await only()).rows;
			},
		} as unknown as D1PreparedStatement;
		asked.set(statement, [text, values]);
		return statement;
	};
	const batch = (statements: readonly D1PreparedStatement[]) =>
		resultsOf(statements.map((statement) => asked.get(statement) as Ask));
	return { prepare, batch } as unknown as D1Database;
}

function storable(value: unknown): SqlStorageValue {
	if (typeof value === 'boolean') return value ? 1 : 0;
	if (value === null || typeof value === 'number' || typeof value === 'string') return value;
	if (value instanceof ArrayBuffer) return value;
	if (ArrayBuffer.isView(value))
		return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice().buffer;
	throw new TypeError(`A ${typeof value} cannot be stored`);
}

const resultOf = ({ columns, rows, rowsRead, rowsWritten }: Told): Result =>
	({
		success: true,
		rows,
		get results() {
			return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
		},
		meta: { rows_read: rowsRead, rows_written: rowsWritten },
	}) as unknown as Result;
