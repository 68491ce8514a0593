import { authorize } from '../../core/policy.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/database.ts';
import { manageableCompanies, type RequestingUser, requestingUser } from './store.ts';

export async function readMe({ db, actor }: Call): Promise<RequestingUser> {
	authorize(actor, 'readMe');
	const [[user], companies] = await batch(db, [
		requestingUser(db, actor.userId),
		manageableCompanies(db, actor.userId, actor.roles.includes('PLATFORM_ADMIN')),
	]);
	if (user === undefined) throw new Refusal('unauthenticated', 'The user of this token no longer exists.');
	// The answer is as new as the newest of what it tells.
	const dateModified = companies.reduce(
		(latest, one) => Math.max(latest, one.dateModified),
		user.dateModified,
	);
	return { ...user, companies, dateModified };
}
