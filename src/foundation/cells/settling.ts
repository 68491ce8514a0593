import { batch, type Db } from '../db/database.ts';
import { cellsOf } from './whereabouts.ts';

/** The most entries, grants and copies, each, that one run settles. Each takes two or three calls, and a Worker may make 1,000. */
export const MAX_SETTLED = 80;
/** The most grants of a user, or copies of a template, that a request settles at once. The job settles the rest. */
export const MAX_AT_ONCE = 300;
/** The most rows that a run reads. It is larger than `MAX_SETTLED`, so that some of each database are among them. */
export const MAX_READ = 1000;

/** Selects the rows that a run settles: the oldest of each group first, so that an unreachable database does not delay the others. */
export const inTurn = <R>(rows: readonly R[], groupOf: (row: R) => string): R[] =>
	[...Map.groupBy(rows, groupOf).values()]
		.flatMap((group) => group.map((row, turn) => ({ row, turn })))
		.sort((a, b) => a.turn - b.turn)
		.slice(0, MAX_SETTLED)
		.map(({ row }) => row);

/** Runs an action in the database of each company, and returns the number of companies. A failure does not stop the others. */
export async function tellCompanies<T extends { companyId: string }>(
	databaseOf: (cell: string | null) => Db,
	found: readonly T[],
	tell: (there: Db, one: T) => Promise<void>,
): Promise<number> {
	if (found.length === 0) return 0;
	const d1 = databaseOf(null);
	const ids = found.map(({ companyId }) => companyId);
	const [inCells] = await batch(d1, [cellsOf(d1, ids)]);
	const cells = new Map(inCells.map(({ companyId, cell }) => [companyId, cell]));
	const ended = await Promise.allSettled(
		found.map((one) => tell(databaseOf(cells.get(one.companyId) ?? null), one)),
	);
	const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
	if (failures.length > 0) throw new AggregateError(failures);
	return found.length;
}
