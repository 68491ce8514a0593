import type { Actor } from '../../core/actor.ts';
import type { Instant } from '../../core/instant.ts';
import { sha256 } from '../../core/secret.ts';
import { commit } from '../../db/commit.ts';
import { batch, type Db } from '../../db/database.ts';
import { isWellFormed, USE_PRECISION_MS } from '../keys/rules.ts';
import { noteUse } from '../keys/store.ts';
import { withMaker } from '../rules.ts';
import { actorOfKey } from '../store.ts';
import type { Tokens } from '../tokens.ts';
import { type AccessToken, type Credentials, TokenRefusal, unknownClient } from './rules.ts';

/** Who acts with a key, and the first instant at which nobody does any more. */
interface Holder {
	actor: Actor;
	validUntil: Instant;
}

/** Reads whom an API key stands for; null unless the key is in force. Notes its use, at most once an hour. */
export async function holderOfKey(db: Db, key: string, now: Instant): Promise<Holder | null> {
	const [[found]] = await batch(db, [actorOfKey(db, sha256(key), now)]);
	if (found === undefined) return null;
	const { validUntil, dateUsed, ...actor } = found;
	if (dateUsed === null || dateUsed <= now - USE_PRECISION_MS) {
		await commit(db, [noteUse(db, actor.sessionId, now)]);
	}
	return { actor: withMaker(actor), validUntil };
}

interface Gate {
	db: Db;
	now: Instant;
	tokens: Tokens;
}

/** Exchanges a key for a token of its session. `scope` names operations, separated by blanks, that the key must be allowed. */
export async function issueToken(
	{ db, now, tokens }: Gate,
	{ clientId, secret }: Credentials,
	scope: string,
): Promise<AccessToken> {
	const found = isWellFormed(secret) ? await holderOfKey(db, secret, now) : null;
	if (found === null || found.actor.sessionId !== clientId.toLowerCase()) throw unknownClient();
	const { actor, validUntil } = found;
	const operations: readonly string[] = actor.operations ?? [];
	const wanted = scope.split(' ').filter((name) => name !== '');
	if (!wanted.every((name) => operations.includes(name))) {
		throw new TokenRefusal('invalid_scope', 'scope contains an operation that this key does not permit.');
	}
	const left = Math.ceil((validUntil - now) / 1000);
	return {
		token: await tokens.issue(actor, now),
		lifetimeSeconds: Math.min(tokens.lifetimeSeconds, left),
		operations,
	};
}
