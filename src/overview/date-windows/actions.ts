import type { Company } from '../../companies/store.ts';
import type { Instant } from '../../core/instant.ts';
import { earliestOpen, earliestOpenEnd } from '../../core/months.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { loadEmployee } from '../../employees/store.ts';
import {
	earliestBudgetEnd,
	earliestBudgetStart,
	earliestDefaultAccessStart,
	earliestRevocation,
} from '../../goodies/plans/rules.ts';
import type { DateWindows } from './rules.ts';

/** The current date windows, computed by the functions that check the request bodies. */
export async function readDateWindows(call: Call, employeeId: string): Promise<DateWindows> {
	const scope = authorize(call.actor, 'readDateWindows');
	const [employee] = await loadEmployee(call, scope, employeeId, []);
	return windowsAt(call.now, employee);
}

export function windowsAt(
	now: Instant,
	{ payrollReferenceDay, submissionDay }: Pick<Company, 'payrollReferenceDay' | 'submissionDay'>,
): DateWindows {
	const lastDay = submissionDay ?? payrollReferenceDay;
	const accessEnd = earliestOpenEnd(now, payrollReferenceDay);
	return {
		payrollReferenceDay,
		submissionDay: lastDay,
		submitExpense: { start: earliestOpen(now, lastDay), end: null },
		setAccess: { start: earliestOpen(now, payrollReferenceDay), end: accessEnd },
		revokeAccess: { start: null, end: accessEnd },
		setMonthlyBudget: { start: earliestBudgetStart(now), end: earliestBudgetEnd(now) },
		setDefaultAccess: { start: earliestDefaultAccessStart(now), end: null },
		revokePlannedVouchers: { start: null, end: earliestRevocation(now) },
	};
}
