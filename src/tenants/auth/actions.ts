import { clearClaims } from '../../foundation/cells/claims.ts';
import { cellOfAddress } from '../../foundation/cells/whereabouts.ts';
import type { Actor } from '../../foundation/core/actor.ts';
import type { AccessReason } from '../../foundation/core/history.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { Refusal } from '../../foundation/core/refusals.ts';
import { inCell, sha256 } from '../../foundation/core/vault.ts';
import { noteRefusal } from '../../foundation/db/access-events.ts';
import type { Call } from '../../foundation/db/call.ts';
import { commit } from '../../foundation/db/commit.ts';
import { batch, type Db } from '../../foundation/db/database.ts';
import { clearInSteps } from '../../foundation/db/steps.ts';
import { type Outcome, unrecorded } from '../../foundation/db/write.ts';
import { KNOWN_PLACE_MS, requireFewAttempts } from '../users/attempts/rules.ts';
import { clearAttempts, countLogin } from '../users/attempts/store.ts';
import { emailKey } from '../users/rules.ts';
import { clearAddressChanges } from './addresses/store.ts';
import {
	attemptKeys,
	type Gate,
	invalidCredentials,
	locate,
	openSession,
	tokenPair,
	whereverItIs,
} from './gate.ts';
import { clearIdentityChanges } from './identity-changes/store.ts';
import { clearTokens } from './one-time/store.ts';
import { verifyPassword } from './password/rules.ts';
import { withMaker } from './rules.ts';
import { challengeOf, fingerprintOf } from './second-factor/rules.ts';
import { clearDevices } from './sessions/store.ts';
import { SIGN_IN_MS } from './sso/rules.ts';
import { clearSignIns } from './sso/store.ts';
import {
	actorOfSession,
	clearExpired,
	credentialsOf,
	endSession,
	expiredSessions,
	insertRefreshToken,
	knownRefreshTokens,
	markRefreshTokenUsed,
	refreshTokenByHash,
	renewSession,
} from './store.ts';
import type { Subject, TokenPair } from './tokens/rules.ts';

const REUSE_GRACE_MS = 30_000;
const CLEAR_LIMIT = 1000;

/** Opens a session, or demands the second factor. Attempts count before the password is checked, so that parallel guesses count too. */
export async function login(visited: Gate, { email, password }: { email: string; password: string }) {
	const { home, now } = visited;
	const key = emailKey(email.trim());
	const attempts = await attemptKeys(visited, key);
	const [[fromPlace], [fromAnywhere], known, inD1, cells] = await batch(home, [
		...countLogin(home, attempts, now),
		credentialsOf(home, key),
		cellOfAddress(home, key),
	]);
	requireFewAttempts(fromPlace, fromAnywhere, known.length > 0, now);
	const { gate, found } = await locate(visited, inD1, cells, (db) =>
		batch(db, [credentialsOf(db, key)]).then(([read]) => read),
	);
	const [credentials] = found;
	const { db } = gate;
	const isRight = await verifyPassword(password, credentials?.passwordHash ?? null);
	if (!isRight || credentials === undefined) {
		await commit(db, [refusedSignIn(gate, credentials?.userId ?? null, 'wrong_password')]);
		throw invalidCredentials();
	}
	if (credentials.isBoundToSso) {
		await commit(db, [refusedSignIn(gate, credentials.userId, 'sso_required')]);
		throw ssoRequired();
	}
	const { userId, passwordHash, hasSecondFactor } = credentials;
	if (hasSecondFactor) {
		const challenged = { cell: db.cell, userId, fingerprint: fingerprintOf(passwordHash ?? '') };
		throw new Refusal('second_factor_required', 'Finish with a code at POST /api/v2/auth/second-factor.', {
			challenge: await challengeOf(gate.tokens, challenged, now),
		});
	}
	return openSession(gate, { userId, passwordHash, emailKey: key });
}

/** `userId` is null when the address is unknown. */
const refusedSignIn = (gate: Gate, userId: string | null, reason: AccessReason) =>
	noteRefusal(gate, {
		type: 'session.refused',
		key: `${userId ?? 'nobody'} ${gate.client.place}`,
		userId,
		reason,
	});

/**
 * A refresh token works once. A second use within 30 seconds gets the same successor, because a response
 * may have been lost. A later use counts as theft and ends the session.
 */
