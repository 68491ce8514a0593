import { type Instant, realTime } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { sha256 } from '../../../foundation/core/vault.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { inOrder } from '../../companies/store.ts';
import { requireOwnUser } from '../../users/rules.ts';
import { loadUser } from '../../users/store.ts';
import { endSession, endSessionsOf } from '../store.ts';
import { sessions } from '../table.ts';
import {
	type CompanyShown,
	companiesElsewhere,
	companiesOfCookie,
	companiesOfUser,
	companyWithId,
	keepAlive,
	renewalOfCookie,
	type Session,
	sessionOf,
	sessionsPage,
	viewedElsewhere,
	viewedOfCookie,
	visitorElsewhere,
	visitorOfCookie,
} from './store.ts';

export async function listSessions(call: Call, after: string, limit: number): Promise<Session[]> {
	const { db, actor } = call;
	const now = realTime(db, call.now);
	authorize(actor, 'listSessions');
	const [rows] = await load(call, [sessionsPage(db, actor.userId, now, after, limit)]);
	return rows;
}

export async function endOwnSession(call: Call, sessionId: string): Promise<Outcome<null>> {
	const { db, actor } = call;
	authorize(actor, 'endSession');
	await load(call, [sessionOf(db, actor.userId, sessionId)], ([[session]]) =>
		requireFound(session, 'session'),
	);
	return unrecorded(endSession(call, sessionId, 'ended_by_user'));
}

export async function endOtherSessions(call: Call): Promise<Outcome<null>> {
	const { userId, sessionId } = call.actor;
	authorize(call.actor, 'endOtherSessions');
	return unrecorded(endSessionsOf(call, userId, 'ended_by_user', sessionId));
}

export async function endSessionsOfUser(call: Call, userId: string): Promise<Outcome<null>> {
	const scope = authorize(call.actor, 'endSessionsOfUser');
	const user = await loadUser(call, scope, userId);
	if (!scope.all) requireOwnUser(user);
	concern(call, userId);
	return unrecorded(endSessionsOf(call, userId, 'ended_by_administrator'));
}

/** Returns the address for a new sign-in if a cookie's session ended only because of the identity provider's 24 hours. */
export async function addressToRenew(db: Db, cookie: string, now: Instant): Promise<string | null> {
	const [[found]] = await batch(db, [renewalOfCookie(db, sha256(cookie), now)]);
	return found?.email ?? null;
}

export type Visitor = Awaited<ReturnType<typeof visitorOfCookie>>[number] & {
	companies: CompanyShown[];
	/** The company that the address names, for platform administrators. */
	named: CompanyShown | null;
	/** The user whose pages a platform administrator is viewing, with the cell if the user is in one. */
	viewed: (Omit<Visitor, 'viewed'> & { cell?: string }) | null;
	/** Set for a user whose pages a platform administrator is viewing. */
	isViewed?: true;
};

/** Reads the user of a cookie and extends the session; null when it has ended. */
export async function loadVisitor(
	db: Db,
	cookie: string,
	companyId: string,
	now: Instant,
	cellOf: (cell: string) => Db,
): Promise<Visitor | null> {
	const hash = sha256(cookie);
	const viewedUser = sessions.viewedUserId;
	const [[found], managed, granted, [viewed], others, grantedToViewed, [elsewhere], [named]] = await batch(
		db,
		[
			visitorOfCookie(db, hash, now),
			companiesOfCookie(db, hash),
			companiesElsewhere(db, hash),
			viewedOfCookie(db, hash, now),
			companiesOfCookie(db, hash, viewedUser),
			companiesElsewhere(db, hash, viewedUser),
			viewedElsewhere(db, hash, now),
			companyWithId(db, companyId),
			...(db.isCopy ? [] : [keepAlive(db, hash, now)]),
		],
	);
	if (found === undefined) return null;
	const known = db.cell === undefined ? granted : await db.directory?.companies(granted.map(({ id }) => id));
	const visitor = { ...found, companies: inOrder(managed, known ?? []), named: null, viewed: null };
	if (!found.roles.includes('PLATFORM_ADMIN')) return visitor;
	const seen = viewed && { ...viewed, companies: inOrder(others, grantedToViewed), named: null };
	return {
		...visitor,
		named: named ?? null,
		viewed:
			elsewhere === undefined ? (seen ?? null) : await viewedIn(cellOf(elsewhere.cell), elsewhere, found),
	};
}

async function viewedIn(
	db: Db,
	{ cell, userId }: { cell: string; userId: string },
	viewer: Pick<Visitor, 'sessionId' | 'dateCreated'>,
): Promise<Visitor['viewed']> {
	const [[found], companies] = await batch(db, [
		visitorElsewhere(db, userId, viewer),
		companiesOfUser(db, userId),
	]);
	return found === undefined ? null : { ...found, companies, named: null, cell };
}
