import { sql } from 'drizzle-orm';
import type { DomainError } from '../core/domain-error.ts';
import { batch, type Db, type Statement } from './client.ts';
import { databaseMessage } from './retry.ts';

/** Raised by triggers when another writer, or a closing payroll run, came first (see migrations). */
const STALE = /stale_revision|period_closed/;
/** How often a write is decided anew before it gives up. */
export const SERIAL_ATTEMPTS = 40;

/** For a decision whose reads tell that somebody else came between them. */
export const stale = (): Error => new Error('stale_revision');

export const isStale = (error: unknown): boolean => STALE.test(databaseMessage(error));

/** What the last statement of a rehearsal fails with. */
const REHEARSED = 'end_of_rehearsal';

/** Refusals by the part of SQLite's message that names the violated constraint. */
export type Refusals = Record<string, () => DomainError>;

/**
 * Runs the statements as one atomic batch, in one round trip. Inserts carry ids of our own and ignore a conflict on them,
 * so that a batch whose answer was lost can be sent again. Answers each statement's result.
 */
export async function commit(
	db: Db,
	statements: readonly Statement[],
	refusals: Refusals = {},
): Promise<unknown[]> {
	const [first, ...rest] = statements;
	if (first === undefined) return [];
	try {
		return await batch(db, [first, ...rest]);
	} catch (error) {
		const message = databaseMessage(error);
		const violated = Object.keys(refusals).find((constraint) => message.includes(constraint));
		throw (violated !== undefined && refusals[violated]?.()) || error;
	}
}

/** Runs the statements as `commit` does, and has the database take them all back: the last one is made to fail. */
export async function rehearse(
	db: Db,
	statements: readonly Statement[],
	refusals: Refusals = {},
): Promise<void> {
	if (statements.length === 0) return;
	const failing = db.run(sql.raw(`SELECT json_extract('{}', '${REHEARSED}')`));
	try {
		await commit(db, [...statements, failing], refusals);
	} catch (error) {
		if (!databaseMessage(error).includes(REHEARSED)) throw error;
	}
}
