import { sql } from 'drizzle-orm';
import { RAISED_WHEN_STALE, type Raised } from '../core/raised.ts';
import type { Refusal } from '../core/refusals.ts';
import { batch, type Db, type Statement } from './client.ts';
import { databaseMessage } from './retry.ts';

/** For a decision whose reads show that somebody else came between them. */
export const stale = (): Error => new Error('stale_revision');

export function isStale(error: unknown): boolean {
	const message = databaseMessage(error);
	return RAISED_WHEN_STALE.some((word) => message.includes(word));
}

/** What to refuse a write with, by the word that a trigger raises or by the column of the violated constraint. */
export type Violations = Partial<Record<Raised | `${string}.${string}`, () => Refusal>>;

/**
 * Runs the statements as one atomic batch, in one round trip, and returns each statement's result. Inserts carry ids of
 * our own and ignore a conflict on them, so that a batch whose answer was lost can be sent again.
 */
export async function commit(
	db: Db,
	statements: readonly Statement[],
	violations: Violations = {},
): Promise<unknown[]> {
	const [first, ...rest] = statements;
	if (first === undefined) return [];
	try {
		return await batch(db, [first, ...rest]);
	} catch (error) {
		const message = databaseMessage(error);
		const [, refusal] = Object.entries(violations).find(([name]) => message.includes(name)) ?? [];
		throw refusal?.() ?? error;
	}
}

/** What the last statement of a dry run fails with. */
const TAKEN_BACK = 'end_of_dry_run';

/** Runs the statements as `commit` does, and has the database take them all back: the last one is made to fail. */
export async function commitAndTakeBack(
	db: Db,
	statements: readonly Statement[],
	violations: Violations = {},
): Promise<void> {
	if (statements.length === 0) return;
	const failing = db.run(sql.raw(`SELECT json_extract('{}', '${TAKEN_BACK}')`));
	try {
		await commit(db, [...statements, failing], violations);
	} catch (error) {
		if (!databaseMessage(error).includes(TAKEN_BACK)) throw error;
	}
}
