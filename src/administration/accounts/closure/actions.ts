import type { Scope } from '../../../foundation/core/actor.ts';
import { aboutUser, alteration, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { authorize, authorizeForAll } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { authorOf, type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { revocationOf } from '../../../tenants/auth/keys/actions.ts';
import { keysMadeBy } from '../../../tenants/auth/keys/store.ts';
import { endSessionsOf } from '../../../tenants/auth/store.ts';
import { newMail } from '../../../tenants/mail/rules.ts';
import { insertMail } from '../../../tenants/mail/store.ts';
import {
	lastCompanyAdmin,
	lastPlatformAdmin,
	leftByAdmin,
	readerOf,
	requireOwnUser,
} from '../../../tenants/users/rules.ts';
import { loadUser, requireAdministrators, type User, userById } from '../../../tenants/users/store.ts';
import { tellUser } from '../../../tenants/users/table.ts';
import { saveClosed, saveViewed } from '../store.ts';

/**
 * Closes a user: sessions end, and the user can no longer sign in. Everything else stays. With `revokesKeys`, API keys that the user created
 * end too, as far as the caller reaches them.
 */
export async function closeUser(call: Call, userId: string, revokesKeys = false): Promise<Outcome<User>> {
	const scope = authorize(call.actor, 'closeUser');
	const queries = [userById(call.db, scope, userId), keysMadeBy(call.db, scope, userId)] as const;
	const [[found], keys] = await load(call, queries, ([users, made]) => {
		requireFound(users[0], 'user');
		return [users, made];
	});
	const closed = setClosed(call, scope, requireFound(found, 'user'), call.now);
	if (!revokesKeys) return closed;
	const revocations = keys.map((key) => revocationOf(call, key, 'ROTATED'));
	return {
		...closed,
		statements: [...closed.statements, ...revocations.flatMap(({ statements }) => statements)],
		changes: [...closed.changes, ...revocations.flatMap(({ changes }) => changes)],
	};
}

export async function openUser(call: Call, userId: string): Promise<Outcome<User>> {
	const scope = authorize(call.actor, 'openUser');
	const user = await loadUser(call, scope, userId);
	return setClosed(call, scope, user, null);
}

function setClosed(call: Call, scope: Scope, before: User, dateClosed: Instant | null): Outcome<User> {
	concern(call, before.id);
	const closure = closing(call, scope, before, dateClosed);
	const after =
		closure.changes.length === 0
			? before
			: { ...before, dateClosed, dateModified: call.now, revision: before.revision + 1 };
	return { before, after, ...closure };
}

type Closable = Pick<
	User,
	'id' | 'roles' | 'companyIds' | 'employerId' | 'isOutside' | 'dateClosed' | 'closer' | 'revision'
> &
	Partial<Pick<User, 'grantedIds'>>;

/** Returns the statements that close a user at an instant, or open it again (null). Empty when the user is already in that state. */
export function closing(
	call: Call,
	scope: Scope,
	user: Closable,
	dateClosed: Instant | null,
): Pick<Outcome<null>, 'statements' | 'changes' | 'mails' | 'violations'> {
	const { db, now, actor } = call;
	if (!scope.all) requireOwnUser(user);
	if ((user.dateClosed === null) === (dateClosed === null)) return { statements: [], changes: [] };
	if (dateClosed === null && actor.isDirectory && user.closer === 'PERSON') throw closedByPerson();
	const closer = dateClosed === null ? null : actor.isDirectory ? 'DIRECTORY' : 'PERSON';
	const saved = saveClosed(db, user, { dateClosed, closer }, now);
	const reader = readerOf(user.employerId, user.companyIds, user.grantedIds);
	const changes = alteration(
		dateClosed === null ? 'user.opened' : 'user.closed',
		aboutUser(user.id, reader),
		tellUser({ dateClosed: user.dateClosed }),
		tellUser({ dateClosed }),
	);
	if (dateClosed === null) return { statements: [saved], changes };
	const mail = newMail('account_closed', user.id, reader, now);
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

const closedByPerson = (): Refusal =>
	new Refusal('forbidden', 'An administrator has closed this user. Only a person can open it again.');

/** After this time, the administrator must start again, and the history records it again. */
const LONGEST_MS = 60 * 60_000;

/**
 * Lets a platform administrator see the console as a user sees it. This is recorded in the user's history, in the user's database, before
 * the session shows the pages. `there` is a call in that database.
 */
export async function beginViewing(call: Call, there: Call, userId: string): Promise<Outcome<null>> {
	const { db, now, actor } = call;
	const scope = authorizeForAll(actor, 'readUser');
	const user = await loadUser(there, scope, userId);
	if (user.roles.includes('PLATFORM_ADMIN')) {
		throw new Refusal('forbidden', 'The console cannot be viewed as a platform administrator.');
	}
	const until = now + LONGEST_MS;
	const about = aboutUser(userId, readerOf(user.employerId, user.companyIds, user.grantedIds));
	const { cell } = there.db;
	const changes = [creation('user.viewed', about, { dateExpires: toIso(until) })];
	const viewing = unrecorded([saveViewed(db, actor.sessionId, { userId, until, cell })]);
	if (cell === db.cell) return { ...viewing, changes };
	const prepare = () =>
		commit(there.db, recordEvents(there.db, authorOf(call), now, identified(changes, now)));
	return { ...viewing, prepare };
}

export async function endViewing({ db, actor }: Call): Promise<Outcome<null>> {
	authorizeForAll(actor, 'readUser');
	return unrecorded([saveViewed(db, actor.sessionId, null)]);
}
