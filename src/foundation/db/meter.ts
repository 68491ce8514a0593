import QuickLRU from 'quick-lru';

/** Counts the work of databases for a request. */
export interface Meter {
	trips: number;
	rowsRead: number;
	rowsWritten: number;
}

export function countRows(meter: Meter, responses: readonly Pick<D1Result, 'meta'>[]): void {
	for (const { meta } of responses) {
		meter.rowsRead += meta.rows_read;
		meter.rowsWritten += meta.rows_written;
	}
}

/** One run of so many looks how many rows a query reads. */
const RUNS_A_LOOK = 20;
const MAX_KNOWN = 2000;

/** The rows that queries read for each row that they return. */
const known = new QuickLRU<string, { runs: number; perRow: number }>({ maxSize: MAX_KNOWN });

/**
 * True if the last look at a query says enough about its next run. A look has D1 return its result in a form that takes a tenth
 * more of processor time for a long list.
 */
export function mayGuess(sql: string): boolean {
	const one = known.get(sql);
	return one !== undefined && ++one.runs % RUNS_A_LOOK !== 0;
}

/** Adds the rows that a query has probably read. */
export const guessRows = (meter: Meter, sql: string, returned: number): void => {
	meter.rowsRead += Math.round((known.get(sql)?.perRow ?? 1) * Math.max(1, returned));
};

/** Keeps what a look has found. */
export function noteLook(sql: string, { meta, results }: Pick<D1Result, 'meta' | 'results'>): void {
	known.set(sql, { runs: 0, perRow: meta.rows_read / Math.max(1, results.length) });
}
