import { authorize } from '../../core/policy.ts';
import { requireFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { userById } from '../../users/store.ts';
import { factorOf, type Standing, standingOf } from './store.ts';

/** Who administers and verifies a company, and how many of them a demand for a second factor would concern, or concerns. */
export async function readFactorDemand(call: Call, companyId: string): Promise<Standing> {
	const scope = authorize(call.actor, 'updateCompany');
	const [[standing]] = await load(call, [standingOf(call.db, scope, [companyId], '')]);
	return requireFound(standing, 'company');
}

export type RoleGrounds = Awaited<ReturnType<typeof readRoleGrounds>>;

/** What decides what a change of a user's roles brings about: who else there is in the companies, and the second factor. */
export async function readRoleGrounds(call: Call, userId: string, companyIds: readonly string[]) {
	const { db, actor } = call;
	const scope = authorize(actor, 'updateUser');
	const [companies, [user], [factor]] = await load(call, [
		standingOf(db, scope, companyIds, userId),
		userById(db, scope, userId),
		factorOf(db, userId),
	]);
	requireFound(user, 'user');
	return { companies, isFactorLacking: requireFound(factor, 'user').isLacking };
}
