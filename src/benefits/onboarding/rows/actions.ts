import type { Actor } from '../../../foundation/core/actor.ts';
import type { Change } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { earliestOpen, earliestOpenEnd } from '../../../foundation/core/months.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import type { TimelineEdit } from '../../../foundation/core/timeline.ts';
import { quotaReached } from '../../../tenants/companies/rules.ts';
import type { Company } from '../../../tenants/companies/store.ts';
import type { Holder } from '../../../tenants/users/holders/store.ts';
import { emailKey, emailTaken } from '../../../tenants/users/rules.ts';
import { refuseOwnBenefits } from '../../employees/rules.ts';
import {
	changesOfEdit,
	layingOf,
	type Meaning,
	type StoredPeriod,
	withDates,
} from '../../employees/timelines/rules.ts';
import { type AccessSetting, newAccess, requireGrantable } from '../../flex/access/rules.ts';
import { accessTimeline, type FlexAccess } from '../../flex/access/table.ts';
import {
	type BudgetSetting,
	isMonthlyBudget,
	newMonthlyBudget,
	requirePlannable,
} from '../../goodies/plans/rules.ts';
import { type PlannedVoucher, planTimeline } from '../../goodies/plans/table.ts';
import type { Column } from '../file/rules.ts';
import type { KnownEmployee } from '../import/store.ts';
import { knownPerson, newPerson, type Person } from '../people/actions.ts';
import { faultsOf, type PersonFields, type Row, type RowFault, type RowResult, refused } from './rules.ts';

export interface ExistingRecords {
	byId: ReadonlyMap<string, KnownEmployee>;
	byNumber: ReadonlyMap<string | null, KnownEmployee>;
	byEmail: ReadonlyMap<string, KnownEmployee>;
	holders: ReadonlyMap<string, Holder[]>;
	accesses: ReadonlyMap<string, FlexAccess[]>;
	plans: ReadonlyMap<string, PlannedVoucher[]>;
	lastIssues: ReadonlyMap<string, Instant>;
}

export interface Import extends Situation {
	companyId: string;
	quota: { limit: number; used: number };
	/** Addresses of people in other databases. */
	elsewhere: ReadonlySet<string>;
}

/** The decision on a row. `person` is null when nothing will be stored. */
export interface Decision {
	result: RowResult;
	person: Person | null;
	accessEdit: TimelineEdit<FlexAccess> | null;
	planEdit: TimelineEdit<PlannedVoucher> | null;
	changes: Change[];
}

/** Applies the rules of the single operations to a row. New employees of the same import count against the quota. */
export function decide(given: Import, found: ExistingRecords, row: Row): Decision {
	if (row.fields === null) return refusing(row, row.faults);
	const faults: RowFault[] = [];
	const permitted = <T>(columns: Record<string, Column>, otherwise: Column, rule: () => T): T | null => {
		try {
			return rule();
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			faults.push(...faultsOf(row, error, columns, otherwise));
			return null;
		}
	};
	const { person: fields, access, goodies } = row.fields;
	const person = permitted({}, 'email', () => personOf(given, found, fields));
	if (person === null) return refusing(row, faults);
	const { employee } = person;
	const laidAccess =
		access &&
		permitted(ACCESS_COLUMNS, 'flexBudget', () =>
			layAccess(given, employee, found.accesses.get(employee.id) ?? [], access),
		);
	const laidBudget =
		goodies &&
		permitted(GOODIES_COLUMNS, 'goodiesBudget', () =>
			layMonthlyBudget(
				given,
				employee,
				found.plans.get(employee.id) ?? [],
				found.lastIssues.get(employee.id) ?? null,
				goodies,
			),
		);
	if (faults.length > 0) return refusing(row, faults);
	if (person.isNew) given.quota.used++;
	const changes = [...person.changes, ...(laidAccess?.changes ?? []), ...(laidBudget?.changes ?? [])];
	const changed = [
		...(person.changes.flatMap(({ after }) => Object.keys(after)) as Column[]),
		...(laidAccess ? ['flexBudget' as const] : []),
		...(laidBudget ? ['goodiesBudget' as const] : []),
	];
	return {
		result: {
			row,
			result: person.isNew ? 'CREATED' : changes.length === 0 ? 'UNCHANGED' : 'UPDATED',
			employeeId: person.isNew ? null : employee.id,
			changed: person.isNew ? [] : changed,
			changes,
			faults: [],
		},
		person: changes.length === 0 ? null : person,
		accessEdit: laidAccess?.edit ?? null,
		planEdit: laidBudget?.edit ?? null,
		changes,
	};
}

