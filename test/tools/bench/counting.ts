export interface Counts {
	roundTrips: number;
	statements: number;
	rowsRead: number;
	rowsWritten: number;
	/** The time that the database took for its statements. */
	sqlSeconds: number;
}

/** A database that counts what goes through it. `take` returns the counts since it was last called. */
export function counting(d1: D1Database): { d1: D1Database; take(): Counts } {
	let counts = nothing();
	const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

	function watched(statement: D1PreparedStatement): D1PreparedStatement {
		const watcher = new Proxy(statement, {
			get(_, name) {
				if (name === 'bind') return (...values: unknown[]) => watched(statement.bind(...values));
				if (name === 'raw') return () => rowsOf(statement);
				throw new Error(`A statement was run by ${String(name)}(), outside a batch: nothing would count it`);
			},
		});
		originals.set(watcher, statement);
		return watcher;
	}

	async function batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
		counts.roundTrips += 1;
		counts.statements += statements.length;
		const results = await d1.batch<T>(statements.map((statement) => originals.get(statement) ?? statement));
		for (const { meta } of results) {
			counts.rowsRead += meta.rows_read;
			counts.rowsWritten += meta.rows_written;
			counts.sqlSeconds += meta.duration / 1000;
		}
		return results;
	}

	/** A query that is run alone does not tell what it reads. */
	async function rowsOf(statement: D1PreparedStatement): Promise<unknown[][]> {
		const [result] = await batch<object>([statement]);
		return (result?.results ?? []).map(Object.values);
	}

	const watcher = new Proxy(d1, {
		get(_, name) {
			if (name === 'prepare') return (query: string) => watched(d1.prepare(query));
			if (name === 'batch') return batch;
			if (name === 'withSession') return () => ({ prepare: watcher.prepare, batch, getBookmark: () => null });
			throw new Error(`The database was used by ${String(name)}: nothing would count it`);
		},
	});
	const take = (): Counts => {
		const taken = counts;
		counts = nothing();
		return taken;
	};
	return { d1: watcher, take };
}

const nothing = (): Counts => ({ roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, sqlSeconds: 0 });
