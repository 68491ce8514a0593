import type { BatchResponse } from 'drizzle-orm/batch';
import type { Actor } from '../core/actor.ts';
import type { Client } from '../core/client.ts';
import { type Instant, realTime } from '../core/instant.ts';
import type { Vault } from '../core/vault.ts';
import { batch, type Db, type Statement } from './database.ts';
import { type Claim, claimStatements, hold, Replay, type StoredKey } from './idempotency.ts';

export interface Call {
	db: Db;
	actor: Actor;
	client: Client;
	/** The present time of the company. In a sandbox, this is the time of its own clock (see `realTime`). */
	now: Instant;
	requestId: string;
	vault: Vault;
	/** False when this service sends no mails, so that people must get their links in another way. */
	isMailCarried: boolean;
	/** The bucket with the list of erasures, which later restores repeat. */
	backups?: R2Bucket | undefined;
	/** Pages set this to show people's status beside their names. It is the instant for which the status is read. */
	statusAt?: Instant;
	claim?: Claim;
}

/**
 * Runs an action's queries in one round trip. `reached` turns the results into the returned value, or refuses what the actor does not reach.
 * The first `load` of a write also claims its idempotency key. It throws a `Replay` if the request was answered before and the actor still
 * reaches the records.
 */
export async function load<Q extends Statement, R extends Statement[], T = BatchResponse<[Q, ...R]>>(
	{ db, now, claim }: Call,
	queries: readonly [Q, ...R],
	reached: (results: BatchResponse<[Q, ...R]>) => T = (results) => results as T,
): Promise<T> {
	if (claim === undefined || claim.recordId !== null) return reached(await batch(db, queries));
	const at = realTime(db, now);
	const [, found, ...results] = await batch(db, [...claimStatements(db, claim, at), ...queries]);
	const answer = hold(claim, found as StoredKey[], at);
	const loaded = reached(results as unknown as BatchResponse<[Q, ...R]>);
	if (answer !== null) throw new Replay(answer);
	return loaded;
}

/** Sets the subject of a request, so that an erasure of the subject blanks the stored answer. */
export function concern({ claim }: Call, subjectId: string): void {
	if (claim !== undefined) claim.subjectId = subjectId;
}
