import type { BatchResponse } from 'drizzle-orm/batch';
import type { Actor } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';
import { batch, type Db, type Statement } from './client.ts';
import { type Claim, claimStatements, hold, type StoredKey } from './idempotency.ts';

/** What every action works with: on which database, for whom, and when. */
export interface Call {
	db: Db;
	actor: Actor;
	now: Instant;
	/** The idempotency key of a write. */
	claim?: Claim;
}

/**
 * Reads what an action needs, in one round trip. The first reading of a write takes hold of its idempotency key as well; it
 * fails with a `Replay` when the request was answered before.
 */
export async function load<Q extends Statement, R extends Statement[]>(
	{ db, now, claim }: Call,
	queries: readonly [Q, ...R],
): Promise<BatchResponse<[Q, ...R]>> {
	if (claim === undefined || claim.recordId !== null) return batch(db, queries);
	const [, found, ...results] = await batch(db, [...claimStatements(db, claim, now), ...queries]);
	hold(claim, found as StoredKey[], now);
	return results as unknown as BatchResponse<[Q, ...R]>;
}
