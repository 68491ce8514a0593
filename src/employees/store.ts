import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import { companies } from '../companies/table.ts';
import type { Scope } from '../core/actor.ts';
import type { Pause } from '../core/employment.ts';
import { Refusal, requireFound } from '../core/refusals.ts';
import { type Call, concern, load } from '../db/call.ts';
import type { Db, Statement } from '../db/client.ts';
import type { Violations } from '../db/commit.ts';
import { insertOnce, prepared } from '../db/prepared.ts';
import {
	type CompanyKey,
	isCompanyReached,
	isReached,
	isReachedByArguments,
	reachedCompanies,
	scopeArguments,
} from '../db/scope.ts';
import { emailKey } from '../users/rules.ts';
import { users } from '../users/table.ts';
import type { PauseDates } from './pauses/rules.ts';
import { type Benefits, refuseOwnBenefits } from './rules.ts';
import { employeeGroups, employees, pausesOfSelected } from './table.ts';

export type EmployeeRow = Omit<typeof employees.$inferSelect, 'formerPausedStart' | 'formerPausedEnd'>;

export interface Employee extends EmployeeRow {
	email: string;
	pauses: readonly Pause[];
}

/** An employee as it is shown: with one of its pauses. */
export type ShownEmployee = Employee & PauseDates;
export type EmployeeWithBenefits = ShownEmployee & Benefits;

export interface EmployeeFilter {
	companyId?: string | undefined;
	email?: string | undefined;
	personnelNumber?: string | undefined;
	group?: string | undefined;
	costCenter?: string | undefined;
}

const columns = {
	id: employees.id,
	dateCreated: employees.dateCreated,
	dateModified: employees.dateModified,
	companyId: employees.companyId,
	userId: employees.userId,
	personnelNumber: employees.personnelNumber,
	costCenter: employees.costCenter,
	groups: employees.groups,
	dateTerminated: employees.dateTerminated,
	dateTerminationSettled: employees.dateTerminationSettled,
	dateLeft: employees.dateLeft,
	dateErased: employees.dateErased,
	revision: employees.revision,
	email: users.email,
	pauses: pausesOfSelected,
};

/** The employee with the settings of its company; no row when the employee is outside the scope. */
function employeeInScope(db: Db, scope: Scope, employeeId: string | SQL) {
	return typeof employeeId === 'string'
		? employeeById(db, { employeeId, ...scopeArguments(scope) })
		: employeeWhere(
				db,
				and(sql`${employees.id} = ${employeeId}`, isReached(scope, employees.companyId, employees.id)),
			);
}

const employeeById = prepared((db) =>
	employeeWhere(
		db,
		and(
			eq(employees.id, sql.placeholder('employeeId')),
			isReachedByArguments(employees.companyId, employees.id),
		),
	),
);

