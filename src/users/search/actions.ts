import { authorizeForAll } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { emailKey } from '../rules.ts';
import { userById, usersByAddress } from '../store.ts';
import { companiesOfUser } from './store.ts';

/** Users in the order of their addresses, of those that begin with a text; `after` is the address of the last one seen. */
export async function findUsers(call: Call, beginning: string, after: string, limit: number) {
	const scope = authorizeForAll(call.actor, 'listUsers');
	const [rows] = await load(call, [usersByAddress(call.db, scope, emailKey(beginning), after, limit)]);
	return rows;
}

/** A user with the companies that it manages and the one that employs it. */
export async function readUserAndCompanies(call: Call, userId: string) {
	const scope = authorizeForAll(call.actor, 'readUser');
	const [[user], companies] = await load(call, [
		userById(call.db, scope, userId),
		companiesOfUser(call.db, userId),
	]);
	return { user: requireFound(user, 'user'), companies };
}
