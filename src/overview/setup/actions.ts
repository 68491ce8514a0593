import { loadInCompany } from '../../companies/store.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import type { Setup } from './rules.ts';
import { setupOf } from './store.ts';

/** What a company has done of what a new one needs; null once it has done everything, or closed a payroll run. One round trip. */
export async function readSetup(call: Call, companyId: string): Promise<Setup | null> {
	const scope = authorize(call.actor, 'updateCompany');
	const [[found]] = await loadInCompany(call, scope, companyId, [setupOf(call.db, companyId)]);
	if (found === undefined || found.hasRun) return null;
	const { hasRun: _, ...setup } = found;
	return Object.values(setup).includes(false) ? setup : null;
}
