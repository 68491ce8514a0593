import type { Actor } from '../../../foundation/core/actor.ts';
import {
	type About,
	aboutCompany,
	aboutUser,
	alteration,
	creation,
} from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, LAST_INSTANT, realTime } from '../../../foundation/core/instant.ts';
import { authorize, authorizeForAll, type Operation } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { sha256 } from '../../../foundation/core/vault.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { loadInCompany } from '../../companies/store.ts';
import { insertUser, setManagedCompanies } from '../../users/store.ts';
import { tellUser } from '../../users/table.ts';
import { endLinksOfKey, type InvitedByKey, invitedByKey } from '../one-time/store.ts';
import { askForRelease, NOTHING_ASKED } from '../releases/actions.ts';
import { withMaker } from '../rules.ts';
import { actorOfKey, endSession, insertSession } from '../store.ts';
import {
	addressOfKey,
	newKey,
	type RevocationReason,
	requireExpiryAhead,
	USE_PRECISION_MS,
} from './rules.ts';
import {
	insertKey,
	keyById,
	keysPage,
	markRevoked,
	noteUse,
	orphanedKeys,
	type StoredKey,
	tooManyKeys,
} from './store.ts';
import { tellKey } from './table.ts';

/** `key` is the text of the key. It is known only when the key is created, and null after that. */
export interface ApiKey extends StoredKey {
	key: string | null;
}

interface KeyFields {
	name: string;
	operations: Operation[];
	dateExpires: Instant | null;
}

/** The company that owns a key; null for the platform. */
type KeyOwner = string | null;

/**
 * Creates a key and its technical user. A key has no rights that its creator lacks. That of a directory waits for a release, unless the
 * operator creates it.
 */
export async function createKey(
	call: Call,
	companyId: KeyOwner,
	fields: KeyFields,
): Promise<Outcome<ApiKey>> {
	const { db, actor } = call;
	const now = realTime(db, call.now);
	const scope = companyId === null ? null : authorize(actor, 'createApiKey');
	if (companyId === null) authorizeForAll(actor, 'createPlatformApiKey');
	else if (scope !== null) await loadInCompany(call, scope, companyId, []);
	for (const operation of fields.operations) authorize(actor, operation);
	requireExpiryAhead(fields.dateExpires, now);
	const [id, userId, key] = [newId(now), newId(now), newKey(db)];
	const isForDirectory = fields.operations.includes('provisionPeople');
	const created: ApiKey = {
		id,
		dateCreated: now,
		companyId,
		userId,
		makerId: actor.userId,
		creatorState: 'ACTIVE',
		creatorName: null,
		...fields,
		dateUsed: null,
		dateRevoked: null,
		dateReleased: isForDirectory && scope?.all ? now : null,
		key,
	};
	const user = {
		id: userId,
		dateCreated: now,
		dateModified: now,
		// No mail can reach this address (RFC 2606), and nobody can sign in with an id.
		email: addressOfKey(userId),
		emailKey: userId,
		roles: ['TECHNICAL_USER' as const],
	};
	const companyIds = companyId === null ? [] : [companyId];
	const dateExpires = fields.dateExpires ?? LAST_INSTANT;
	const asking =
		companyId !== null && isForDirectory && created.dateReleased === null
			? askForRelease(call, companyId, { kind: 'DIRECTORY', aboutId: id, about: fields.name })
			: NOTHING_ASKED;
	return {
		before: null,
		after: created,
		statements: [
			insertUser(db, user),
			...setManagedCompanies(db, user, companyIds),
			insertSession(db, { id, userId, dateCreated: now, dateExpires }),
			insertKey(db, { ...created, hash: sha256(key) }),
			...asking.statements,
		],
		changes: [
			creation('user.created', aboutUser(userId, companyId), {
				...tellUser(user),
				manageableCompanyIds: companyIds,
			}),
			creation('api_key.created', aboutKey(created), tellKey(created)),
			...asking.changes,
		],
		violations: tooManyKeys,
	};
}

export async function listKeys(
	call: Call,
	companyId: KeyOwner,
	after: string,
	limit: number,
): Promise<StoredKey[]> {
	const [keys] = await ofOwner(call, companyId, 'list', [keysPage(call.db, companyId, after, limit)]);
	return keys;
}

