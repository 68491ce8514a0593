import { companyInScope } from '../companies/store.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { refuseErased, whileEmployed } from '../core/employment.ts';
import { creation, ofEmployee, ofUser } from '../core/history.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { type Change, patched } from '../core/patch.ts';
import { authorize } from '../core/policy.ts';
import { type Call, load } from '../db/call.ts';
import { batch } from '../db/client.ts';
import type { Refusals } from '../db/commit.ts';
import { fieldsOf } from '../db/history.ts';
import type { Write } from '../db/write.ts';
import { accessTimeline } from '../flex/access/store.ts';
import { defaultAccessTimeline } from '../goodies/default-access/store.ts';
import { shownPlans } from '../goodies/plans/rules.ts';
import { planTimeline } from '../goodies/plans/store.ts';
import { emailTaken, insertUser } from '../users/store.ts';
import { users } from '../users/table.ts';
import { type Benefits, changesOfEmployee, requirePauseInOrder } from './rules.ts';
import {
	type Employee,
	type EmployeeFilter,
	type EmployeeRow,
	employeeInScope,
	employeesPage,
	insertEmployee,
	saveEmployee,
} from './store.ts';
import { employees } from './table.ts';

type EmployeeWithBenefits = Employee & Benefits;

interface EmployeeFields {
	personnelNumber: string | null;
	costCenter: string | null;
	groups: string[] | null;
	datePausedStart: Instant | null;
	datePausedEnd: Instant | null;
	dateTerminated: Instant | null;
}

type NewEmployee = Change<Omit<EmployeeFields, 'datePausedStart' | 'datePausedEnd'>> & {
	email: string;
	companyId: string;
};

const numberTaken: Refusals = {
	'employees.personnel_number': () =>
		new DomainError('personnel_number_taken', 'Another employee of the company has this personnel number.'),
};

export async function listEmployees(
	call: Call,
	filter: EmployeeFilter,
	after: string,
	limit: number,
): Promise<Employee[]> {
	const scope = authorize(call.actor, 'listEmployees');
	const [rows] = await batch(call.db, [employeesPage(call.db, scope, filter, after, limit)]);
	return rows;
}

export function createEmployee(call: Call, fields: NewEmployee): Write<EmployeeWithBenefits> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'createEmployee');
	const { email } = fields;
	const decide = async () => {
		const [[company]] = await load(call, [companyInScope(db, scope, fields.companyId)]);
		if (company === undefined) throw unknownCompany();
		const dates = { dateCreated: now, dateModified: now };
		const user = { id: newId(now), ...dates, email, roles: ['EMPLOYEE' as const] };
		const row = {
			id: newId(now),
			...dates,
			companyId: fields.companyId,
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
		const after = { ...row, email, flexAccess: [], plannedVouchers: [], defaultAccess: [] };
		return {
			before: null,
			after,
			statements: [insertUser(db, user), insertEmployee(db, row)],
			events: [
				creation('user.created', ofUser(user.id, row.companyId), fieldsOf(users, user)),
				creation('employee.created', ofEmployee(row), { email, ...fieldsOf(employees, row) }),
			],
			refusals: { ...emailTaken, ...numberTaken },
		};
	};
	return { call, decide };
}

export async function readEmployee(call: Call, employeeId: string): Promise<Employee> {
	const scope = authorize(call.actor, 'readEmployee');
	const [[employee]] = await batch(call.db, [employeeInScope(call.db, scope, employeeId)]);
	if (employee === undefined) throw notFound('employee');
	return employee;
}

/** Changes an employee. Another `dateTerminated` is a new decision: it is shown at once and settled when it has passed. */
export function updateEmployee(
	call: Call,
	employeeId: string,
	change: Change<EmployeeFields>,
): Write<EmployeeWithBenefits> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'updateEmployee');
	const decide = async () => {
		const [[found], accesses, plans, defaults] = await load(call, [
			employeeInScope(db, scope, employeeId),
			accessTimeline(db, scope, employeeId),
			planTimeline(db, scope, employeeId),
			defaultAccessTimeline(db, scope, employeeId),
		]);
		if (found === undefined) throw notFound('employee');
		const { email, payrollReferenceDay: _, ...stored } = found;
		refuseErased(stored);
		const { groups, ...fields } = patched<EmployeeFields>(stored, change);
		const changed = {
			...stored,
			...fields,
			groups: groups ?? [],
			dateModified: now,
			revision: stored.revision + 1,
		};
		requirePauseInOrder(changed);
		if (changed.dateTerminated !== stored.dateTerminated) changed.dateTerminationSettled = null;
		const withBenefits = (employee: EmployeeRow): EmployeeWithBenefits => ({
			...employee,
			email,
			flexAccess: whileEmployed(accesses, employee),
			plannedVouchers: shownPlans(plans, employee),
			defaultAccess: whileEmployed(defaults, employee),
		});
		const before = withBenefits(stored);
		const about = ofEmployee(stored);
		const events = changesOfEmployee(about, fieldsOf(employees, stored), fieldsOf(employees, changed));
		if (events.length === 0) return { before, after: before, statements: [], events };
		return {
			before,
			after: withBenefits(changed),
			statements: [saveEmployee(db, changed)],
			events,
			refusals: numberTaken,
		};
	};
	return { call, decide };
}

const unknownCompany = (): DomainError =>
	new DomainError('unknown_company', 'There is no such company, or you do not manage it.');