function employeeWhere(db: Db, condition: SQL | undefined) {
	return db
		.select({
			...columns,
			payrollReferenceDay: companies.payrollReferenceDay,
			monthlyBudgetRestrictsFlex: companies.monthlyBudgetRestrictsFlex,
			ownBenefitsAllowed: companies.ownBenefitsAllowed,
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.innerJoin(companies, eq(companies.id, employees.companyId))
		.where(condition);
}

type FoundEmployee = Awaited<ReturnType<typeof employeeInScope>>[number];

/**
 * Reads the employee and the given queries in one round trip. Refuses an employee outside the scope as not
 * found; `what` names the record that the caller asked for.
 */
export async function loadEmployee<R extends Statement[]>(
	call: Call,
	scope: Scope,
	employeeId: string | SQL,
	queries: readonly [...R],
	what = 'employee',
	require: (employee: FoundEmployee) => void = () => undefined,
): Promise<[FoundEmployee, ...BatchResponse<R>]> {
	const wanted = [employeeInScope(call.db, scope, employeeId), ...queries] as const;
	return load(call, wanted, ([[found], ...results]) => {
		const employee = requireFound(found, what);
		concern(call, employee.id);
		require(employee);
		return [employee, ...results] as [FoundEmployee, ...BatchResponse<R>];
	});
}

/** Reads as `loadEmployee` does, to change benefits, which nobody gives to oneself. */
export const loadBeneficiary: typeof loadEmployee = (call, scope, employeeId, queries, what) =>
	loadEmployee(call, scope, employeeId, queries, what, (employee) => refuseOwnBenefits(call.actor, employee));

/** The employee's id as a subquery; empty when the employee is outside the scope. */
export function idInScope(db: Db, scope: Scope, employeeId: string): SQL {
	const found = db
		.select({ id: employees.id })
		.from(employees)
		.where(and(eq(employees.id, employeeId), isReached(scope, employees.companyId, employees.id)));
	return sql`${found}`;
}

export const companyOf = (employeeId: string): SQL =>
	sql`(SELECT company_id FROM employees WHERE id = ${employeeId})`;

/**
 * A page of employees in the order of company and creation. It is read company by company from the index that fits the
 * filter, so its cost grows with the page.
 */
export function employeesPage(
	db: Db,
	scope: Scope,
	filter: EmployeeFilter,
	after: CompanyKey,
	limit: number,
) {
	const { companyId, email, group, personnelNumber, costCenter } = filter;
	if (email !== undefined) return employeesOfEmail(db, scope, filter, email, after, limit);
	const companies = reachedCompanies(scope, after.companyId, companyId);
	const isByGroup = group !== undefined && personnelNumber === undefined;
	const [table, alias, id] = isByGroup
		? [sql`${companies.table} CROSS JOIN ${employeeGroups} e`, sql`e`, sql`e.employee_id`]
		: [companies.table, sql`${employees}`, sql`${employees.id}`];
	return db
		.select(columns)
		.from(table)
		.crossJoin(employees)
		.crossJoin(users)
		.where(
			and(
				companies.where,
				sql`${alias}.company_id = ${companies.id}`,
				sql`${id} > iif(${companies.id} = ${after.companyId}, ${after.id}, '')`,
				isByGroup ? sql`e.name = ${group} AND ${employees.id} = e.employee_id` : isInGroup(group),
				costCenter === undefined ? undefined : sql`${alias}.cost_center = ${costCenter}`,
				personnelNumber === undefined ? undefined : eq(employees.personnelNumber, personnelNumber),
				eq(users.id, employees.userId),
			),
		)
		.orderBy(companies.id, id)
		.limit(limit);
}

export function insertEmployee(db: Db, row: typeof employees.$inferInsert) {
	return insertOnce(db, employees, row);
}

const CHANGEABLE = [
	'dateModified',
	'personnelNumber',
	'costCenter',
	'groups',
	'dateTerminated',
	'dateTerminationSettled',
	'dateErased',
	'revision',
] as const satisfies (keyof EmployeeRow)[];

/** Fails with `stale_revision` after a concurrent change: `revision` must be the stored one plus one. */
export function saveEmployee(db: Db, employee: EmployeeRow) {
	const values = Object.fromEntries(CHANGEABLE.map((name) => [name, employee[name]]));
	return db.update(employees).set(values).where(eq(employees.id, employee.id));
}

/** Advances the revision when something of the employee's changes; fails as `saveEmployee` does. */
export const advanceRevision = (db: Db, { id, revision }: EmployeeRow) =>
	db
		.update(employees)
		.set({ revision: revision + 1 })
		.where(eq(employees.id, id));

/** Advances the revision of the user's employee record, if there is one: it shows the user's e-mail. */
export const advanceEmployeeOf = (db: Db, userId: string) =>
	db
		.update(employees)
		.set({ revision: sql`${employees.revision} + 1` })
		.where(eq(employees.userId, userId));

/** An e-mail belongs to one user, so this finds at most one employee. */
const employeesOfEmail = (
	db: Db,
	scope: Scope,
	{ companyId, group, personnelNumber, costCenter }: EmployeeFilter,
	email: string,
	after: CompanyKey,
	limit: number,
) =>
	db
		.select(columns)
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			and(
				eq(users.emailKey, emailKey(email)),
				isCompanyReached(scope, employees.companyId),
				sql`(${employees.companyId}, ${employees.id}) > (${after.companyId}, ${after.id})`,
				companyId === undefined ? undefined : eq(employees.companyId, companyId),
				isInGroup(group),
				personnelNumber === undefined ? undefined : eq(employees.personnelNumber, personnelNumber),
				costCenter === undefined ? undefined : eq(employees.costCenter, costCenter),
			),
		)
		.limit(limit);

const isInGroup = (group: string | undefined): SQL | undefined =>
	group === undefined
		? undefined
		: sql`EXISTS (SELECT 1 FROM ${employeeGroups} g WHERE g.company_id = ${employees.companyId}
			AND g.name = ${group} AND g.employee_id = ${employees.id})`;

export const numberTaken: Violations = {
	'employees.personnel_number': () =>
		new Refusal('personnel_number_taken', 'Another employee of the company has this personnel number.'),
};
