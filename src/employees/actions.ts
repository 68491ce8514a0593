import { authorize } from '../auth/policy.ts';
import { companyInScope } from '../companies/store.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { type Change, patched } from '../core/patch.ts';
import type { Call } from '../db/call.ts';
import { batch, type Db } from '../db/client.ts';
import { commit, type Refusals, serially } from '../db/commit.ts';
import { endAtTermination } from '../db/timeline.ts';
import { defaultAccesses } from '../default-access/table.ts';
import { flexAccesses } from '../flex/table.ts';
import { plannedVouchers } from '../goodies/table.ts';
import { emailTaken, insertUser } from '../users/store.ts';
import { requirePauseInOrder } from './rules.ts';
import {
	dueTerminations,
	type Employee,
	type EmployeeFilter,
	employeeInScope,
	employeesPage,
	idsOf,
	insertEmployee,
	settleTerminations,
	updateEmployee as update,
} from './store.ts';

const SETTLE_LIMIT = 1000;
const MAX_STEPS = 20;

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

export async function createEmployee(call: Call, fields: NewEmployee): Promise<Employee> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'createEmployee');
	const [[company]] = await batch(db, [companyInScope(db, scope, fields.companyId)]);
	if (company === undefined) throw unknownCompany();
	const dates = { dateCreated: now, dateModified: now };
	const user = { id: newId(now), ...dates, email: fields.email, roles: ['EMPLOYEE' as const] };
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
		revision: 0,
	};
	await commit(db, [insertUser(db, user), insertEmployee(db, row)], { ...emailTaken, ...numberTaken });
	return { ...row, email: fields.email };
}

export async function readEmployee(call: Call, employeeId: string): Promise<Employee> {
	const scope = authorize(call.actor, 'readEmployee');
	const [[employee]] = await batch(call.db, [employeeInScope(call.db, scope, employeeId)]);
	if (employee === undefined) throw notFound('employee');
	return employee;
}

/** Changes an employee. Another `dateTerminated` is a new decision: it is shown at once and settled when it has passed. */
export async function updateEmployee(
	call: Call,
	employeeId: string,
	change: Change<EmployeeFields>,
): Promise<Employee> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'updateEmployee');
	return serially(async () => {
		const [[found]] = await batch(db, [employeeInScope(db, scope, employeeId)]);
		if (found === undefined) throw notFound('employee');
		const { email, payrollReferenceDay: _, ...stored } = found;
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
		await commit(db, [update(db, changed)], numberTaken);
		return { ...changed, email };
	});
}

/** Makes the ends of passed terminations permanent, a bounded number at once, and answers how many employees that concerned. */
export async function settlePassedTerminations(db: Db, now: Instant): Promise<number> {
	let settled = 0;
	for (let step = 0; step < MAX_STEPS; step++) {
		const due = dueTerminations(now, SETTLE_LIMIT);
		const ends = [flexAccesses, plannedVouchers, defaultAccesses].flatMap((table) =>
			endAtTermination(db, table, due, now),
		);
		const [employees] = await batch(db, [idsOf(db, due), ...ends, settleTerminations(db, due, now)]);
		settled += employees.length;
		if (employees.length < SETTLE_LIMIT) break;
	}
	return settled;
}

const unknownCompany = (): DomainError =>
	new DomainError('unknown_company', 'There is no such company, or you do not manage it.');
