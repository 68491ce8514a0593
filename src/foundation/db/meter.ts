import QuickLRU from 'quick-lru';

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

/** The rows that a query reads are measured once in so many runs, and estimated for the others. */
const RUNS_A_LOOK = 20;
const MAX_KNOWN = 2000;

/** How many rows each query reads for each row that it returns, as last measured. */
const known = new QuickLRU<string, { runs: number; perRow: number }>({ maxSize: MAX_KNOWN });

/** True if a recent measurement of a query can estimate its next run. Measuring takes a tenth more processor time for a long list. */
export function mayGuess(sql: string): boolean {
	const one = known.get(sql);
	return one !== undefined && ++one.runs % RUNS_A_LOOK !== 0;
}

export const guessRows = (meter: Meter, sql: string, returned: number): void => {
	meter.rowsRead += Math.round((known.get(sql)?.perRow ?? 1) * Math.max(1, returned));
};

export function noteLook(sql: string, { meta, results }: Pick<D1Result, 'meta' | 'results'>): void {
	known.set(sql, { runs: 0, perRow: meta.rows_read / Math.max(1, results.length) });
}