export async function refresh(visited: Gate, refreshToken: string): Promise<TokenPair> {
	const pair = await whereverItIs(visited, refreshToken, sha256(refreshToken), (gate) =>
		refreshAt(gate, refreshToken),
	);
	if (pair === null) throw refreshRefused();
	return pair;
}

async function refreshAt(gate: Gate, refreshToken: string): Promise<TokenPair | null> {
	const { db, now, client } = gate;
	const [hash, successors] = [sha256(refreshToken), await successorsOf(gate, refreshToken)];
	const [[stored], known] = await batch(db, [
		refreshTokenByHash(db, hash),
		knownRefreshTokens(db, successors.map(sha256)),
	]);
	if (stored === undefined) return null;
	if (stored.dateRevoked !== null) throw refreshRefused();
	const { sessionId, userId, dateUsed, dateExpires, isBySso } = stored;
	if (dateExpires <= now) throw isBySso ? providerAgain() : refreshRefused();
	if (dateUsed !== null && now - dateUsed > REUSE_GRACE_MS) {
		await commit(db, endSession(gate, sessionId, 'refresh_token_reused'));
		throw refreshRefused();
	}
	const isKnown = (token: string) => known.some((row) => row.hash === sha256(token));
	const successor = successors.find(isKnown) ?? successors[0];
	await commit(db, [
		markRefreshTokenUsed(db, hash, now),
		insertRefreshToken(db, { hash: sha256(successor), sessionId, dateCreated: now }),
		renewSession(db, sessionId, client, now),
	]);
	return tokenPair(gate, { userId, sessionId, cell: db.cell }, successor, dateExpires);
}

/** Returns the successor of a token by the current secret, then by the previous one. It is derived, so it need not be stored. */
async function successorsOf({ db, tokens }: Gate, refreshToken: string): Promise<[string, ...string[]]> {
	const [first, ...rest] = await tokens.seal(`successor ${refreshToken}`);
	return [inCell(db, first), ...rest.map((secret) => inCell(db, secret))];
}

export async function logout(call: Call): Promise<Outcome<null>> {
	authorize(call.actor, 'logout');
	return unrecorded(endSession(call, call.actor.sessionId, 'logged_out'));
}

interface Holder {
	actor: Actor;
	hasSecondFactor: boolean;
	isDemanded: boolean;
	dateExpires: Instant;
	/** Changes with the user, and with the companies that the user manages. */
	revision: number;
}

/** Reads the current rights of a session; null when it has ended. */
export async function loadActor(
	db: Db,
	{ userId, sessionId }: Subject,
	now: Instant,
): Promise<Holder | null> {
	const [[found]] = await batch(db, [actorOfSession(db, sessionId, userId, now)]);
	if (found === undefined) return null;
	const { hasSecondFactor, isDemanded, dateExpires, revision, ...rights } = found;
	const lacksSecondFactor = !hasSecondFactor && rights.operations === null;
	const actor = withMaker({ userId, sessionId, ...rights, lacksSecondFactor });
	return { actor, hasSecondFactor, isDemanded, dateExpires, revision };
}

/** Deletes expired sessions, and old attempts, places and devices. Returns the number of sessions. */
export const clearExpiredSessions = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, CLEAR_LIMIT, (limit) => [
		expiredSessions(db, now, limit),
		...clearExpired(db, now, limit),
		...clearAttempts(db, now),
		clearTokens(db, now),
		clearAddressChanges(db, now),
		...clearIdentityChanges(db, now),
		clearDevices(db, now - KNOWN_PLACE_MS),
		clearSignIns(db, now - SIGN_IN_MS),
		clearClaims(db, now),
	]);

/** Only people who know the password get this refusal, so it does not reveal which addresses are in use. */
const ssoRequired = (): Refusal =>
	new Refusal(
		'sso_required',
		'The password is correct, but your company requires you to sign in with its identity provider.',
	);

const providerAgain = (): Refusal =>
	new Refusal(
		'unauthenticated',
		'A session from an identity provider lasts 24 hours. Sign in there again: POST /api/v2/auth/sso.',
	);

const refreshRefused = (): Refusal =>
	new Refusal('unauthenticated', 'The refresh token is unknown, used, expired or revoked. Log in again.');
