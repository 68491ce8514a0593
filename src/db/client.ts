import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { withRetry } from './retry.ts';

export type Db = DrizzleD1Database;
export type Statement = BatchItem<'sqlite'>;

export const connect = (d1: D1Database): Db => drizzle(d1);

/**
 * Runs all statements in one round trip, as one transaction. Columns of a joined query need names of their own (D1 answers
 * rows as objects).
 */
export function batch<Q extends Statement, R extends Statement[]>(
	db: Db,
	statements: readonly [Q, ...R],
): Promise<BatchResponse<[Q, ...R]>> {
	return withRetry(() => db.batch(statements)) as Promise<BatchResponse<[Q, ...R]>>;
}
