import { endSessionsOf } from '../../auth/store.ts';
import type { Scope } from '../../core/actor.ts';
import { aboutUser, alteration } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, concern, load } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { insertMail } from '../../mail/store.ts';
import { lastCompanyAdmin, lastPlatformAdmin, leftByAdmin, readerOf, requireOwnUser } from '../rules.ts';
import { requireAdministrators, saveUser, type User, userById } from '../store.ts';
import { tellUser } from '../table.ts';

/** Takes sign-in from a user and ends its sessions. Everything else stays. */
export async function closeUser(call: Call, userId: string): Promise<Outcome<User>> {
	const scope = authorize(call.actor, 'closeUser');
	const outcome = await setClosed(call, scope, userId, call.now);
	const { before, after, changes } = outcome;
	if (before === null || changes.length === 0) return outcome;
	const { db, now } = call;
	const mail = {
		id: newId(now),
		kind: 'account_closed' as const,
		...{
			userId,
			companyId: readerOf(after.employerId, after.companyIds),
			data: {},
			sealed: null,
			dateCreated: now,
			dateDue: now,
		},
	};
	return {
		...outcome,
		statements: [
			...outcome.statements,
			...endSessionsOf(call, userId, 'user_closed'),
			...requireAdministrators(db, scope.all ? [] : leftByAdmin(before, after)),
			insertMail(db, mail),
		],
		violations: { last_platform_admin: lastPlatformAdmin, last_company_admin: lastCompanyAdmin },
		mails: [mail.id],
	};
}

/** Lets a closed user sign in again. */
export async function openUser(call: Call, userId: string): Promise<Outcome<User>> {
	return setClosed(call, authorize(call.actor, 'openUser'), userId, null);
}

async function setClosed(
	call: Call,
	scope: Scope,
	userId: string,
	dateClosed: Instant | null,
): Promise<Outcome<User>> {
	const { db, now } = call;
	const before = await load(call, [userById(db, scope, userId)], ([[user]]) => requireFound(user, 'user'));
	concern(call, userId);
	if (!scope.all) requireOwnUser(before);
	if ((before.dateClosed === null) === (dateClosed === null)) {
		return { before, after: before, statements: [], changes: [] };
	}
	const after = { ...before, dateClosed, dateModified: now, revision: before.revision + 1 };
	const type = dateClosed === null ? 'user.opened' : 'user.closed';
	return {
		before,
		after,
		statements: [saveUser(db, after, null)],
		changes: alteration(
			type,
			aboutUser(userId, readerOf(before.employerId, before.companyIds)),
			tellUser(before),
			tellUser(after),
		),
	};
}
