import { refuseBefore } from '../../core/date-window.ts';
import { refuseAfterTermination } from '../../core/employment.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import { earliestBudgetEnd, earliestBudgetStart, firstOfMonthlyBudget } from './rules.ts';

export interface BudgetSetting {
	budget: Money;
	startDate: Instant;
	endDate?: Instant | null | undefined;
}

/** Refuses a monthly budget outside its date windows, or after the termination. */
export function requirePlannable(
	{ startDate, endDate = null }: BudgetSetting,
	employee: { dateTerminated: Instant | null },
	now: Instant,
): void {
	refuseBefore('startDate', startDate, earliestBudgetStart(now));
	refuseBefore('endDate', endDate, earliestBudgetEnd(now));
	refuseAfterTermination(employee, startDate);
}

/** `lastIssued` is when the employee's latest voucher of a monthly budget was due. */
export const newMonthlyBudget = (
	employeeId: string,
	{ budget, startDate, endDate = null }: BudgetSetting,
	lastIssued: Instant | null,
	now: Instant,
) => ({
	id: newId(now),
	dateCreated: now,
	dateModified: now,
	dateDeleted: null,
	employeeId,
	goodiesVoucherType: 'GENERIC' as const,
	interval: 'MONTHLY' as const,
	amountValue: budget.value,
	amountCurrency: budget.currency,
	validFrom: startDate,
	validUntil: endDate,
	anchor: startDate,
	nextOccurrence: firstOfMonthlyBudget(startDate, lastIssued),
});
