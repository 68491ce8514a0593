import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch, type Db } from '../../db/client.ts';
import { idInScope, loadEmployee } from '../../employees/store.ts';
import { passOccurrence } from '../plans/rules.ts';
import { duePlans, type IssuedVoucher, issuedPage, savePassed } from './store.ts';

/** Plans per step (two round trips), and steps per cron run. The rest waits for the next run. */
const STEP_SIZE = 5000;
const MAX_STEPS = 100;

export async function listIssuedVouchers(
	call: Call,
	employeeId: string,
	after: string,
	limit: number,
): Promise<IssuedVoucher[]> {
	const scope = authorize(call.actor, 'listIssuedVouchers');
	const [, vouchers] = await loadEmployee(call, scope, employeeId, [
		issuedPage(call.db, idInScope(call.db, scope, employeeId), after, limit),
	]);
	return vouchers;
}

/**
 * Issues or skips every due occurrence, earliest first, and returns their number. A step takes one occurrence
 * per employee, so that a run that catches up on months does what timely runs would have done.
 */
export async function issueDueVouchers(db: Db, now: Instant): Promise<number> {
	let count = 0;
	for (let step = 0; step < MAX_STEPS; step++) {
		const [due] = await batch(db, [duePlans(db, now, STEP_SIZE)]);
		if (due.length === 0) break;
		const passed = earliestOfEachEmployee(due).map((plan) => {
			const { isIssued, nextOccurrence } = passOccurrence(plan, plan);
			const voucherId = isIssued ? newId(now) : null;
			return { planId: plan.id, revision: plan.revision, voucherId, nextOccurrence, eventId: newId(now) };
		});
		await batch(db, savePassed(db, passed, now));
		count += passed.length;
	}
	return count;
}

function earliestOfEachEmployee<P extends { employeeId: string }>(due: readonly P[]): P[] {
	const seen = new Set<string>();
	return due.filter(({ employeeId }) => !seen.has(employeeId) && seen.add(employeeId));
}
