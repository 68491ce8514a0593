import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import type { Scope } from '../../foundation/core/actor.ts';
import { EMPLOYEE_TEXT_NAMES } from '../../foundation/core/employee-texts.ts';
import type { Pause } from '../../foundation/core/employment.ts';
import { Refusal, requireFound } from '../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../foundation/db/call.ts';
import type { Violations } from '../../foundation/db/commit.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { prepared } from '../../foundation/db/prepared.ts';
import { insertOnce } from '../../foundation/db/records.ts';
import { isReached, isReachedByArguments, scopeArguments } from '../../foundation/db/scope.ts';
import { companies } from '../../tenants/companies/table.ts';
import { users } from '../../tenants/users/table.ts';
import type { PauseDates } from './pauses/rules.ts';
import { employeeColumns, type listedColumns } from './queries.ts';
import { type Benefits, type PersonalFields, refuseOwnBenefits } from './rules.ts';
import { employees } from './table.ts';

export type EmployeeRow = Omit<typeof employees.$inferSelect, 'dateSignInSettled' | 'dateKeptOpen'>;

export interface Employee extends EmployeeRow, PersonalFields {
	email: string;
	userRevision: number;
	pauses: readonly Pause[];
}

/** An employee as readers see it, with the dates of one pause. */
export type ShownEmployee = Employee & PauseDates;
export type ListedEmployee = Pick<ShownEmployee, keyof typeof listedColumns | keyof PauseDates>;
export type EmployeeWithBenefits = ShownEmployee & Benefits;

/** Reads the employee with the settings of the company. It returns no row outside the scope. */
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
			...employeeColumns,
			payrollReferenceDay: companies.payrollReferenceDay,
			submissionDay: companies.submissionDay,
			taxAffiliation: companies.taxAffiliation,
			monthlyBudgetRestrictsFlex: companies.monthlyBudgetRestrictsFlex,
			ownBenefitsAllowed: companies.ownBenefitsAllowed,
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.innerJoin(companies, eq(companies.id, employees.companyId))
		.where(condition);
}

type FoundEmployee = Awaited<ReturnType<typeof employeeInScope>>[number];

/** Reads the employee and the given queries in one round trip. Outside the scope, it refuses with "not found" for the record `what`. */
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

/** Like `loadEmployee`, but refuses actors who would change their own benefits. */
export const loadBeneficiary: typeof loadEmployee = (call, scope, employeeId, queries, what) =>
	loadEmployee(call, scope, employeeId, queries, what, (employee) => refuseOwnBenefits(call.actor, employee));

/** A subquery of the employee's id. It is empty outside the scope. */
export function idInScope(db: Db, scope: Scope, employeeId: string): SQL {
	const found = db
		.select({ id: employees.id })
		.from(employees)
		.where(and(eq(employees.id, employeeId), isReached(scope, employees.companyId, employees.id)));
	return sql`${found}`;
}

export function insertEmployee(db: Db, row: typeof employees.$inferInsert) {
	return insertOnce(db, employees, row);
}

const CHANGEABLE = [
	'dateModified',
	...EMPLOYEE_TEXT_NAMES,
	'groups',
	'userName',
	'externalId',
	'dateDeprovisioned',
	'dateTerminated',
	'dateTerminationSettled',
	'dateErased',
	'revision',
] as const satisfies (keyof EmployeeRow)[];

/** Fails with `stale_revision` unless `revision` is the stored one plus one. */
export function saveEmployee(db: Db, employee: EmployeeRow) {
	const values = Object.fromEntries(CHANGEABLE.map((name) => [name, employee[name]]));
	const isSameLeaving = sql`${employees.dateTerminated} IS ${employee.dateTerminated}`;
	const dateSignInSettled = sql`iif(${isSameLeaving}, ${employees.dateSignInSettled}, NULL)`;
	const dateKeptOpen = sql`iif(${isSameLeaving}, ${employees.dateKeptOpen}, NULL)`;
	return db
		.update(employees)
		.set({ ...values, dateSignInSettled, dateKeptOpen })
		.where(eq(employees.id, employee.id));
}

/** Raises the revision, because a record of the employee changes. Like `saveEmployee`, it fails with `stale_revision`. */
export const advanceRevision = (db: Db, { id, revision }: { id: string; revision: number }) =>
	db
		.update(employees)
		.set({ revision: revision + 1 })
		.where(eq(employees.id, id));

export const advanceRevisions = (db: Db, owners: readonly { id: string; revision: number }[]) =>
	db
		.update(employees)
		.set({ revision: sql`e.value ->> 'revision'` })
		.from(
			sql`json_each(${JSON.stringify(owners.map(({ id, revision }) => ({ id, revision: revision + 1 })))}) e`,
		)
		.where(sql`${employees.id} = e.value ->> 'id'`);

export const numberTaken: Violations = {
	'employees.personnel_number': () =>
		new Refusal('personnel_number_taken', 'Another employee of the company has this personnel number.'),
};
