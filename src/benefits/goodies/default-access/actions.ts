import { refuseAfterTermination, whileEmployed } from '../../../foundation/core/employment.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { refuseBefore } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { loadBeneficiary, loadEmployee } from '../../employees/store.ts';
import { layPeriod, periodsOf } from '../../employees/timelines/store.ts';
import { earliestDefaultAccessStart } from '../plans/rules.ts';
import { type DefaultAccess, defaultAccessTimeline } from './table.ts';

/** Adds a period to the employee's timeline. The outcome is the whole timeline. */
export async function setDefaultAccess(
	call: Call,
	employeeId: string,
	{ startDate, endDate = null }: { startDate: Instant; endDate?: Instant | null | undefined },
): Promise<Outcome<DefaultAccess[]>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setDefaultAccess');
	const [employee, accesses] = await loadBeneficiary(call, scope, employeeId, [
		periodsOf(db, defaultAccessTimeline, scope, employeeId),
	]);
	refuseBefore('startDate', startDate, earliestDefaultAccessStart(now));
	refuseAfterTermination(employee, startDate);
	const dates = { dateCreated: now, dateModified: now, dateDeleted: null };
	const access = { id: newId(now), ...dates, employeeId, validFrom: startDate, validUntil: endDate };
	return layPeriod(call, defaultAccessTimeline, employee, accesses, access);
}

export async function listDefaultAccess(call: Call, employeeId: string): Promise<DefaultAccess[]> {
	const scope = authorize(call.actor, 'listDefaultAccess');
	const [employee, accesses] = await loadEmployee(call, scope, employeeId, [
		periodsOf(call.db, defaultAccessTimeline, scope, employeeId),
	]);
	return whileEmployed(accesses, employee);
}