const ACCESS_COLUMNS: Record<string, Column> = {
	startDate: 'flexStartDate',
	endDate: 'flexEndDate',
	employee_terminated: 'flexStartDate',
	unknown_tax_rule_template: 'flexTaxRuleTemplateId',
};
const GOODIES_COLUMNS: Record<string, Column> = {
	startDate: 'goodiesStartDate',
	endDate: 'goodiesEndDate',
	employee_terminated: 'goodiesStartDate',
};

/** Finds the employee by id, or else by personnel number, or else by e-mail address. If none is found, the person is new. */
function personOf(
	{ companyId, quota, now, elsewhere }: Import,
	found: ExistingRecords,
	fields: PersonFields,
): Person {
	if (fields.employeeId !== undefined) {
		return knownPerson(requireFound(found.byId.get(fields.employeeId), 'employee'), fields, now);
	}
	const key = fields.email === undefined ? undefined : emailKey(fields.email);
	const known =
		(fields.personnelNumber === undefined ? undefined : found.byNumber.get(fields.personnelNumber)) ??
		(key === undefined ? undefined : found.byEmail.get(key));
	if (known !== undefined) return knownPerson(known, fields, now);
	if (key !== undefined && elsewhere.has(key)) throw emailTaken();
	const person = newPerson(companyId, fields, found.holders.get(key ?? '') ?? [], now);
	if (quota.used >= quota.limit) throw quotaReached('employees', quota.limit, quota.used);
	return person;
}

const refusing = (row: Row, faults: RowFault[]): Decision => ({
	result: refused(row, faults),
	person: null,
	accessEdit: null,
	planEdit: null,
	changes: [],
});

interface Situation {
	actor: Actor;
	now: Instant;
	company: Pick<Company, 'payrollReferenceDay' | 'ownBenefitsAllowed'>;
	templates: ReadonlySet<string>;
}

interface RowEmployee {
	id: string;
	companyId: string;
	userId: string;
	dateTerminated: Instant | null;
}

/** Null when the timeline already has this benefit. The date windows do not matter then. */
type Laid<P extends StoredPeriod> = { edit: TimelineEdit<P>; changes: Change[] } | null;

function layAccess(
	{ actor, now, company, templates }: Situation,
	owner: RowEmployee,
	accesses: readonly FlexAccess[],
	setting: AccessSetting,
): Laid<FlexAccess> {
	const edit = layingOf(accessTimeline, accesses, newAccess(owner.id, setting, now), now);
	if (edit === null) return null;
	refuseOwnBenefits(actor, { ...owner, ...company });
	const { payrollReferenceDay: day } = company;
	const earliest = { start: earliestOpen(now, day), end: earliestOpenEnd(now, day) };
	requireGrantable(setting, owner, earliest, templates.has(setting.flexTaxRuleTemplateId));
	return dated(accessTimeline, owner, accesses, edit, now);
}

function layMonthlyBudget(
	{ actor, now, company }: Situation,
	owner: RowEmployee,
	plans: readonly PlannedVoucher[],
	lastIssued: Instant | null,
	setting: BudgetSetting,
): Laid<PlannedVoucher> {
	const plan = newMonthlyBudget(owner.id, setting, lastIssued, now);
	const edit = layingOf(planTimeline, plans, plan, now, isMonthlyBudget);
	if (edit === null) return null;
	refuseOwnBenefits(actor, { ...owner, ...company });
	requirePlannable(setting, owner, now);
	return dated(planTimeline, owner, plans, edit, now);
}

function dated<P extends StoredPeriod>(
	timeline: Meaning<P>,
	owner: RowEmployee,
	periods: readonly P[],
	undated: TimelineEdit<P>,
	now: Instant,
): Laid<P> {
	const edit = withDates(undated, owner, now);
	return { edit, changes: changesOfEdit(timeline, owner, periods, edit) };
}
