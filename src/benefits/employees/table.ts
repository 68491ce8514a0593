import { type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { byText, EMPLOYEE_TEXT_NAMES } from '../../foundation/core/employee-texts.ts';
import { created, id, instant, json, reference } from '../../foundation/db/columns.ts';
import { teller } from '../../foundation/db/teller.ts';
import { companies } from '../../tenants/companies/table.ts';
import { users } from '../../tenants/users/table.ts';

export const employees = sqliteTable(
	'employees',
	{
		id: id(),
		...created(),
		companyId: reference('company_id', () => companies.id),
		userId: reference('user_id', () => users.id),
		...byText((_, { column }) => text(column)),
		groups: json<string[]>('groups').notNull(),
		/** The person's name in the company's directory (SCIM), such as a UPN. With null, it is the e-mail address. */
		userName: text('user_name'),
		externalId: text('external_id'),
		/** When the directory deleted the person. SCIM no longer shows the person since then. */
		dateDeprovisioned: instant('date_deprovisioned'),
		dateTerminated: instant('date_terminated'),
		/** When the cron made the end of all periods at `dateTerminated` permanent; null until then. */
		dateTerminationSettled: instant('date_termination_settled'),
		/** When the cron decided whether to close the former employee's user; null until then. */
		dateSignInSettled: instant('date_sign_in_settled'),
		/** Since when the user stays open because nobody else administers the company; null for all others. */
		dateKeptOpen: instant('date_kept_open'),
		/** The termination date that was last recorded as `employee.left`. */
		dateLeft: instant('date_left'),
		/** Each change of the employee or its timelines raises it by one. A trigger refuses any other step. */
		revision: integer('revision').notNull(),
		dateErased: instant('date_erased'),
	},
	(t) => [
		uniqueIndex('employees_user').on(t.userId),
		index('employees_company').on(t.companyId, t.id),
		uniqueIndex('employees_personnel_number').on(t.companyId, t.personnelNumber),
		uniqueIndex('employees_user_name')
			.on(t.companyId, sql`user_name COLLATE NOCASE`)
			.where(sql`user_name IS NOT NULL AND date_deprovisioned IS NULL`),
		index('employees_external_id').on(t.companyId, t.externalId).where(sql`external_id IS NOT NULL`),
		index('employees_modified').on(t.companyId, t.dateModified, t.id),
		index('employees_cost_center').on(t.companyId, t.costCenter, t.id),
		index('employees_due_terminations')
			.on(t.dateTerminated)
			.where(sql`date_terminated IS NOT NULL AND date_termination_settled IS NULL`),
		index('employees_due_closures')
			.on(t.dateTerminated)
			.where(sql`date_terminated IS NOT NULL AND date_sign_in_settled IS NULL`),
		index('employees_erased').on(t.companyId).where(sql`date_erased IS NOT NULL`),
		index('employees_kept_open').on(t.companyId).where(sql`date_kept_open IS NOT NULL`),
		index('employees_leavers')
			.on(t.companyId, t.dateTerminated, t.id)
			.where(sql`date_terminated IS NOT NULL AND date_erased IS NULL`),
	],
);

/** SQL by which employees and payroll lines are sorted: by personnel number (2 before 10), then by creation. */
export function positionByNumber({ personnelNumber, id }: Record<'personnelNumber' | 'id', SQLWrapper>) {
	const number = sql`ltrim(coalesce(${personnelNumber}, ''), '0')`;
	return sql<string>`(printf('%02d', length(${number})) || ${number} || ' ' || ${id})`;
}

export const tellEmployee = teller(
	employees,
	[
		'id',
		'companyId',
		'userId',
		...EMPLOYEE_TEXT_NAMES,
		'groups',
		'userName',
		'externalId',
		'dateDeprovisioned',
		'dateTerminated',
		'dateErased',
	],
	{ id: 'employeeId' },
);

/** The groups in `employees.groups`, one in each row. Only triggers write it. */
export const employeeGroups = sqliteTable(
	'employee_groups',
	{
		companyId: text('company_id').notNull(),
		name: text('name').notNull(),
		/** The employee's cost centre. With it, one index finds a group and a cost centre together. */
		costCenter: text('cost_center'),
		employeeId: reference('employee_id', () => employees.id),
	},
	(t) => [
		primaryKey({ columns: [t.companyId, t.name, t.employeeId] }),
		index('employee_groups_cost_center').on(t.companyId, t.name, t.costCenter, t.employeeId),
	],
);
