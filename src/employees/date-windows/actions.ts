import { notFound } from '../../core/domain-error.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { earliestAccessEnd, earliestAccessStart } from '../../flex/access/rules.ts';
import { earliestDefaultAccessStart } from '../../goodies/default-access/rules.ts';
import { earliestBudgetEnd, earliestBudgetStart, earliestRevocation } from '../../goodies/plans/rules.ts';
import { employeeInScope } from '../store.ts';
import type { DateWindows } from './rules.ts';

/** The windows of this moment, from the functions that check the bodies. */
export async function readDateWindows(call: Call, employeeId: string): Promise<DateWindows> {
	const scope = authorize(call.actor, 'readDateWindows');
	const [[employee]] = await batch(call.db, [employeeInScope(call.db, scope, employeeId)]);
	if (employee === undefined) throw notFound('employee');
	const { now } = call;
	const { payrollReferenceDay } = employee;
	const accessEnd = earliestAccessEnd(now, payrollReferenceDay);
	return {
		payrollReferenceDay,
		setAccess: { start: earliestAccessStart(now, payrollReferenceDay), end: accessEnd },
		revokeAccess: { start: null, end: accessEnd },
		setMonthlyBudget: { start: earliestBudgetStart(now), end: earliestBudgetEnd(now) },
		setDefaultAccess: { start: earliestDefaultAccessStart(now), end: null },
		revokePlannedVouchers: { start: null, end: earliestRevocation(now) },
	};
}
