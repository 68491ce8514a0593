import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch, type Db } from '../../db/database.ts';
import { loadInCompany } from '../store.ts';
import type { Quota } from './rules.ts';
import { removeOldUsage, usageOfCompany } from './store.ts';

/** What a company uses of the quotas that do not begin anew each month; nothing of those that it has not begun to use. */
export async function readUsage(call: Call, companyId: string): Promise<Partial<Record<Quota, number>>> {
	const scope = authorize(call.actor, 'readCompany');
	const [rows] = await loadInCompany(call, scope, companyId, [usageOfCompany(call.db, companyId)]);
	return Object.fromEntries(rows.map(({ quota, used }) => [quota, used]));
}

const CLEAR_LIMIT = 5000;

/** Removes what was counted for earlier months, and returns the number of rows. */
export async function clearOldUsage(db: Db, now: Instant): Promise<number> {
	for (let cleared = 0; ; ) {
		const [removed] = await batch(db, [removeOldUsage(db, now, CLEAR_LIMIT)]);
		cleared += removed.length;
		if (removed.length < CLEAR_LIMIT) return cleared;
	}
}
