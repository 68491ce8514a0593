import { refuseAfterTermination } from '../../../foundation/core/employment.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Module } from '../../../foundation/core/modules.ts';
import type { Money } from '../../../foundation/core/money.ts';
import { refuseBefore } from '../../../foundation/core/months.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';

export interface AccessSetting {
	budget: Money;
	accumulateBudget: boolean;
	startDate: Instant;
	endDate?: Instant | null | undefined;
	allowedModules: Module[];
	flexTaxRuleTemplateId: string;
}

/** Refuses an access outside its date windows, with a template of another company, or after the termination. */
export function requireGrantable(
	{ startDate, endDate = null }: AccessSetting,
	employee: { dateTerminated: Instant | null },
	earliest: { start: Instant; end: Instant },
	isTemplateKnown: boolean,
): void {
	refuseBefore('startDate', startDate, earliest.start);
	refuseBefore('endDate', endDate, earliest.end);
	if (!isTemplateKnown) throw unknownTemplate();
	refuseAfterTermination(employee, startDate);
}

export const newAccess = (employeeId: string, setting: AccessSetting, now: Instant) => ({
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
	dateBeganRecorded: null,
	dateEndedRecorded: null,
});

const unknownTemplate = (): Refusal =>
	new Refusal('unknown_tax_rule_template', 'The employee’s company has no such tax rule template.');
