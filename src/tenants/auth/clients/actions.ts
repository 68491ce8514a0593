import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { holderOfKey } from '../keys/actions.ts';
import { isWellFormed } from '../keys/rules.ts';
import type { Tokens } from '../tokens/rules.ts';
import { type AccessToken, type Credentials, TokenRefusal, unknownClient } from './rules.ts';

/** Exchanges a key for a token of its session. `scope` limits the token to some operations of the key. */
export async function issueToken(
	{ db, now, tokens }: { db: Db; now: Instant; tokens: Tokens },
	{ clientId, secret }: Credentials,
	scope: string,
): Promise<AccessToken> {
	const found = isWellFormed(secret) ? await holderOfKey(db, secret, now) : null;
	if (found === null || found.actor.sessionId !== clientId.toLowerCase()) throw unknownClient();
	const { actor, validUntil } = found;
	const permitted: readonly string[] = actor.operations ?? [];
	const wanted = scope.split(' ').filter((name) => name !== '');
	if (!wanted.every((name) => permitted.includes(name))) {
		throw new TokenRefusal('invalid_scope', 'scope contains an operation that this key does not permit.');
	}
	const operations = wanted.length === 0 ? permitted : permitted.filter((name) => wanted.includes(name));
	const isNarrowed = operations.length < permitted.length;
	const left = Math.ceil((validUntil - now) / 1000);
	return {
		token: await tokens.issue(
			{ ...actor, cell: db.cell, ...(isNarrowed && { scope: operations.join(' ') }) },
			now,
		),
		lifetimeSeconds: Math.min(tokens.lifetimeSeconds, left),
		operations,
	};
}
