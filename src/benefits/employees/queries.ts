import { type SQL, sql } from 'drizzle-orm';
import { byText } from '../../foundation/core/employee-texts.ts';
import type { Pause } from '../../foundation/core/employment.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { jsonColumn } from '../../foundation/db/columns.ts';
import { type EmployeeKey, isReachedByArguments, type NumberKey } from '../../foundation/db/scope.ts';
import { users } from '../../tenants/users/table.ts';
import { employeeGroups, employees, positionByNumber } from './table.ts';

export const pausesOfSelected = jsonColumn<Pause[]>(
	sql`(SELECT json_group_array(json_object('validFrom', valid_from, 'validUntil', valid_until)) FROM (
		SELECT valid_from, valid_until FROM pauses
		WHERE employee_id = employees.id AND date_deleted IS NULL ORDER BY valid_from))`,
	'pauses',
);

export const hasLeft = (now: Instant): SQL => sql`coalesce(employees.date_terminated <= ${now}, FALSE)`;

/** Returns the condition that the selected employee belongs to the group; undefined without a group. */
export const isInGroup = (group: unknown): SQL | undefined =>
	group === undefined
		? undefined
		: sql`EXISTS (SELECT 1 FROM ${employeeGroups} g WHERE g.company_id = ${employees.companyId}
			AND g.name = ${group} AND g.employee_id = ${employees.id})`;

export const textColumns = byText((name) => employees[name]);

/** The columns of an employee in a list, for a query that joins the user. */
export const listedColumns = {
	id: employees.id,
	dateModified: employees.dateModified,
	companyId: employees.companyId,
	userId: employees.userId,
	...textColumns,
	groups: employees.groups,
	dateTerminated: employees.dateTerminated,
	email: users.email,
	pauses: pausesOfSelected,
};

/** The columns of a single employee, for a query that joins the user. */
export const employeeColumns = {
	...listedColumns,
	dateCreated: employees.dateCreated,
	dateTerminationSettled: employees.dateTerminationSettled,
	dateLeft: employees.dateLeft,
	dateErased: employees.dateErased,
	userName: employees.userName,
	externalId: employees.externalId,
	dateDeprovisioned: employees.dateDeprovisioned,
	revision: employees.revision,
	firstName: users.firstName,
	lastName: users.lastName,
	language: users.language,
	userRevision: sql<number>`${users.revision}`.as('user_revision'),
};

/** A subquery of the employee's id for `prepared` queries. It is empty outside the scope. */
export const reachedEmployeeId = sql`(SELECT id FROM employees WHERE id = ${sql.placeholder('employeeId')}
	AND ${isReachedByArguments(employees.companyId, employees.id)})`;

export const EMPLOYEE_POSITION = positionByNumber(employees);

/**
 * Returns the order of employees' records, and the last value before the page. It is the order of personnel numbers if the key has a
 * position, else that of creation.
 */
export const orderOf = (after: EmployeeKey | NumberKey): { order: SQL; last: string } =>
	'position' in after
		? { order: EMPLOYEE_POSITION, last: after.position }
		: { order: sql`${employees.id}`, last: after.employeeId };
