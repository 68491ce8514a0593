import { endStandingOf } from '../../benefits/expenses/standing/store.ts';
import {
	aboutCompany,
	aboutEmployee,
	aboutUser,
	type Change,
	creation,
} from '../../foundation/core/history.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Circumstances } from '../../foundation/db/access-events.ts';
import type { Call } from '../../foundation/db/call.ts';
import { oneOf } from '../../foundation/db/columns.ts';
import { batch, type Db, type Statement } from '../../foundation/db/database.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import type { SinceAsked } from '../../tenants/auth/addresses/actions.ts';
import { revokeKey } from '../../tenants/auth/keys/actions.ts';
import type { RevocationReason } from '../../tenants/auth/keys/rules.ts';
import type { InvitedByKey } from '../../tenants/auth/one-time/store.ts';
import { endOtherSessions, endOwnSession, endSessionsOfUser } from '../../tenants/auth/sessions/actions.ts';
import { endSession } from '../../tenants/auth/store.ts';
import {
	CAUSED_KINDS,
	type Caused,
	type CausedKind,
	type Consequences,
	countsOf,
	withoutRepeated,
} from './rules.ts';
import {
	type Causes,
	causedBy,
	ENDINGS,
	sessionsOfUser,
	sessionsSinceAsked,
	theseSessions,
} from './store.ts';

const NONE: Consequences = { ended: [], kept: [] };

export type KeyRevocation = Consequences & { endedInvitations: InvitedByKey[] };

/** Revokes a key. One in foreign hands also ends what it began and no person has decided on since. */
export async function revokeKeyWithCauses(
	call: Call,
	companyId: string | null,
	keyId: string,
	reason: RevocationReason,
): Promise<Outcome<KeyRevocation>> {
	const outcome = await revokeKey(call, companyId, keyId, reason);
	const { after: endedInvitations } = outcome;
	if (reason !== 'COMPROMISED') return { ...outcome, before: null, after: { endedInvitations, ...NONE } };
	const caused = await endCaused(call, theseSessions([keyId]));
	return { ...added(outcome, caused), before: null, after: { endedInvitations, ...caused.after } };
}

/** Ends one of the caller's sessions. */
export async function endOwnSessionFor(
	call: Call,
	sessionId: string,
	isCompromised: boolean,
): Promise<Outcome<Consequences>> {
	return endedFor(call, await endOwnSession(call, sessionId), theseSessions([sessionId]), isCompromised);
}

/** Ends all other sessions of the caller. */
export async function endOtherSessionsFor(
	call: Call,
	isCompromised: boolean,
): Promise<Outcome<Consequences>> {
	const { userId, sessionId } = call.actor;
	return endedFor(call, await endOtherSessions(call), sessionsOfUser(userId, sessionId), isCompromised);
}

/** Ends the sessions of a user, as an administrator. */
export async function endSessionsOfUserFor(
	call: Call,
	userId: string,
	isCompromised: boolean,
): Promise<Outcome<Consequences>> {
	return endedFor(call, await endSessionsOfUser(call, userId), sessionsOfUser(userId, ''), isCompromised);
}

async function endedFor(
	call: Call,
	outcome: Outcome<null>,
	causes: Causes,
	isCompromised: boolean,
): Promise<Outcome<Consequences>> {
	if (!isCompromised) return { ...outcome, before: null, after: NONE };
	const caused = await endCaused(call, causes);
	return { ...added(outcome, caused), before: null, after: caused.after };
}

const added = (
	outcome: Pick<Outcome<unknown>, 'statements' | 'changes'>,
	caused: Pick<Outcome<unknown>, 'statements' | 'changes'>,
) => ({
	...outcome,
	statements: [...outcome.statements, ...caused.statements],
	changes: [...outcome.changes, ...caused.changes],
});

/** Decides what ends with these sessions and keys. */
async function endCaused(call: Call, causes: Causes) {
	const [first, ...others] = begunBy(call.db, causes, call.now);
	if (first === undefined) throw new Error('There are no kinds');
	return endingOf(call, call.actor.userId, await batch(call.db, [first, ...others]));
}

const begunBy = (db: Db, causes: Causes, now: Instant): Statement[] =>
	CAUSED_KINDS.map((kind) => causedBy(db, causes, kind, now));

/** Ends what an account began since a change of its address was asked for, for the link that takes the change back. */
export const sinceAsked: SinceAsked = {
	queries: (db, link, now) => begunBy(db, sessionsSinceAsked(link), now),
	ending: (gate, userId, results) => {
		const { after, ...others } = endingOf(gate, userId, results);
		return { ...others, ended: after.ended };
	},
};

function endingOf(at: Circumstances, userId: string, results: readonly unknown[]) {
	const found = withoutRepeated((results as Caused[][]).flat());
	const ended = found.filter(({ isEnded }) => isEnded);
	return {
		after: countsOf(found),
		statements: CAUSED_KINDS.flatMap((kind) => statementsFor(at, userId, kind, ended)),
		changes: ended.map(changeOf),
	};
}

function statementsFor(
	at: Circumstances,
	userId: string,
	kind: CausedKind,
	ended: readonly Caused[],
): Statement[] {
	const { db, now } = at;
	const ids = ended.filter((one) => one.kind === kind).map(({ id }) => id);
	if (ids.length === 0) return [];
	if (kind === 'STANDING_EXPENSE') return endStandingOf(db, ids, userId, now);
	const sessions = kind === 'API_KEY' ? ids.flatMap((id) => endSession(at, id, 'key_revoked')) : [];
	const ending = ENDINGS[kind]?.(oneOf(ids), { db, deciderId: userId, now }) ?? [];
	return [...ending, ...sessions];
}

/** Each record has an event of its own, so that its history tells why it ended. */
function changeOf({ kind, id, companyId, subjectId }: Caused): Change {
	if (companyId === null || kind === 'INVITATION' || kind === 'ADDRESS_CHANGE') {
		return creation('compromise.ended', { ...aboutUser(subjectId, companyId), recordId: id }, { kind });
	}
	const about = OF_EMPLOYEES.includes(kind)
		? aboutEmployee({ id: subjectId, companyId }, id)
		: aboutCompany(companyId, id);
	return creation('compromise.ended', about, { kind });
}

const OF_EMPLOYEES: readonly CausedKind[] = ['STANDING_EXPENSE', 'RECEIPT_ADDRESS', 'RECEIPT_DRAFT'];
