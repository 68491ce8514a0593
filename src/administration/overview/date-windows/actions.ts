import { idInScope, loadEmployee } from '../../../benefits/employees/store.ts';
import {
	earliestBudgetEnd,
	earliestBudgetStart,
	earliestDefaultAccessStart,
	earliestRevocation,
} from '../../../benefits/goodies/plans/rules.ts';
import { latestRunFor } from '../../../benefits/payroll/runs/store.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { earliestOpen, earliestOpenEnd } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Company } from '../../../tenants/companies/store.ts';
import type { DateWindows } from './rules.ts';

/** Returns the current date windows. The functions that check requests compute them, so both always agree. */
export async function readDateWindows(call: Call, employeeId: string): Promise<DateWindows> {
	const scope = authorize(call.actor, 'readDateWindows');
	const latest = latestRunFor(call.db, idInScope(call.db, scope, employeeId));
	const [employee, [closed]] = await loadEmployee(call, scope, employeeId, [latest]);
	return windowsAt(call.now, employee, closed?.month ?? null);
}

export function windowsAt(
	now: Instant,
	{ payrollReferenceDay, submissionDay }: Pick<Company, 'payrollReferenceDay' | 'submissionDay'>,
	latestClosed: Instant | null = null,
): DateWindows {
	const lastDay = submissionDay ?? payrollReferenceDay;
	const accessEnd = earliestOpenEnd(now, payrollReferenceDay);
	return {
		payrollReferenceDay,
		submissionDay: lastDay,
		submitExpense: { start: earliestOpen(now, lastDay, latestClosed), end: null },
		setAccess: { start: earliestOpen(now, payrollReferenceDay), end: accessEnd },
		revokeAccess: { start: null, end: accessEnd },
		setMonthlyBudget: { start: earliestBudgetStart(now), end: earliestBudgetEnd(now) },
		setDefaultAccess: { start: earliestDefaultAccessStart(now), end: null },
		revokePlannedVouchers: { start: null, end: earliestRevocation(now) },
	};
}
