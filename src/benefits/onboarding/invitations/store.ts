import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../foundation/db/database.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { isUnproven } from '../../../tenants/users/identity/queries.ts';
import { isBoundToSso, isReleased, managedCompanyIds } from '../../../tenants/users/queries.ts';
import { nameColumns, users } from '../../../tenants/users/table.ts';

export const inviteeOf = (db: Db, userId: string | SQL) =>
	db
		.select({
			userId: users.id,
			...nameColumns,
			roles: users.roles,
			companyIds: managedCompanyIds,
			dateRegistered: users.dateRegistered,
			dateFirstRegistered: users.dateFirstRegistered,
			dateClosed: users.dateClosed,
			isUnproven: isUnproven.mapWith(Boolean).as('is_unproven'),
			isReleased: sql`${isReleased}`.mapWith(Boolean).as('is_released'),
			isBoundToSso: isBoundToSso.as('is_bound'),
			language: sql<string | null>`coalesce(${users.language}, ${companies.language})`.as('invitee_language'),
			companyId: sql<string | null>`${companies.id}`.as('company_id'),
			companyName: sql<string | null>`${companies.name}`.as('company_name'),
		})
		.from(users)
		.leftJoin(
			companies,
			eq(
				companies.id,
				sql`coalesce((SELECT company_id FROM employees WHERE user_id = users.id),
					(SELECT iif(count(*) = 1, max(company_id), NULL) FROM user_companies WHERE user_id = users.id))`,
			),
		)
		.where(sql`${users.id} = ${userId} AND ${users.dateDeleted} IS NULL`);

export const userOfEmployee = (employeeId: string): SQL =>
	sql`(SELECT user_id FROM employees WHERE id = ${employeeId})`;
