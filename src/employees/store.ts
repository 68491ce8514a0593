import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import { companies } from '../companies/table.ts';
import type { Scope } from '../core/actor.ts';
import type { Pause } from '../core/employment.ts';
import { Refusal, requireFound } from '../core/refusals.ts';
import { type Call, concern, load } from '../db/call.ts';
import type { Db, Statement } from '../db/client.ts';
import { oneOf } from '../db/columns.ts';
import type { Violations } from '../db/commit.ts';
import { insertOnce, prepared } from '../db/prepared.ts';
import { isReached, isReachedByArguments, scopeArguments } from '../db/scope.ts';
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

/** A page of employees after the id `after`. Its cost grows with the page and the managed companies. */
export function employeesPage(db: Db, scope: Scope, filter: EmployeeFilter, after: string, limit: number) {
	return db
		.select(columns)
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			and(
				gt(employees.id, after),
				isReached(scope, employees.companyId, employees.id),
				matching(scope, filter, after, limit),
			),
		)
		.orderBy(asc(employees.id))
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

/** Narrows to what one index finds: an e-mail, the whole table in order, or a page of ids per company. */
function matching(scope: Scope, filter: EmployeeFilter, after: string, limit: number): SQL | undefined {
	const { companyId, email, group } = filter;
	if (email !== undefined) {
		const inGroup = sql`EXISTS (SELECT 1 FROM json_each(${employees.groups}) WHERE value = ${group})`;
		return and(
			eq(users.emailKey, emailKey(email)),
			companyId === undefined ? undefined : eq(employees.companyId, companyId),
			group === undefined ? undefined : inGroup,
			withAttributes(filter, sql`employees`),
		);
	}
	if (scope.all && Object.values(filter).every((value) => value === undefined)) return undefined;

	const companyIds = companyId === undefined ? scope.companyIds : [companyId];
	const everyCompany = scope.all && companyId === undefined;
	return sql`${employees.id} IN (SELECT found.id FROM companies c CROSS JOIN employees found
		ON found.id IN (${pageOfCompany(filter, after, limit)})
		WHERE ${everyCompany ? sql`TRUE` : sql`c.id IN ${oneOf(companyIds)}`})`;
}

/** Up to `limit` ids of company `c`. The index of groups is used when no other attribute narrows further. */
function pageOfCompany(filter: EmployeeFilter, after: string, limit: number): SQL {
	const { group, personnelNumber, costCenter } = filter;
	if (group !== undefined && personnelNumber === undefined && costCenter === undefined) {
		return sql`SELECT g.employee_id FROM ${employeeGroups} g
			WHERE g.company_id = c.id AND g.name = ${group} AND g.employee_id > ${after} ORDER BY g.employee_id LIMIT ${limit}`;
	}
	const inGroup = sql`EXISTS (SELECT 1 FROM ${employeeGroups} g
		WHERE g.company_id = c.id AND g.name = ${group} AND g.employee_id = e.id)`;
	return sql`SELECT e.id FROM employees e WHERE e.company_id = c.id AND e.id > ${after}
		AND ${withAttributes(filter, sql`e`)} AND ${group === undefined ? sql`TRUE` : inGroup} ORDER BY e.id LIMIT ${limit}`;
}

function withAttributes({ personnelNumber, costCenter }: EmployeeFilter, table: SQL): SQL {
	const conditions = [sql`TRUE`];
	if (personnelNumber !== undefined) conditions.push(sql`${table}.personnel_number = ${personnelNumber}`);
	if (costCenter !== undefined) conditions.push(sql`${table}.cost_center = ${costCenter}`);
	return sql.join(conditions, sql` AND `);
}

export const numberTaken: Violations = {
	'employees.personnel_number': () =>
		new Refusal('personnel_number_taken', 'Another employee of the company has this personnel number.'),
};
