import { authorize, authorizeForAll } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { isFoundIn, wordsOf } from '../../employees/people/rules.ts';
import { emailKey } from '../../users/rules.ts';
import { loadUser, type User, userById, usersByAddress, usersPage } from '../../users/store.ts';
import { companiesOfUser, manageableElsewhere } from '../store.ts';

export async function readUser(call: Call, userId: string): Promise<User> {
	const scope = authorize(call.actor, 'readUser');
	return loadUser(call, scope, userId);
}

export async function listUsers(
	call: Call,
	companyId: string | undefined,
	after: string,
	limit: number,
): Promise<User[]> {
	const scope = authorize(call.actor, 'listUsers');
	const [rows] = await load(call, [usersPage(call.db, scope, companyId, after, limit)]);
	return rows;
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
	const [[user], companies, elsewhere] = await load(call, [
		userById(call.db, scope, userId),
		companiesOfUser(call.db, userId),
		manageableElsewhere(call.db, userId, false),
	]);
	const others = elsewhere.map(({ id, name }) => ({ id, name, employeeId: null }));
	return { user: requireFound(user, 'user'), companies: [...companies, ...others] };
}
