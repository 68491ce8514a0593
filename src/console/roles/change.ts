import { type RoleGrounds, readRoleGrounds } from '../../auth/second-factor/actions.ts';
import type { Call } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import type { User } from '../../users/store.ts';
import type { Context } from '../env.ts';
import { previewed } from '../submit.ts';

/** A user as it is and as a change would leave it, and what decides what that brings about. */
export interface RoleChange {
	before: User;
	after: User;
	grounds: RoleGrounds;
}

/** What a change would leave behind of somebody's roles and companies. Nothing is stored. */
export async function foreseen(
	c: Context,
	before: User,
	attempt: (call: Call) => Promise<Outcome<User>>,
): Promise<RoleChange> {
	const after = await previewed(c, attempt);
	const companyIds = [...new Set([...before.companyIds, ...after.companyIds])];
	return { before, after, grounds: await readRoleGrounds(c.var.call, before.id, companyIds) };
}
