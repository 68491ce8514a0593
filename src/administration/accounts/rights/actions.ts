import type { Patch } from '../../../foundation/core/patch.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { askForProof, NOTHING_BEGINS, tellOfRights } from '../../../tenants/auth/proofs/actions.ts';
import { dividedRights, hasMore, isNothing } from '../../../tenants/auth/proofs/rules.ts';
import { dropProof, type FoundProof } from '../../../tenants/auth/proofs/store.ts';
import { endSessionsOf } from '../../../tenants/auth/store.ts';
import { readerOf } from '../../../tenants/users/rules.ts';
import type { User } from '../../../tenants/users/store.ts';
import type { UserFields } from '../rules.ts';

/**
 * Decides which of the given rights begin now. A registered user without a proven address gets a link, after which the others begin. Anybody
 * else is signed out. The person and the other administrators get a mail. The operator's word is a proof, so what waited for it begins too.
 */
export async function decideRights(
	call: Call,
	before: User,
	proposal: User,
	waitingRights: FoundProof | undefined,
	patch: Patch<UserFields>,
) {
	const isProven = proposal.dateProven !== null;
	const begins = isProven && waitingRights?.mayBegin === true;
	const wanted = begins ? withWaiting(proposal, waitingRights) : proposal;
	// Nothing is real in a sandbox, where nothing proves an address.
	const isFree = isProven || call.db.ahead !== undefined;
	const { present, waiting } = dividedRights(before, wanted, isFree);
	const user = { ...wanted, ...present };
	const kept = {
		roles: patch.roles === undefined ? before.pendingRoles : waiting.roles,
		companyIds: patch.manageableCompanyIds === undefined ? before.pendingCompanyIds : waiting.companyIds,
		grantedIds: waiting.grantedIds,
	};
	if (isFree || isNothing(kept)) {
		const ended = waitingRights === undefined ? [] : [dropProof(call.db, before.id)];
		const given = signedOut(call, before, user);
		const none = { ...user, pendingRoles: [], pendingCompanyIds: [] };
		return { ...given, user: none, begins, statements: [...ended, ...given.statements] };
	}
	const pending = { ...user, pendingRoles: kept.roles, pendingCompanyIds: kept.companyIds };
	if (isSame(pending, before)) return { ...NOTHING_BEGINS, user: pending, begins };
	const companyId = readerOf(before.employerId, user.companyIds, user.grantedIds);
	return { ...(await askForProof(call, { id: before.id, companyId }, kept)), user: pending, begins };
}

const withWaiting = (user: User, { roles, companyIds, grantedIds }: FoundProof): User => ({
	...user,
	roles: [...new Set([...user.roles, ...roles])],
	companyIds: [...new Set([...user.companyIds, ...companyIds])].sort(),
	grantedIds: [...new Set([...user.grantedIds, ...grantedIds])].sort(),
});

const isSame = (after: User, before: User): boolean =>
	(['pendingRoles', 'pendingCompanyIds'] as const).every(
		(name) => after[name].toSorted().join() === before[name].toSorted().join(),
	);

/** New rights end all sessions but the one that gives them. The person and the other administrators get a mail. */
function signedOut(call: Call, before: User, after: User) {
	if (!hasMore(before, after)) return NOTHING_BEGINS;
	const { db, now, actor } = call;
	const { id: userId, employerId, dateRegistered } = before;
	const companyIds = after.companyIds.filter((id) => !after.grantedIds.includes(id));
	const companyId = readerOf(employerId, after.companyIds, after.grantedIds);
	const isTold = dateRegistered !== null;
	const told = tellOfRights(db, { userId, isTold, companyId, companyIds, authorId: actor.userId }, now);
	const except = actor.userId === userId ? actor.sessionId : undefined;
	const ends = endSessionsOf(call, userId, 'rights_changed', except);
	return { ...NOTHING_BEGINS, statements: [...ends, ...told.statements], mails: told.mails };
}
