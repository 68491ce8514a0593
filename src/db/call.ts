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
	/** The caller's idempotency key, for the request that is at work. */
	claim?: Claim;
}

/** Reads what a write decides on, in one round trip, and takes hold of the call's idempotency key with the first of them. */
export async function load<Q extends Statement, R extends Statement[]>(
	{ db, now, claim }: Call,
	queries: readonly [Q, ...R],
): Promise<BatchResponse<[Q, ...R]>> {
	if (claim === undefined || claim.recordId !== null) return batch(db, queries);
	const [, found, ...answers] = await batch(db, [...claimStatements(db, claim, now), ...queries]);
	hold(claim, found as StoredKey[], now);
	return answers as unknown as BatchResponse<[Q, ...R]>;
}
