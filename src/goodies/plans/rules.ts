import { type Employment, isPaused, whileEmployed } from '../../core/employment.ts';
import {
	addDays,
	addMonths,
	endOfDay,
	type Instant,
	LAST_INSTANT,
	monthsBetween,
	startOfDay,
} from '../../core/instant.ts';
import type { Period } from '../../core/timeline.ts';

export const VOUCHER_TYPES = ['GENERIC', 'SPECIAL'] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];

export const INTERVALS = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Interval = (typeof INTERVALS)[number];

const DAY_MS = 86_400_000;

/** Windows of section 4.5. */
export const earliestBudgetStart = (now: Instant): Instant => startOfDay(now);
export const earliestBudgetEnd = (now: Instant): Instant => endOfDay(addDays(now, 1));
export const earliestRevocation = (now: Instant): Instant => startOfDay(addDays(now, 1));

/** What of a plan says when its vouchers fall due. */
export interface Recurrence {
	interval: Interval;
	anchor: Instant;
	validUntil: Instant | null;
	nextOccurrence: Instant | null;
}

/** What becomes of a plan's due occurrence: a voucher or none, and the occurrence that comes after it. */
export interface Passage {
	isIssued: boolean;
	nextOccurrence: Instant | null;
}

/**
 * Issues or skips the occurrence that is due. One in the pause, or not before the plan's end or the termination, is skipped
 * for good.
 */
export function passOccurrence(plan: Recurrence, employment: Employment): Passage {
	const due = plan.nextOccurrence;
	if (due === null || due >= (plan.validUntil ?? Number.POSITIVE_INFINITY)) {
		return { isIssued: false, nextOccurrence: null };
	}
	const isIssued = isWithin(plan, employment, due) && !isPaused(employment, due);
	return { isIssued, nextOccurrence: firstOccurrence(plan, due + 1) };
}

/** A plan as everybody sees it. */
export interface ShownPlan {
	/** The first occurrence that is still to come and not paused; null when none is left or the pause is open. */
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
	if (next !== null && isPaused(employment, next)) {
		next = employment.datePausedEnd === null ? null : firstOccurrence(plan, employment.datePausedEnd);
	}
	return next !== null && isWithin(plan, employment, next) ? next : null;
}

/** The plans that form a timeline: set by the monthly budget, never overlapping. */
export const isMonthlyBudget = (plan: { goodiesVoucherType: VoucherType; interval: Interval }): boolean =>
	plan.goodiesVoucherType === 'GENERIC' && plan.interval === 'MONTHLY';

/** The first occurrence of a new monthly budget: not in a month that already has its voucher. */
export function firstOfMonthlyBudget(start: Instant, lastIssued: Instant | null): Instant {
	const isMonthTaken = lastIssued !== null && monthsBetween(lastIssued, start) <= 0;
	return isMonthTaken ? addMonths(start, monthsBetween(start, lastIssued) + 1) : start;
}

/** The rest of a plan, behind a newer one, goes on with the first of its own occurrences there. */
export const restOfPlan = <P extends Recurrence & Period>(rest: P): P => ({
	...rest,
	nextOccurrence:
		rest.nextOccurrence === null
			? null
			: firstOccurrence(rest, Math.max(rest.nextOccurrence, rest.validFrom)),
});

/** The plan's first occurrence at or after `from`, counted from the anchor; null when there is none. */
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

/** An occurrence must lie before the plan's end and before the termination, not on them. */
function isWithin({ validUntil }: Recurrence, { dateTerminated }: Employment, occurrence: Instant): boolean {
	return (
		occurrence < (validUntil ?? Number.POSITIVE_INFINITY) &&
		occurrence < (dateTerminated ?? Number.POSITIVE_INFINITY)
	);
}

const storable = (at: Instant): Instant | null => (at <= LAST_INSTANT ? at : null);
