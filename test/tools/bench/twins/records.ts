import type { ShownEmployee } from '../../../../src/benefits/employees/store.ts';
import type { FlexAccess } from '../../../../src/benefits/flex/access/table.ts';
import { byText } from '../../../../src/foundation/core/employee-texts.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import { lay, type TimelineEdit } from '../../../../src/foundation/core/timeline.ts';

export interface AccessBody {
	budget: { value: number; currency: FlexAccess['budgetCurrency'] };
	accumulateBudget: boolean;
	startDate: string;
	endDate: string;
	allowedModules: FlexAccess['allowedModules'];
}

export interface EmployeeBody {
	email: string;
	companyId: string;
	groups: string[];
}

/** The timeline with the new access on it. No twin asks whether the date may still change. */
export function laidOn(
	timeline: FlexAccess[],
	employeeId: string,
	body: AccessBody,
	now: number,
): TimelineEdit<FlexAccess> {
	const entry: FlexAccess = {
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		dateDeleted: null,
		employeeId,
		budgetValue: body.budget.value,
		budgetCurrency: body.budget.currency,
		allowedModules: body.allowedModules,
		accumulateBudget: body.accumulateBudget,
		taxRuleTemplateId: 'default',
		validFrom: Date.parse(body.startDate),
		validUntil: Date.parse(body.endDate),
		dateBeganRecorded: null,
		dateEndedRecorded: null,
	};
	return lay(timeline, entry, (old, validFrom) => ({ ...old, id: newId(now), dateCreated: now, validFrom }));
}

/** The new employee with its user's e-mail. */
export const employeeOf = ({ email, companyId, groups }: EmployeeBody, now: number): ShownEmployee => ({
	id: newId(now),
	dateCreated: now,
	dateModified: now,
	companyId,
	userId: newId(now),
	...byText(() => null),
	groups,
	userName: null,
	externalId: null,
	dateDeprovisioned: null,
	pauses: [],
	datePausedStart: null,
	datePausedEnd: null,
	dateTerminated: null,
	dateTerminationSettled: null,
	dateLeft: null,
	dateErased: null,
	revision: 0,
	email,
	firstName: null,
	lastName: null,
	language: null,
	userRevision: 0,
});
