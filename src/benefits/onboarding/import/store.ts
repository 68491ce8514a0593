import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { DEFAULT_TEMPLATE_ID } from '../../../foundation/core/modules.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { quotaUsage } from '../../../tenants/companies/table.ts';
import { addressKey } from '../../../tenants/users/queries.ts';
import { users } from '../../../tenants/users/table.ts';
import { employeeColumns } from '../../employees/queries.ts';
import { employees } from '../../employees/table.ts';
import { flexAccesses } from '../../flex/access/table.ts';
import { taxRuleTemplates } from '../../flex/tax-rules/table.ts';
import { plannedVouchers } from '../../goodies/plans/table.ts';
import { issuedVouchers } from '../../goodies/vouchers/table.ts';

/** The keys by which employees are found: ids, personnel numbers and e-mail keys. */
export interface EmployeeKeys {
	companyId: string;
	ids: readonly string[];
	numbers: readonly string[];
	emailKeys: readonly string[];
}

export const employeesOf = (db: Db, wanted: EmployeeKeys) =>
	db
		.select({
			...employeeColumns,
			emailKey: sql<string>`${addressKey}`.as('address_key'),
			firstName: users.firstName,
			lastName: users.lastName,
			language: users.language,
			roles: users.roles,
			userRevision: sql<number>`${users.revision}`.as('user_revision'),
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(sql`${employees.id} IN ${idsOf(wanted)}`);

export type KnownEmployee = Awaited<ReturnType<typeof employeesOf>>[number];

export const accessesOfMany = (db: Db, wanted: EmployeeKeys) =>
	db
		.select()
		.from(flexAccesses)
		.where(and(sql`${flexAccesses.employeeId} IN ${idsOf(wanted)}`, isNull(flexAccesses.dateDeleted)))
		.orderBy(flexAccesses.employeeId, flexAccesses.validFrom);

export const plansOfMany = (db: Db, wanted: EmployeeKeys) =>
	db
		.select()
		.from(plannedVouchers)
		.where(and(sql`${plannedVouchers.employeeId} IN ${idsOf(wanted)}`, isNull(plannedVouchers.dateDeleted)))
		.orderBy(plannedVouchers.employeeId, plannedVouchers.validFrom);

export const lastIssuesOfMany = (db: Db, wanted: EmployeeKeys) =>
	db
		.select({ employeeId: issuedVouchers.employeeId, dueDate: sql<Instant>`max(due_date)`.as('last_due') })
		.from(issuedVouchers)
		.where(
			and(
				sql`${issuedVouchers.employeeId} IN ${idsOf(wanted)}`,
				sql`goodies_voucher_type = 'GENERIC' AND interval = 'MONTHLY'`,
			),
		)
		.groupBy(issuedVouchers.employeeId);

const idsOf = ({ companyId, ids, numbers, emailKeys }: EmployeeKeys): SQL => sql`(
	SELECT id FROM employees WHERE company_id = ${companyId} AND id IN ${oneOf(ids)}
	UNION ALL SELECT id FROM employees WHERE company_id = ${companyId} AND personnel_number IN ${oneOf(numbers)}
	UNION ALL SELECT e.id FROM ${oneOf(emailKeys)} w CROSS JOIN users u ON u.email_key >= w.value AND u.email_key < w.value || '$'
	CROSS JOIN employees e ON e.user_id = u.id AND e.company_id = ${companyId})`;

export const applicableTemplates = (db: Db, companyId: string, ids: readonly string[]) =>
	db
		.select({ id: taxRuleTemplates.id })
		.from(taxRuleTemplates)
		.where(
			and(
				sql`${taxRuleTemplates.id} IN ${oneOf(ids)}`,
				or(
					eq(taxRuleTemplates.id, DEFAULT_TEMPLATE_ID),
					sql`EXISTS (SELECT 1 FROM tax_rule_template_companies
						WHERE template_id = ${taxRuleTemplates.id} AND company_id = ${companyId})`,
				),
			),
		);

export const employeesUsed = (db: Db, companyId: string) =>
	db
		.select({ used: quotaUsage.used })
		.from(quotaUsage)
		.where(
			and(eq(quotaUsage.month, ''), eq(quotaUsage.ownerId, companyId), eq(quotaUsage.quota, 'employees')),
		);
