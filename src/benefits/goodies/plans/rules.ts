import {
	type Employment,
	pauseAt,
	refuseAfterTermination,
	whileEmployed,
} from '../../../foundation/core/employment.ts';
import { newIdIn } from '../../../foundation/core/id.ts';
import {
	addDays,
	addMonths,
	endOfDay,
	type Instant,
	LAST_INSTANT,
	monthsBetween,
	startOfDay,
	startOfMonth,
} from '../../../foundation/core/instant.ts';
import type { Currency, Money } from '../../../foundation/core/money.ts';
import { refuseBefore } from '../../../foundation/core/months.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { overlaps, type Period } from '../../../foundation/core/timeline.ts';

export const VOUCHER_TYPES = ['GENERIC', 'SPECIAL'] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];

export const INTERVALS = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Interval = (typeof INTERVALS)[number];

const DAY_MS = 86_400_000;

/** The date windows of section 4.5 of the specification. */
export const earliestBudgetStart = (now: Instant): Instant => startOfDay(now);
export const earliestBudgetEnd = (now: Instant): Instant => endOfDay(addDays(now, 1));
export const earliestRevocation = (now: Instant): Instant => startOfDay(addDays(now, 1));

/** The fields of a plan that determine when its vouchers are due. */
export interface Recurrence {
	interval: Interval;
	anchor: Instant;
	validUntil: Instant | null;
	nextOccurrence: Instant | null;
}

/** The result for a due occurrence: whether a voucher is issued, and when the next occurrence is. */
export interface Passage {
	isIssued: boolean;
	nextOccurrence: Instant | null;
}

/** Issues the due occurrence. Skips it permanently if it is paused, or not before the end of the plan or the employment. */
export function passOccurrence(plan: Recurrence, employment: Employment): Passage {
	const due = plan.nextOccurrence;
	if (due === null || due >= (plan.validUntil ?? Number.POSITIVE_INFINITY)) {
		return { isIssued: false, nextOccurrence: null };
	}
	const isIssued = isWithin(plan, employment, due) && pauseAt(employment, due) === undefined;
	return { isIssued, nextOccurrence: firstOccurrence(plan, due + 1) };
}

/** Returns the instants before `before` at which the plan will issue vouchers. */
export function occurrencesBefore(plan: Recurrence, employment: Employment, before: Instant): Instant[] {
	const found: Instant[] = [];
	for (let due = plan.nextOccurrence; due !== null && due < before; ) {
		const { isIssued, nextOccurrence } = passOccurrence({ ...plan, nextOccurrence: due }, employment);
		if (isIssued) found.push(due);
		due = nextOccurrence;
	}
	return found;
}

/** Computed fields of a plan, which are not stored. */
export interface ShownPlan {
	/** The next occurrence that is not paused. Null when none is left or the pause has no end. */
	nextDate: Instant | null;
}

export function shownPlans<P extends Recurrence & Period>(
	plans: readonly P[],
	employment: Employment,
): (P & ShownPlan)[] {
	return whileEmployed(plans, employment).map((plan) => ({ ...plan, nextDate: nextDate(plan, employment) }));
}

function nextDate(plan: Recurrence, employment: Employment): Instant | null {
	let next = plan.nextOccurrence;
	for (let pause = next === null ? undefined : pauseAt(employment, next); next !== null && pause; ) {
		next = pause.validUntil === null ? null : firstOccurrence(plan, pause.validUntil + 1);
		pause = next === null ? undefined : pauseAt(employment, next);
	}
	return next !== null && isWithin(plan, employment, next) ? next : null;
}

/** True for monthly budgets. They form a timeline and never overlap, whereas other plans may. */
export const isMonthlyBudget = (plan: { goodiesVoucherType: VoucherType; interval: Interval }): boolean =>
	plan.goodiesVoucherType === 'GENERIC' && plan.interval === 'MONTHLY';

interface MonthlyAmount {
	amountValue: number;
	amountCurrency: Currency;
	anchor: Instant;
}

