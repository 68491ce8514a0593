import { notFound } from '../../core/domain-error.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch, type Db } from '../../db/client.ts';
import { employeeInScope, idInScope } from '../../employees/store.ts';
import { decide } from '../plans/rules.ts';
import { duePlans, type IssuedVoucher, issuedPage, saveDecisions } from './store.ts';

/** Plans decided in one step, of two round trips; at most so many steps a run, the rest waits for the next one. */
const STEP_SIZE = 5000;
const MAX_STEPS = 100;

export async function listIssuedVouchers(
	call: Call,
	employeeId: string,
	after: string,
	limit: number,
): Promise<IssuedVoucher[]> {
	const scope = authorize(call.actor, 'listIssuedVouchers');
	const [[employee], vouchers] = await batch(call.db, [
		employeeInScope(call.db, scope, employeeId),
		issuedPage(call.db, idInScope(call.db, scope, employeeId), after, limit),
	]);
	if (employee === undefined) throw notFound('employee');
	return vouchers;
}

/**
 * Decides every occurrence that is due, the earliest first, and answers how many. A step decides one occurrence an employee,
 * so that a run that catches up on months does what timely runs would have done.
 */
export async function issueDueVouchers(db: Db, now: Instant): Promise<number> {
	let decided = 0;
	for (let step = 0; step < MAX_STEPS; step++) {
		const [due] = await batch(db, [duePlans(db, now, STEP_SIZE)]);
		if (due.length === 0) break;
		const decisions = earliestOfEachEmployee(due).map((plan) => {
			const { isIssued, nextOccurrence } = decide(plan, plan);
			const voucherId = isIssued ? newId(now) : null;
			return { planId: plan.id, revision: plan.revision, voucherId, nextOccurrence, eventId: newId(now) };
		});
		await batch(db, saveDecisions(db, decisions, now));
		decided += decisions.length;
	}
	return decided;
}

function earliestOfEachEmployee<P extends { employeeId: string }>(due: readonly P[]): P[] {
	const seen = new Set<string>();
	return due.filter(({ employeeId }) => !seen.has(employeeId) && seen.add(employeeId));
}
