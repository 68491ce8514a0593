import { refuseBefore } from '../../core/date-window.ts';
import { DomainError, notFound } from '../../core/domain-error.ts';
import { inForceOn, refuseAfterTermination, whileEmployed } from '../../core/employment.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import type { Module } from '../../core/modules.ts';
import type { Money } from '../../core/money.ts';
import { authorize } from '../../core/policy.ts';
import { end, lay } from '../../core/timeline.ts';
import { type Call, load } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { asNewRecord, stamped } from '../../db/timeline.ts';
import type { Write } from '../../db/write.ts';
import { employeeInScope, storeTimeline } from '../../employees/store.ts';
import { applicableTemplate } from '../tax-rules/store.ts';
import { earliestAccessEnd, earliestAccessStart } from './rules.ts';
import { accessTimeline, type FlexAccess, flexTimeline } from './store.ts';

export interface AccessSetting {
	budget: Money;
	accumulateBudget: boolean;
	startDate: Instant;
	endDate?: Instant | null | undefined;
	allowedModules: Module[];
	flexTaxRuleTemplateId: string;
}

/** Lays a period on the employee's timeline, all of which it answers as it is shown. */
export function setAccess(call: Call, employeeId: string, setting: AccessSetting): Write<FlexAccess[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setAccess');
	const { startDate, endDate = null, flexTaxRuleTemplateId } = setting;
	const decide = async () => {
		const [[employee], timeline, [template]] = await load(call, [
			employeeInScope(db, scope, employeeId),
			accessTimeline(db, scope, employeeId),
			applicableTemplate(db, flexTaxRuleTemplateId, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		refuseBefore('startDate', startDate, earliestAccessStart(now, employee.payrollReferenceDay));
		refuseBefore('endDate', endDate, earliestAccessEnd(now, employee.payrollReferenceDay));
		if (template === undefined) throw unknownTemplate();
		refuseAfterTermination(employee, startDate);
		const access = newAccess(employeeId, setting, now);
		const change = stamped(lay(timeline, access, asNewRecord(now)), now);
		return storeTimeline(db, flexTimeline, employee, timeline, change, whileEmployed);
	};
	return { call, decide };
}

/** The employee's accesses, or those in force on the UTC day that begins at `day`. */
export async function readAccess(call: Call, employeeId: string, day?: Instant): Promise<FlexAccess[]> {
	const scope = authorize(call.actor, 'readAccess');
	const [[employee], timeline] = await batch(call.db, [
		employeeInScope(call.db, scope, employeeId),
		accessTimeline(call.db, scope, employeeId),
	]);
	if (employee === undefined) throw notFound('employee');
	return day === undefined ? whileEmployed(timeline, employee) : inForceOn(timeline, employee, day);
}

export function revokeAccess(call: Call, employeeId: string, endDate: Instant): Write<FlexAccess[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'revokeAccess');
	const decide = async () => {
		const [[employee], timeline] = await load(call, [
			employeeInScope(db, scope, employeeId),
			accessTimeline(db, scope, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		refuseBefore('endDate', endDate, earliestAccessEnd(now, employee.payrollReferenceDay));
		const change = stamped(end(timeline, endDate), now);
		return storeTimeline(db, flexTimeline, employee, timeline, change, whileEmployed);
	};
	return { call, decide };
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

const unknownTemplate = (): DomainError =>
	new DomainError(
		'unknown_tax_rule_template',
		'There is no such tax rule template for the company of the employee.',
	);
