import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { UNREACHED } from '../../../tenants/mail/rules.ts';
import { lacking, unreached } from './store.ts';

/** Counts people with missing details, and people whose invitation did not arrive. */
export async function countGaps(call: Call, companyId: string) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listPeople');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [[lacks], mails] = await loadInCompany(call, scope, companyId, [
		lacking(db, ownerId, now),
		unreached(db, ownerId),
	]);
	const counted = requireFound(lacks, 'company');
	return {
		lacks: counted,
		unproven: counted.unproven,
		unreached: UNREACHED.map((state) => ({
			state,
			people: mails.find((mail) => mail.state === state)?.people ?? 0,
		})),
	};
}
