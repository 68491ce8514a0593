import { authorize, authorizeForAll } from '../../core/policy.ts';
import { Refusal, requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { batch } from '../../db/database.ts';
import { isFoundIn, wordsOf } from '../../employees/people/rules.ts';
import { emailKey } from '../../users/rules.ts';
import { type User, userById, usersByAddress } from '../../users/store.ts';
import { listUsers } from '../actions.ts';
import { companiesOfUser, manageableCompanies, type RequestingUser, requestingUser } from '../store.ts';

export async function readMe({ db, actor }: Call): Promise<RequestingUser> {
	authorize(actor, 'readMe');
	const [[user], companies] = await batch(db, [
		requestingUser(db, actor.userId),
		manageableCompanies(db, actor.userId, actor.roles.includes('PLATFORM_ADMIN')),
	]);
	if (user === undefined) throw new Refusal('unauthenticated', 'The user of this token no longer exists.');
	// The record is as new as the newest of its parts.
	const dateModified = companies.reduce(
		(latest, one) => Math.max(latest, one.dateModified),
		user.dateModified,
	);
	return { ...user, companies, dateModified };
}

/** Few companies have more users who manage them. */
const PAGE_SIZE = 500;

/** Lists users by the beginning of their address. `after` is the last address of the previous page. */
export async function findUsers(call: Call, beginning: string, after: string, limit: number) {
	const scope = authorizeForAll(call.actor, 'listUsers');
	const [rows] = await load(call, [usersByAddress(call.db, scope, emailKey(beginning), after, limit)]);
	return rows;
}

/** Finds users who manage a company by all words of a text, as the search for people does. */
export async function findUsersOfCompany(call: Call, companyId: string, text: string): Promise<User[]> {
	const [found, words]: [User[], string[]] = [[], wordsOf(text)];
	for (let after = ''; ; ) {
		const page = await listUsers(call, companyId, after, PAGE_SIZE);
		found.push(
			...page.filter(({ firstName, lastName, email }) =>
				isFoundIn([firstName, lastName, email].join(' '), words),
			),
		);
		const last = page.at(-1);
		if (last === undefined || page.length < PAGE_SIZE) return found;
		after = last.id;
	}
}

export async function readUserAndCompanies(call: Call, userId: string) {
	const scope = authorizeForAll(call.actor, 'readUser');
	const [[user], companies] = await load(call, [
		userById(call.db, scope, userId),
		companiesOfUser(call.db, userId),
	]);
	return { user: requireFound(user, 'user'), companies };
}
