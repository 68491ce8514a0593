import { endSessionsOf } from '../../auth/store.ts';
import { aboutUser, alteration } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorizeForAll } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, concern, load } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { insertMail } from '../../mail/store.ts';
import { lastPlatformAdmin } from '../rules.ts';
import { saveUser, type User, userById } from '../store.ts';
import { tellUser } from '../table.ts';

/** Takes sign-in from a user and ends its sessions. Everything else stays. */
export async function closeUser(call: Call, userId: string): Promise<Outcome<User>> {
	authorizeForAll(call.actor, 'closeUser');
	const outcome = await setClosed(call, userId, call.now);
	if (outcome.changes.length === 0) return outcome;
	const { db, now } = call;
	const mail = {
		id: newId(now),
		kind: 'account_closed' as const,
		...{
			userId,
			companyId: outcome.after.employerId,
			data: {},
			sealed: null,
			dateCreated: now,
			dateDue: now,
		},
	};
	return {
		...outcome,
		statements: [...outcome.statements, ...endSessionsOf(call, userId, 'user_closed'), insertMail(db, mail)],
		violations: { last_platform_admin: lastPlatformAdmin },
		mails: [mail.id],
	};
}

/** Lets a closed user sign in again. */
export async function openUser(call: Call, userId: string): Promise<Outcome<User>> {
	authorizeForAll(call.actor, 'openUser');
	return setClosed(call, userId, null);
}

async function setClosed(call: Call, userId: string, dateClosed: Instant | null): Promise<Outcome<User>> {
	const { db, now } = call;
	const before = await load(call, [userById(db, userId)], ([[user]]) => requireFound(user, 'user'));
	concern(call, userId);
	if ((before.dateClosed === null) === (dateClosed === null)) {
		return { before, after: before, statements: [], changes: [] };
	}
	const after = { ...before, dateClosed, dateModified: now, revision: before.revision + 1 };
	const type = dateClosed === null ? 'user.opened' : 'user.closed';
	return {
		before,
		after,
		statements: [saveUser(db, after, null)],
		changes: alteration(type, aboutUser(userId, before.employerId), tellUser(before), tellUser(after)),
	};
}
