import type { BatchResponse } from 'drizzle-orm/batch';
import type { Actor } from '../core/actor.ts';
import type { Client } from '../core/client.ts';
import type { Instant } from '../core/instant.ts';
import type { Vault } from '../core/vault.ts';
import { batch, type Db, type Statement } from './database.ts';
import { type Claim, claimStatements, hold, Replay, type StoredKey } from './idempotency.ts';

/** What every action needs: the database, who calls and from where, the present instant, and the request's id. */
export interface Call {
	db: Db;
	actor: Actor;
	client: Client;
	now: Instant;
	requestId: string;
	vault: Vault;
	/** Whether mail leaves this service. If not, links have to be handed over by other means. */
	isMailCarried: boolean;
	/** The claim of a write on its idempotency key, if the request has one. */
	claim?: Claim;
}

/**
 * Runs an action's queries in one round trip, and returns of their results what `reached` makes of them, which
 * refuses what the actor may not reach. The first `load` of a write also claims its idempotency key; when the
 * request was answered before, it throws a `Replay`, but only if the actor still reaches the same.
 */
export async function load<Q extends Statement, R extends Statement[], T = BatchResponse<[Q, ...R]>>(
	{ db, now, claim }: Call,
	queries: readonly [Q, ...R],
	reached: (results: BatchResponse<[Q, ...R]>) => T = (results) => results as T,
): Promise<T> {
	if (claim === undefined || claim.recordId !== null) return reached(await batch(db, queries));
	const [, found, ...results] = await batch(db, [...claimStatements(db, claim, now), ...queries]);
	const answer = hold(claim, found as StoredKey[], now);
	const loaded = reached(results as unknown as BatchResponse<[Q, ...R]>);
	if (answer !== null) throw new Replay(answer);
	return loaded;
}

/** Notes whom a request concerns, so that its stored answer goes with an erasure. */
export function concern({ claim }: Call, subjectId: string): void {
	if (claim !== undefined) claim.subjectId = subjectId;
}
