import { refuseBefore } from '../../core/date-window.ts';
import { inForceOn, refuseAfterTermination, whileEmployed } from '../../core/employment.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import type { Module } from '../../core/modules.ts';
import type { Money } from '../../core/money.ts';
import { authorize } from '../../core/policy.ts';
import { notFound, Refusal } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { loadBeneficiary } from '../../employees/store.ts';
import { endPeriods, layPeriod } from '../../employees/timelines/store.ts';
import { earliestOpen, earliestOpenEnd } from '../../payroll/calendar.ts';
import { applicableTemplate } from '../tax-rules/store.ts';
import { accessesOf, employmentWithAccesses } from './store.ts';
import { accessTimeline, type FlexAccess } from './table.ts';

export interface AccessSetting {
	budget: Money;
	accumulateBudget: boolean;
	startDate: Instant;
	endDate?: Instant | null | undefined;
	allowedModules: Module[];
	flexTaxRuleTemplateId: string;
}

/** Lays a new period on the employee's timeline; the outcome is the whole timeline. */
export async function setAccess(
	call: Call,
	employeeId: string,
	setting: AccessSetting,
): Promise<Outcome<FlexAccess[]>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setAccess');
	const { startDate, endDate = null, flexTaxRuleTemplateId } = setting;
	const [employee, accesses, [template]] = await loadBeneficiary(call, scope, employeeId, [
		accessesOf(db, scope, employeeId),
		applicableTemplate(db, flexTaxRuleTemplateId, employeeId),
	]);
	refuseBefore('startDate', startDate, earliestOpen(now, employee.payrollReferenceDay));
	refuseBefore('endDate', endDate, earliestOpenEnd(now, employee.payrollReferenceDay));
	if (template === undefined) throw unknownTemplate();
	refuseAfterTermination(employee, startDate);
	return layPeriod(call, accessTimeline, employee, accesses, newAccess(employeeId, setting, now));
}

/** The employee's accesses; with `day`, only those in force on the UTC day that begins then. */
export async function readAccess(call: Call, employeeId: string, day?: Instant): Promise<FlexAccess[]> {
	const scope = authorize(call.actor, 'readAccess');
	const [rows] = await load(call, [employmentWithAccesses(call.db, scope, employeeId)]);
	const [employee] = rows;
	if (employee === undefined) throw notFound('employee');
	const accesses = rows.filter((row): row is typeof row & FlexAccess => row.id !== null);
	return day === undefined ? whileEmployed(accesses, employee) : inForceOn(accesses, employee, day);
}

export async function revokeAccess(
	call: Call,
	employeeId: string,
	endDate: Instant,
): Promise<Outcome<FlexAccess[]>> {
	const scope = authorize(call.actor, 'revokeAccess');
	const [employee, accesses] = await loadBeneficiary(call, scope, employeeId, [
		accessesOf(call.db, scope, employeeId),
	]);
	refuseBefore('endDate', endDate, earliestOpenEnd(call.now, employee.payrollReferenceDay));
	return endPeriods(call, accessTimeline, employee, accesses, endDate);
}

function newAccess(employeeId: string, setting: AccessSetting, now: Instant): FlexAccess {
	return {
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		dateDeleted: null,
		employeeId,
		budgetValue: setting.budget.value,
		budgetCurrency: setting.budget.currency,
		allowedModules: setting.allowedModules,
		accumulateBudget: setting.accumulateBudget,
		taxRuleTemplateId: setting.flexTaxRuleTemplateId,
		validFrom: setting.startDate,
		validUntil: setting.endDate ?? null,
	};
}

const unknownTemplate = (): Refusal =>
	new Refusal(
		'unknown_tax_rule_template',
		'There is no such tax rule template for the company of the employee.',
	);
