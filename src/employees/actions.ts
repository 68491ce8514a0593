import { loadCompany } from '../companies/store.ts';
import { whileEmployed } from '../core/employment.ts';
import { aboutEmployee, aboutUser, creation } from '../core/history.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { type Patch, patched } from '../core/patch.ts';
import { authorize } from '../core/policy.ts';
import { Refusal } from '../core/refusals.ts';
import { type Call, load } from '../db/call.ts';
import type { Violations } from '../db/commit.ts';
import type { CompanyKey } from '../db/scope.ts';
import type { Outcome } from '../db/write.ts';
import { accessesOf } from '../flex/access/store.ts';
import { defaultAccessesOf } from '../goodies/default-access/store.ts';
import { shownPlans } from '../goodies/plans/rules.ts';
import { plansOf } from '../goodies/plans/store.ts';
import { emailTaken, insertUser } from '../users/store.ts';
import { tellUser } from '../users/table.ts';
import { type Benefits, changesOfEmployee, refuseErased, requirePauseInOrder } from './rules.ts';
import {
	type Employee,
	type EmployeeFilter,
	type EmployeeRow,
	employeesPage,
	insertEmployee,
	loadEmployee,
	saveEmployee,
} from './store.ts';
import { tellEmployee } from './table.ts';

type EmployeeWithBenefits = Employee & Benefits;

interface EmployeeFields {
	personnelNumber: string | null;
	costCenter: string | null;
	groups: string[] | null;
	datePausedStart: Instant | null;
	datePausedEnd: Instant | null;
	dateTerminated: Instant | null;
}

type NewEmployee = Patch<Omit<EmployeeFields, 'datePausedStart' | 'datePausedEnd'>> & {
	email: string;
	companyId: string;
};

const numberTaken: Violations = {
	'employees.personnel_number': () =>
		new Refusal('personnel_number_taken', 'Another employee of the company has this personnel number.'),
};

export async function listEmployees(
	call: Call,
	filter: EmployeeFilter,
	after: CompanyKey,
	limit: number,
): Promise<Employee[]> {
	const scope = authorize(call.actor, 'listEmployees');
	const [rows] = await load(call, [employeesPage(call.db, scope, filter, after, limit)]);
	return rows;
}

export async function createEmployee(
	call: Call,
	fields: NewEmployee,
): Promise<Outcome<EmployeeWithBenefits>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'createEmployee');
	const { email, companyId } = fields;
	await loadCompany(call, scope, companyId, [], unknownCompany);
	const dates = { dateCreated: now, dateModified: now };
	const user = { id: newId(now), ...dates, email, roles: ['EMPLOYEE' as const] };
	const row = {
		id: newId(now),
		...dates,
		companyId,
		userId: user.id,
		personnelNumber: fields.personnelNumber ?? null,
		costCenter: fields.costCenter ?? null,
		groups: fields.groups ?? [],
		datePausedStart: null,
		datePausedEnd: null,
		dateTerminated: fields.dateTerminated ?? null,
		dateTerminationSettled: null,
		dateErased: null,
		revision: 0,
	};
	return {
		before: null,
		after: { ...row, email, flexAccess: [], plannedVouchers: [], defaultAccess: [] },
		statements: [insertUser(db, user), insertEmployee(db, row)],
		changes: [
			creation('user.created', aboutUser(user.id, companyId), tellUser(user)),
			creation('employee.created', aboutEmployee(row), { email, ...tellEmployee(row) }),
		],
		violations: { ...emailTaken, ...numberTaken },
	};
}

export async function readEmployee(call: Call, employeeId: string): Promise<Employee> {
	const scope = authorize(call.actor, 'readEmployee');
	const [employee] = await loadEmployee(call, scope, employeeId, []);
	return employee;
}

/** Changes an employee. A new `dateTerminated` is shown at once; the cron settles it when it has passed. */
export async function updateEmployee(
	call: Call,
	employeeId: string,
	patch: Patch<EmployeeFields>,
): Promise<Outcome<EmployeeWithBenefits>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'updateEmployee');
	const [found, accesses, plans, defaults] = await loadEmployee(call, scope, employeeId, [
		accessesOf(db, scope, employeeId),
		plansOf(db, scope, employeeId),
		defaultAccessesOf(db, scope, employeeId),
	]);
	const { email, payrollReferenceDay: _, ...stored } = found;
	refuseErased(stored);
	const changed = changedEmployee(stored, patch, now);
	requirePauseInOrder(changed);
	const withBenefits = (employee: EmployeeRow): EmployeeWithBenefits => ({
		...employee,
		email,
		flexAccess: whileEmployed(accesses, employee),
		plannedVouchers: shownPlans(plans, employee),
		defaultAccess: whileEmployed(defaults, employee),
	});
	const before = withBenefits(stored);
	const changes = changesOfEmployee(aboutEmployee(stored), tellEmployee(stored), tellEmployee(changed));
	if (changes.length === 0) return { before, after: before, statements: [], changes };
	return {
		before,
		after: withBenefits(changed),
		statements: [saveEmployee(db, changed)],
		changes,
		violations: numberTaken,
	};
}

function changedEmployee(stored: EmployeeRow, patch: Patch<EmployeeFields>, now: Instant): EmployeeRow {
	const { groups, ...fields } = patched<EmployeeFields>(stored, patch);
	const isLeavingMoved = fields.dateTerminated !== stored.dateTerminated;
	return {
		...stored,
		...fields,
		groups: groups ?? [],
		dateTerminationSettled: isLeavingMoved ? null : stored.dateTerminationSettled,
		dateModified: now,
		revision: stored.revision + 1,
	};
}

const unknownCompany = (): Refusal =>
	new Refusal('unknown_company', 'There is no such company, or you do not manage it.');
