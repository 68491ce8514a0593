import { authorize } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, concern, load } from '../../db/call.ts';
import type { Statement } from '../../db/client.ts';
import type { Outcome } from '../../db/write.ts';
import { requireOwnUser } from '../../users/rules.ts';
import { userById } from '../../users/store.ts';
import { endSession, endSessionsOf } from '../store.ts';
import { type Session, sessionOf, sessionsPage } from './store.ts';

export async function listSessions(call: Call, after: string, limit: number): Promise<Session[]> {
	const { db, actor, now } = call;
	authorize(actor, 'listSessions');
	const [rows] = await load(call, [sessionsPage(db, actor.userId, now, after, limit)]);
	return rows;
}

/** Ends one of the actor's own sessions. */
export async function endOwnSession(call: Call, sessionId: string): Promise<Outcome<null>> {
	const { db, actor } = call;
	authorize(actor, 'endSession');
	await load(call, [sessionOf(db, actor.userId, sessionId)], ([[session]]) =>
		requireFound(session, 'session'),
	);
	return done(endSession(call, sessionId, 'ended_by_user'));
}

export async function endOtherSessions(call: Call): Promise<Outcome<null>> {
	const { userId, sessionId } = call.actor;
	authorize(call.actor, 'endOtherSessions');
	return done(endSessionsOf(call, userId, 'ended_by_user', sessionId));
}

export async function endSessionsOfUser(call: Call, userId: string): Promise<Outcome<null>> {
	const scope = authorize(call.actor, 'endSessionsOfUser');
	const user = await load(call, [userById(call.db, scope, userId)], ([[found]]) =>
		requireFound(found, 'user'),
	);
	if (!scope.all) requireOwnUser(user);
	concern(call, userId);
	return done(endSessionsOf(call, userId, 'ended_by_administrator'));
}

const done = (statements: readonly Statement[]): Outcome<null> => ({
	before: null,
	after: null,
	statements,
	changes: [],
});
