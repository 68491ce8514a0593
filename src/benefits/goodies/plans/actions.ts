import type { Instant } from '../../../foundation/core/instant.ts';
import { refuseBefore } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { loadBeneficiary, loadEmployee } from '../../employees/store.ts';
import { endPeriods, layPeriod, periodsOf } from '../../employees/timelines/store.ts';
import { lastMonthlyIssue } from '../vouchers/store.ts';
import {
	type BudgetSetting,
	earliestRevocation,
	isMonthlyBudget,
	newMonthlyBudget,
	newPlan,
	type PlanFields,
	requireOneBudget,
	requirePlannable,
	shownPlans,
} from './rules.ts';
import { employeeOfPlan, planWithOthers } from './store.ts';
import { type Plan, planTimeline } from './table.ts';

/** Sets a monthly budget. Other plans stay unchanged. The outcome contains all plans. */
export async function setMonthlyBudget(
	call: Call,
	employeeId: string,
	setting: BudgetSetting,
): Promise<Outcome<Plan[]>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setMonthlyBudget');
	const [employee, plans, [lastIssued]] = await loadBeneficiary(call, scope, employeeId, [
		periodsOf(db, planTimeline, scope, employeeId),
		lastMonthlyIssue(db, employeeId),
	]);
	requirePlannable(setting, employee, now);
	const plan = newMonthlyBudget(employeeId, setting, lastIssued?.dueDate ?? null, now);
	return layPeriod(call, planTimeline, employee, plans, plan, isMonthlyBudget);
}

export async function createPlannedVoucher(
	call: Call,
	employeeId: string,
	fields: PlanFields,
): Promise<Outcome<Plan>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'createPlannedVoucher');
	const [employee, plans, [lastIssued]] = await loadBeneficiary(call, scope, employeeId, [
		periodsOf(db, planTimeline, scope, employeeId),
		lastMonthlyIssue(db, employeeId),
	]);
	requirePlannable(fields, employee, now);
	const plan = newPlan(employee.id, fields, lastIssued?.dueDate ?? null, now);
	requireOneBudget(plan, plans);
	const { after, ...outcome } = layPeriod(call, planTimeline, employee, plans, plan, () => false);
	return { ...outcome, before: null, after: planOf(after, plan.id) };
}

export async function readPlannedVoucher(call: Call, planId: string): Promise<Plan> {
	const scope = authorize(call.actor, 'readPlannedVoucher');
	const [employee, found] = await loadEmployee(
		call,
		scope,
		employeeOfPlan(planId),
		[planWithOthers(call.db, planId)],
		'planned voucher',
	);
	const plans = found.filter(({ dateDeleted }) => dateDeleted === null);
	return planOf(shownPlans(plans, employee), planId);
}

const planOf = (plans: readonly Plan[], planId: string): Plan =>
	requireFound(
		plans.find(({ id }) => id === planId),
		'planned voucher',
	);

export async function listPlannedVouchers(call: Call, employeeId: string): Promise<Plan[]> {
	const scope = authorize(call.actor, 'listPlannedVouchers');
	const [employee, plans] = await loadEmployee(call, scope, employeeId, [
		periodsOf(call.db, planTimeline, scope, employeeId),
	]);
	return shownPlans(plans, employee);
}

export async function revokePlannedVouchers(
	call: Call,
	employeeId: string,
	endDate: Instant,
): Promise<Outcome<Plan[]>> {
	const scope = authorize(call.actor, 'revokePlannedVouchers');
	const [employee, plans] = await loadBeneficiary(call, scope, employeeId, [
		periodsOf(call.db, planTimeline, scope, employeeId),
	]);
	refuseBefore('endDate', endDate, earliestRevocation(call.now));
	return endPeriods(call, planTimeline, employee, plans, endDate);
}

/** Ends one plan. The outcome contains all plans of the employee. */
export async function revokePlannedVoucher(
	call: Call,
	planId: string,
	endDate: Instant,
): Promise<Outcome<Plan[]>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'revokePlannedVoucher');
	const [employee, found] = await loadBeneficiary(
		call,
		scope,
		employeeOfPlan(planId),
		[planWithOthers(db, planId)],
		'planned voucher',
	);
	refuseBefore('endDate', endDate, earliestRevocation(now));
	const plans = found.filter(({ dateDeleted }) => dateDeleted === null);
	return endPeriods(call, planTimeline, employee, plans, endDate, ({ id }) => id === planId);
}
