import { companyIdInScope } from '../../companies/store.ts';
import { authorize } from '../../core/policy.ts';
import { notFound } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { runOfCompany } from '../runs/store.ts';
import { type HeldOverLine, heldOverPage } from './store.ts';

/** The lines that a run held over, because the format of the payroll office could not carry them. */
export async function listHeldOver(
	call: Call,
	companyId: string,
	runId: string,
	after: string,
	limit: number,
): Promise<HeldOverLine[]> {
	const scope = authorize(call.actor, 'listHeldOver');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [[run], lines] = await load(call, [
		runOfCompany(call.db, ownerId, runId),
		heldOverPage(call.db, ownerId, runId, after, limit),
	]);
	if (run === undefined) throw notFound('payroll run');
	return lines;
}