/** True when two monthly budgets issue equal amounts at the same instants. */
export function isSameBudget(one: MonthlyAmount, other: MonthlyAmount): boolean {
	const [earlier, later] =
		one.anchor < other.anchor ? [one.anchor, other.anchor] : [other.anchor, one.anchor];
	const months = monthsBetween(earlier, later);
	const isSameAmount = one.amountValue === other.amountValue && one.amountCurrency === other.amountCurrency;
	return isSameAmount && YEAR.every((n) => addMonths(earlier, months + n) === addMonths(later, n));
}

/** All months of a year are compared, because anchors on the 29th to 31st differ in some of them. */
const YEAR = Array.from({ length: 12 }, (_, index) => index);

/** Returns the first occurrence of a new monthly budget. It is not in a month that already has its voucher. */
export function firstOfMonthlyBudget(start: Instant, lastIssued: Instant | null): Instant {
	const isMonthTaken = lastIssued !== null && monthsBetween(lastIssued, start) <= 0;
	return isMonthTaken ? addMonths(start, monthsBetween(start, lastIssued) + 1) : start;
}

/** Adapts the remainder of a plan after a newer one. It gets its own next occurrence. */
export const restOfPlan = <P extends Recurrence & Period>(rest: P): P => ({
	...rest,
	nextOccurrence:
		rest.nextOccurrence === null
			? null
			: firstOccurrence(rest, Math.max(rest.nextOccurrence, rest.validFrom)),
});

/** Returns the plan's first occurrence at or after `from`; null when there is none. */
export function firstOccurrence(
	{ anchor, interval }: Pick<Recurrence, 'anchor' | 'interval'>,
	from: Instant,
): Instant | null {
	if (from <= anchor) return anchor;
	switch (interval) {
		case 'ONCE':
			return null;
		case 'DAILY':
			return storable(anchor + Math.ceil((from - anchor) / DAY_MS) * DAY_MS);
		case 'WEEKLY':
			return storable(anchor + Math.ceil((from - anchor) / (7 * DAY_MS)) * 7 * DAY_MS);
		case 'MONTHLY':
			return firstByMonths(anchor, from, 1);
		case 'YEARLY':
			return firstByMonths(anchor, from, 12);
	}
}

function firstByMonths(anchor: Instant, from: Instant, months: number): Instant | null {
	const passed = Math.floor(monthsBetween(anchor, from) / months);
	const candidate = addMonths(anchor, passed * months);
	return storable(candidate >= from ? candidate : addMonths(anchor, (passed + 1) * months));
}

/** True for an occurrence before the plan's end and the termination. On them, it is too late. */
function isWithin({ validUntil }: Recurrence, { dateTerminated }: Employment, occurrence: Instant): boolean {
	return (
		occurrence < (validUntil ?? Number.POSITIVE_INFINITY) &&
		occurrence < (dateTerminated ?? Number.POSITIVE_INFINITY)
	);
}

const storable = (at: Instant): Instant | null => (at <= LAST_INSTANT ? at : null);

interface Span {
	startDate: Instant;
	endDate?: Instant | null | undefined;
}

export interface BudgetSetting extends Span {
	budget: Money;
}

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

/** Refuses a monthly budget that overlaps another one. Other plans may overlap. */
export function requireOneBudget(plan: Planned, others: readonly Planned[]): void {
	if (!isMonthlyBudget(plan)) return;
	if (!others.some((other) => isMonthlyBudget(other) && overlaps(other, plan))) return;
	throw new Refusal(
		'periods_overlap',
		'Monthly GENERIC vouchers are the monthly budget, and this period already has one. Replace it with PUT /employees/{employeeId}/goodies/budget.',
	);
}

/** Returns a new plan. `lastIssued` is when the employee's latest voucher of a monthly budget was due. */
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
	id: newIdIn(employeeId, now),
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

/** Section 4.5 of the specification: the start of the next month. */
export const earliestDefaultAccessStart = (now: Instant): Instant => startOfMonth(addMonths(now, 1));