export async function readKey(call: Call, companyId: KeyOwner, keyId: string): Promise<ApiKey> {
	const [[found]] = await ofOwner(call, companyId, 'read', [keyById(call.db, companyId, keyId)]);
	return { ...requireFound(found, 'API key'), key: null };
}

/**
 * Ends a key and its session. Its tokens end within 10 seconds. A compromised key also ends every unused invitation that it caused, even if
 * the key was revoked earlier. Returns the people of these invitations.
 */
export async function revokeKey(
	call: Call,
	companyId: KeyOwner,
	keyId: string,
	reason: RevocationReason,
): Promise<Outcome<InvitedByKey[]>> {
	const { db } = call;
	const now = realTime(db, call.now);
	const queries = [keyById(db, companyId, keyId), invitedByKey(db, keyId, now)] as const;
	const [[found], invited] = await ofOwner(call, companyId, 'revoke', queries);
	const key = requireFound(found, 'API key');
	const endedInvitations = reason === 'COMPROMISED' ? invited : [];
	const { statements, changes } = revocationOf(call, key, reason);
	const isNew = key.dateRevoked === null;
	return {
		before: null,
		after: endedInvitations,
		statements: [
			...(isNew ? statements : []),
			...(reason === 'COMPROMISED' ? [endLinksOfKey(db, keyId)] : []),
		],
		changes: isNew || endedInvitations.length > 0 ? changes : [],
	};
}

export function revocationOf(call: Call, key: StoredKey, reason: RevocationReason) {
	const { db } = call;
	const now = realTime(db, call.now);
	const after = { ...key, dateRevoked: key.dateRevoked ?? now };
	return {
		statements: [markRevoked(db, key.id, now), ...endSession(call, key.id, 'key_revoked')],
		changes: alteration(
			'api_key.revoked',
			aboutKey(key),
			{ ...tellKey(key), reason: null },
			{ ...tellKey(after), reason },
		),
	};
}

/** Returns the valid keys whose creator was closed, or may no longer create keys here. They continue to work. */
export async function listOrphanedKeys(call: Call, companyId: string): Promise<StoredKey[]> {
	const [keys] = await ofOwner(call, companyId, 'list', [orphanedKeys(call.db, companyId, call.now)]);
	return keys;
}

const OPERATIONS = {
	list: ['listApiKeys', 'listPlatformApiKeys'],
	read: ['readApiKey', 'readPlatformApiKey'],
	revoke: ['revokeApiKey', 'revokePlatformApiKey'],
} as const satisfies Record<string, readonly [ofCompany: Operation, ofPlatform: Operation]>;

async function ofOwner<Q extends Statement, R extends Statement[]>(
	call: Call,
	companyId: KeyOwner,
	verb: keyof typeof OPERATIONS,
	queries: readonly [Q, ...R],
) {
	const [ofCompany, ofPlatform] = OPERATIONS[verb];
	if (companyId !== null) return loadInCompany(call, authorize(call.actor, ofCompany), companyId, queries);
	authorizeForAll(call.actor, ofPlatform);
	return load(call, queries);
}

/** An event about a platform key is about its user, because the key has no company. */
const aboutKey = ({ id, companyId, userId }: StoredKey): About =>
	companyId === null ? { ...aboutUser(userId, null), recordId: id } : aboutCompany(companyId, id);

interface Holder {
	actor: Actor;
	validUntil: Instant;
	/** The revision of the key's user. */
	revision: number;
}

/** Reads the actor of a valid API key, else null. Records the use of the key at most once an hour. */
export async function holderOfKey(db: Db, key: string, now: Instant): Promise<Holder | null> {
	const [[found]] = await batch(db, [actorOfKey(db, sha256(key), now)]);
	if (found === undefined) return null;
	const { validUntil, dateUsed, revision, ...actor } = found;
	const isNoted = dateUsed !== null && dateUsed > now - USE_PRECISION_MS;
	if (!isNoted && !db.isCopy) await commit(db, [noteUse(db, actor.sessionId, now)]);
	return { actor: withMaker(actor), validUntil, revision };
}
