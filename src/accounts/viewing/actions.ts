import { aboutUser, creation } from '../../core/history.ts';
import { toIso } from '../../core/instant.ts';
import { authorizeForAll } from '../../core/policy.ts';
import { Refusal, requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { readerOf } from '../../users/rules.ts';
import { userById } from '../../users/store.ts';
import { saveViewed } from './store.ts';

/** How long a platform administrator may look; then it has to be begun, and told, again. */
const LONGEST_MS = 60 * 60_000;

/** Lets a platform administrator see in the console what a user sees, for an hour. The history of the user tells it. */
export async function beginViewing(call: Call, userId: string): Promise<Outcome<null>> {
	const { db, now, actor } = call;
	const scope = authorizeForAll(actor, 'readUser');
	const user = await load(call, [userById(db, scope, userId)], ([[found]]) => requireFound(found, 'user'));
	if (user.roles.includes('PLATFORM_ADMIN')) {
		throw new Refusal('forbidden', 'The console cannot be viewed as a platform administrator.');
	}
	const until = now + LONGEST_MS;
	const about = aboutUser(userId, readerOf(user.employerId, user.companyIds));
	return {
		before: null,
		after: null,
		statements: [saveViewed(db, actor.sessionId, { userId, until })],
		changes: [creation('user.viewed', about, { dateExpires: toIso(until) })],
	};
}

/** Lets the session see its own pages again. */
export async function endViewing({ db, actor }: Call): Promise<Outcome<null>> {
	authorizeForAll(actor, 'readUser');
	return { before: null, after: null, statements: [saveViewed(db, actor.sessionId, null)], changes: [] };
}
