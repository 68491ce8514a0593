import { inForceOn, whileEmployed } from '../../../foundation/core/employment.ts';
import { type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import { DEFAULT_TEMPLATE_ID } from '../../../foundation/core/modules.ts';
import { earliestOpen, earliestOpenEnd, refuseBefore } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { notFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import type { EmployeeKey } from '../../../foundation/db/scope.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadInCompany } from '../../../tenants/companies/store.ts';
import { loadBeneficiary } from '../../employees/store.ts';
import { endPeriods, layPeriod, periodsOf } from '../../employees/timelines/store.ts';
import { applicableTemplate } from '../tax-rules/store.ts';
import { type AccessSetting, newAccess, requireGrantable } from './rules.ts';
import { accessesIn, accessesOfCompany, employmentWithAccesses } from './store.ts';
import { accessTimeline, type FlexAccess } from './table.ts';

/** Adds a period to the employee's timeline. The outcome is the whole timeline. */
export async function setAccess(
	call: Call,
	employeeId: string,
	setting: AccessSetting,
): Promise<Outcome<FlexAccess[]>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setAccess');
	const { flexTaxRuleTemplateId: templateId } = setting;
	const isBuiltIn = templateId === DEFAULT_TEMPLATE_ID;
	const [employee, accesses, ...[applicable]] = await loadBeneficiary(call, scope, employeeId, [
		periodsOf(db, accessTimeline, scope, employeeId),
		...(isBuiltIn ? [] : [applicableTemplate(db, templateId, employeeId)]),
	]);
	const { payrollReferenceDay: day } = employee;
	const earliest = { start: earliestOpen(now, day), end: earliestOpenEnd(now, day) };
	requireGrantable(setting, employee, earliest, isBuiltIn || applicable?.length === 1);
	return layPeriod(call, accessTimeline, employee, accesses, newAccess(employeeId, setting, now));
}

/** Reads the employee's accesses. With `day`, only those in force on the UTC day that begins then. */
export async function readAccess(call: Call, employeeId: string, day?: Instant): Promise<FlexAccess[]> {
	const scope = authorize(call.actor, 'readAccess');
	const [rows] = await load(call, [employmentWithAccesses(call.db, scope, employeeId)]);
	const [employee] = rows;
	if (employee === undefined) throw notFound('employee');
	const accesses = accessesIn(rows);
	return day === undefined ? whileEmployed(accesses, employee) : inForceOn(accesses, employee, day);
}

/** Lists the accesses of a company that are in force at some instant of the month. Each ends with the employment at the latest. */
export async function listAccessesOfCompany(
	call: Call,
	companyId: string,
	month: Instant,
	after: EmployeeKey,
	limit: number,
): Promise<FlexAccess[]> {
	const scope = authorize(call.actor, 'listAccessesOfCompany');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [accesses] = await loadInCompany(call, scope, companyId, [
		accessesOfCompany(call.db, ownerId, startOfMonth(month), after, limit),
	]);
	return accesses.flatMap(({ dateTerminated, ...access }) => whileEmployed([access], { dateTerminated }));
}

export async function revokeAccess(
	call: Call,
	employeeId: string,
	endDate: Instant,
): Promise<Outcome<FlexAccess[]>> {
	const scope = authorize(call.actor, 'revokeAccess');
	const [employee, accesses] = await loadBeneficiary(call, scope, employeeId, [
		periodsOf(call.db, accessTimeline, scope, employeeId),
	]);
	refuseBefore('endDate', endDate, earliestOpenEnd(call.now, employee.payrollReferenceDay));
	return endPeriods(call, accessTimeline, employee, accesses, endDate);
}
