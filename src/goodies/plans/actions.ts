import { refuseBefore } from '../../core/date-window.ts';
import { notFound } from '../../core/domain-error.ts';
import { refuseAfterTermination } from '../../core/employment.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import { authorize } from '../../core/policy.ts';
import { end, lay } from '../../core/timeline.ts';
import { type Call, load } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { asNewRecord, stamped } from '../../db/timeline.ts';
import type { Write } from '../../db/write.ts';
import { employeeInScope, storeTimeline } from '../../employees/store.ts';
import { lastMonthlyIssue } from '../vouchers/store.ts';
import {
	earliestBudgetEnd,
	earliestBudgetStart,
	earliestRevocation,
	firstOccurrence,
	firstOfMonthlyBudget,
	isMonthlyBudget,
	type ShownPlan,
	shownPlans,
} from './rules.ts';
import {
	employeeOfPlan,
	type PlannedVoucher,
	planTimeline,
	planWithOthers,
	voucherTimeline,
} from './store.ts';

/** A planned voucher as everybody sees it. */
type Plan = PlannedVoucher & ShownPlan;

export interface BudgetSetting {
	budget: Money;
	startDate: Instant;
	endDate?: Instant | null | undefined;
}

/** Lays a monthly budget on the employee's timeline and answers all planned vouchers. Plans of other kinds stay. */
export function setMonthlyBudget(call: Call, employeeId: string, setting: BudgetSetting): Write<Plan[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setMonthlyBudget');
	const decide = async () => {
		const [[employee], plans, [lastIssued]] = await load(call, [
			employeeInScope(db, scope, employeeId),
			planTimeline(db, scope, employeeId),
			lastMonthlyIssue(db, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		refuseBefore('startDate', setting.startDate, earliestBudgetStart(now));
		refuseBefore('endDate', setting.endDate ?? null, earliestBudgetEnd(now));
		refuseAfterTermination(employee, setting.startDate);
		const plan = newPlan(employeeId, setting, lastIssued?.dueDate ?? null, now);
		const laid = lay(plans.filter(isMonthlyBudget), plan, continuePlan(now));
		const others = plans.filter((other) => !isMonthlyBudget(other));
		const change = stamped({ ...laid, timeline: [...laid.timeline, ...others] }, now);
		return storeTimeline(db, voucherTimeline, employee, plans, change, shownPlans);
	};
	return { call, decide };
}

export async function listPlannedVouchers(call: Call, employeeId: string): Promise<Plan[]> {
	const scope = authorize(call.actor, 'listPlannedVouchers');
	const [[employee], plans] = await batch(call.db, [
		employeeInScope(call.db, scope, employeeId),
		planTimeline(call.db, scope, employeeId),
	]);
	if (employee === undefined) throw notFound('employee');
	return shownPlans(plans, employee);
}

/** Ends all plans of the employee, and answers what is left of them. */
export function revokePlannedVouchers(call: Call, employeeId: string, endDate: Instant): Write<Plan[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'revokePlannedVouchers');
	const decide = async () => {
		const [[employee], plans] = await load(call, [
			employeeInScope(db, scope, employeeId),
			planTimeline(db, scope, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		refuseBefore('endDate', endDate, earliestRevocation(now));
		return storeTimeline(db, voucherTimeline, employee, plans, stamped(end(plans, endDate), now), shownPlans);
	};
	return { call, decide };
}

/** Ends one plan, and answers all of its employee. */
export function revokePlannedVoucher(call: Call, planId: string, endDate: Instant): Write<Plan[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'revokePlannedVoucher');
	const decide = async () => {
		const [[employee], found] = await load(call, [
			employeeInScope(db, scope, employeeOfPlan(planId)),
			planWithOthers(db, planId),
		]);
		if (employee === undefined) throw notFound('planned voucher');
		refuseBefore('endDate', endDate, earliestRevocation(now));
		const plans = found.filter(({ dateDeleted }) => dateDeleted === null);
		const ended = end(
			plans.filter(({ id }) => id === planId),
			endDate,
		);
		const others = plans.filter(({ id }) => id !== planId);
		const change = stamped({ ...ended, timeline: [...ended.timeline, ...others] }, now);
		return storeTimeline(db, voucherTimeline, employee, plans, change, shownPlans);
	};
	return { call, decide };
}

function newPlan(
	employeeId: string,
	{ budget, startDate, endDate = null }: BudgetSetting,
	lastIssued: Instant | null,
	now: Instant,
): PlannedVoucher {
	return {
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		dateDeleted: null,
		employeeId,
		goodiesVoucherType: 'GENERIC',
		interval: 'MONTHLY',
		amountValue: budget.value,
		amountCurrency: budget.currency,
		validFrom: startDate,
		validUntil: endDate,
		anchor: startDate,
		nextOccurrence: firstOfMonthlyBudget(startDate, lastIssued),
	};
}

/** What remains of a plan behind a new one goes on with the first of its own occurrences there. */
function continuePlan(now: Instant) {
	const continued = asNewRecord(now);
	return (old: PlannedVoucher, validFrom: Instant): PlannedVoucher => ({
		...continued(old, validFrom),
		nextOccurrence:
			old.nextOccurrence === null ? null : firstOccurrence(old, Math.max(old.nextOccurrence, validFrom)),
	});
}
