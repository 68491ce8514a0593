import { refuseAfterTermination } from '../../core/employment.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import { refuseBefore } from '../../core/months.ts';
import { Refusal } from '../../core/refusals.ts';
import { overlaps, type Period } from '../../core/timeline.ts';
import {
	earliestBudgetEnd,
	earliestBudgetStart,
	firstOfMonthlyBudget,
	type Interval,
	isMonthlyBudget,
	type VoucherType,
} from './rules.ts';

interface Span {
	startDate: Instant;
	endDate?: Instant | null | undefined;
}

export interface BudgetSetting extends Span {
	budget: Money;
}

/** A plan of any kind. */
export interface PlanFields extends Span {
	amount: Money;
	goodiesVoucherType: VoucherType;
	interval: Interval;
}

/** Refuses a plan outside the date windows of the monthly budget, or after the termination. */
export function requirePlannable(
	{ startDate, endDate = null }: Span,
	employee: { dateTerminated: Instant | null },
	now: Instant,
): void {
	refuseBefore('startDate', startDate, earliestBudgetStart(now));
	refuseBefore('endDate', endDate, earliestBudgetEnd(now));
	refuseAfterTermination(employee, startDate);
}

type Planned = Period & { goodiesVoucherType: VoucherType; interval: Interval };

/** Refuses a second monthly budget for the same time. All other plans may overlap. */
export function requireOneBudget(plan: Planned, others: readonly Planned[]): void {
	if (!isMonthlyBudget(plan)) return;
	if (!others.some((other) => isMonthlyBudget(other) && overlaps(other, plan))) return;
	throw new Refusal(
		'periods_overlap',
		'Monthly GENERIC vouchers are the monthly budget, and this period already has one. Replace it with PUT /employees/{employeeId}/goodies/budget.',
	);
}

/** `lastIssued` is when the employee's latest voucher of a monthly budget was due. */
export const newMonthlyBudget = (
	employeeId: string,
	{ budget, ...span }: BudgetSetting,
	lastIssued: Instant | null,
	now: Instant,
) =>
	newPlan(
		employeeId,
		{ ...span, amount: budget, goodiesVoucherType: 'GENERIC', interval: 'MONTHLY' },
		lastIssued,
		now,
	);

export const newPlan = (
	employeeId: string,
	{ amount, goodiesVoucherType, interval, startDate, endDate = null }: PlanFields,
	lastIssued: Instant | null,
	now: Instant,
) => ({
	id: newId(now),
	dateCreated: now,
	dateModified: now,
	dateDeleted: null,
	employeeId,
	goodiesVoucherType,
	interval,
	amountValue: amount.value,
	amountCurrency: amount.currency,
	validFrom: startDate,
	validUntil: endDate,
	anchor: startDate,
	nextOccurrence: isMonthlyBudget({ goodiesVoucherType, interval })
		? firstOfMonthlyBudget(startDate, lastIssued)
		: startDate,
});
