import { sql } from 'drizzle-orm';
import { companies } from '../../companies/table.ts';
import type { Db } from '../../db/database.ts';

/** The companies that a user manages, and the one whose employee it is. */
export const companiesOfUser = (db: Db, userId: string) =>
	db
		.select({
			id: companies.id,
			name: companies.name,
			employeeId: sql<string | null>`his.employee_id`.as('his_employee'),
		})
		.from(
			sql`(SELECT company_id, NULL AS employee_id FROM user_companies WHERE user_id = ${userId}
				UNION ALL SELECT company_id, id FROM employees WHERE user_id = ${userId}) his`,
		)
		.innerJoin(companies, sql`${companies.id} = his.company_id`);
