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
import {
	lastCompanyAdmin,
	lastPlatformAdmin,
	leftByAdmin,
	readerOf,
	requireOwnUser,
} from '../../users/rules.ts';
import { requireAdministrators, type User, userById } from '../../users/store.ts';
import { tellUser } from '../../users/table.ts';
import { saveClosed } from './store.ts';

/** Takes sign-in from a user and ends its sessions. Everything else stays. */
export const closeUser = async (call: Call, userId: string): Promise<Outcome<User>> =>
	setClosed(call, authorize(call.actor, 'closeUser'), userId, call.now);

/** Lets a closed user sign in again. */
export const openUser = async (call: Call, userId: string): Promise<Outcome<User>> =>
	setClosed(call, authorize(call.actor, 'openUser'), userId, null);

async function setClosed(
	call: Call,
	scope: Scope,
	userId: string,
	dateClosed: Instant | null,
): Promise<Outcome<User>> {
	const before = await load(call, [userById(call.db, scope, userId)], ([[user]]) =>
		requireFound(user, 'user'),
	);
	concern(call, userId);
	const closure = closing(call, scope, before, dateClosed);
	const after =
		closure.changes.length === 0
			? before
			: { ...before, dateClosed, dateModified: call.now, revision: before.revision + 1 };
	return { before, after, ...closure };
}

/** What of a user decides whether it may be closed, and whom that concerns. */
type Closable = Pick<
	User,
	'id' | 'roles' | 'companyIds' | 'employerId' | 'isOutside' | 'dateClosed' | 'revision'
>;

/** What it takes to close a user at an instant, or to open it again (null): nothing when it is so already. */
export function closing(
	call: Call,
	scope: Scope,
	user: Closable,
	dateClosed: Instant | null,
): Pick<Outcome<null>, 'statements' | 'changes' | 'mails' | 'violations'> {
	const { db, now } = call;
	if (!scope.all) requireOwnUser(user);
	if ((user.dateClosed === null) === (dateClosed === null)) return { statements: [], changes: [] };
	const saved = saveClosed(db, user, dateClosed, now);
	const reader = readerOf(user.employerId, user.companyIds);
	const changes = alteration(
		dateClosed === null ? 'user.opened' : 'user.closed',
		aboutUser(user.id, reader),
		tellUser({ dateClosed: user.dateClosed }),
		tellUser({ dateClosed }),
	);
	if (dateClosed === null) return { statements: [saved], changes };
	const mail = closedMail(user.id, reader, now);
	return {
		statements: [
			saved,
			...endSessionsOf(call, user.id, 'user_closed'),
			...requireAdministrators(db, scope.all ? [] : leftByAdmin(user, { ...user, dateClosed })),
			insertMail(db, mail),
		],
		changes,
		violations: { last_platform_admin: lastPlatformAdmin, last_company_admin: lastCompanyAdmin },
		mails: [mail.id],
	};
}

const closedMail = (userId: string, companyId: string | null, now: Instant) => ({
	id: newId(now),
	kind: 'account_closed' as const,
	userId,
	companyId,
	data: {},
	sealed: null,
	dateCreated: now,
	dateDue: now,
});
