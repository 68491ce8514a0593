import type { BatchResponse } from 'drizzle-orm/batch';
import type { Actor } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';
import { batch, type Db, type Statement } from './client.ts';
import { type Claim, claimStatements, hold, type StoredKey } from './idempotency.ts';

/** What every action needs: the database, who calls, the present instant, and the request's id. */
export interface Call {
	db: Db;
	actor: Actor;
	now: Instant;
	requestId: string;
	/** The claim of a write on its idempotency key, if the request has one. */
	claim?: Claim;
}

/**
 * Runs an action's queries in one round trip. The first `load` of a write also claims its idempotency key; it
 * throws a `Replay` when the request was answered before.
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
