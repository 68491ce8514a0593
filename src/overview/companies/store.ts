import { asc, eq, gt, sql } from 'drizzle-orm';
import { quotaUsage } from '../../companies/quotas/table.ts';
import { companies } from '../../companies/table.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../users/table.ts';

/** How many people a company has, as its quota counts them. */
const PEOPLE = sql<number>`coalesce((SELECT ${quotaUsage.used} FROM ${quotaUsage} WHERE ${quotaUsage.month} = ''
	AND ${quotaUsage.ownerId} = companies.id AND ${quotaUsage.quota} = 'employees'), 0)`;

/** Those who may administer a company and are not closed. */
const administrators = (onlyIf = sql`TRUE`) =>
	sql<number>`(SELECT count(*) FROM user_companies m CROSS JOIN users u ON u.id = m.user_id
		WHERE m.company_id = companies.id AND instr(u.roles, '"COMPANY_ADMIN"') AND u.date_closed IS NULL AND ${onlyIf})`;

const columns = {
	id: companies.id,
	name: companies.name,
	dateCreated: companies.dateCreated,
	people: PEOPLE.as('people'),
	administrators: administrators().as('administrators'),
	registered: administrators(sql`u.date_registered IS NOT NULL`).as('registered'),
};

export const overviewPage = (db: Db, after: string, limit: number) =>
	db.select(columns).from(companies).where(gt(companies.id, after)).orderBy(asc(companies.id)).limit(limit);

export const overviewOf = (db: Db, companyId: string) =>
	db.select(columns).from(companies).where(eq(companies.id, companyId));

/** Who manages a company, in order of creation. */
export const managersOf = (db: Db, companyId: string, limit: number) =>
	db
		.select({
			id: users.id,
			email: users.email,
			firstName: users.firstName,
			lastName: users.lastName,
			roles: users.roles,
			dateRegistered: users.dateRegistered,
			dateClosed: users.dateClosed,
		})
		.from(sql`user_companies m`)
		.innerJoin(users, sql`${users.id} = m.user_id`)
		.where(sql`m.company_id = ${companyId} AND NOT EXISTS (SELECT 1 FROM api_keys WHERE user_id = m.user_id)`)
		.orderBy(sql`m.user_id`)
		.limit(limit);
