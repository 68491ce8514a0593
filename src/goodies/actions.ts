import { authorize } from '../auth/policy.ts';
import { refuseBefore } from '../core/date-window.ts';
import { notFound } from '../core/domain-error.ts';
import { refuseAfterTermination } from '../core/employment.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import type { Money } from '../core/money.ts';
import { end, lay } from '../core/timeline.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit, serially } from '../db/commit.ts';
import { asNewRecord, holds, saveChange, stamped } from '../db/timeline.ts';
import { advanceRevision, employeeInScope } from '../employees/store.ts';
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
import { employeeOfPlan, type PlannedVoucher, planById, planTimeline } from './store.ts';
import { plannedVouchers } from './table.ts';

export interface BudgetSetting {
	budget: Money;
	startDate: Instant;
	endDate?: Instant | null | undefined;
}

/** Lays a monthly budget on the employee's timeline and answers all planned vouchers. Plans of other kinds stay. */
export async function setMonthlyBudget(
	call: Call,
	employeeId: string,
	setting: BudgetSetting,
): Promise<(PlannedVoucher & ShownPlan)[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setMonthlyBudget');
	const id = newId(now);
	return serially(async () => {
		const [[employee], plans, [lastIssued]] = await batch(db, [
			employeeInScope(db, scope, employeeId),
			planTimeline(db, scope, employeeId),
			lastMonthlyIssue(db, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		if (holds(plans, id)) return shownPlans(plans, employee);
		refuseBefore('startDate', setting.startDate, earliestBudgetStart(now));
		refuseBefore('endDate', setting.endDate ?? null, earliestBudgetEnd(now));
		refuseAfterTermination(employee, setting.startDate);

		const plan = newPlan(id, employeeId, setting, lastIssued?.dueDate ?? null, now);
		const change = stamped(lay(plans.filter(isMonthlyBudget), plan, continuePlan(now)), now);
		await commit(db, [advanceRevision(db, employee), ...saveChange(db, plannedVouchers, change, now)]);
		const others = plans.filter((other) => !isMonthlyBudget(other));
		return shownPlans([...change.timeline, ...others], employee);
	});
}

export async function listPlannedVouchers(
	call: Call,
	employeeId: string,
): Promise<(PlannedVoucher & ShownPlan)[]> {
	const scope = authorize(call.actor, 'listPlannedVouchers');
	const [[employee], plans] = await batch(call.db, [
		employeeInScope(call.db, scope, employeeId),
		planTimeline(call.db, scope, employeeId),
	]);
	if (employee === undefined) throw notFound('employee');
	return shownPlans(plans, employee);
}

export async function revokePlannedVouchers(call: Call, employeeId: string, endDate: Instant): Promise<void> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'revokePlannedVouchers');
	await serially(async () => {
		const [[employee], plans] = await batch(db, [
			employeeInScope(db, scope, employeeId),
			planTimeline(db, scope, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		refuseBefore('endDate', endDate, earliestRevocation(now));
		const statements = saveChange(db, plannedVouchers, end(plans, endDate), now);
		if (statements.length > 0) await commit(db, [advanceRevision(db, employee), ...statements]);
	});
}

export async function revokePlannedVoucher(call: Call, planId: string, endDate: Instant): Promise<void> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'revokePlannedVoucher');
	await serially(async () => {
		const [[employee], [plan]] = await batch(db, [
			employeeInScope(db, scope, employeeOfPlan(planId)),
			planById(db, planId),
		]);
		if (employee === undefined || plan === undefined) throw notFound('planned voucher');
		refuseBefore('endDate', endDate, earliestRevocation(now));
		const standing = plan.dateDeleted === null ? [plan] : [];
		const statements = saveChange(db, plannedVouchers, end(standing, endDate), now);
		if (statements.length > 0) await commit(db, [advanceRevision(db, employee), ...statements]);
	});
}

function newPlan(
	id: string,
	employeeId: string,
	{ budget, startDate, endDate = null }: BudgetSetting,
	lastIssued: Instant | null,
	now: Instant,
): PlannedVoucher {
	return {
		id,
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
