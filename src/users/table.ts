import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { companies } from '../companies/table.ts';
import type { Role } from '../core/actor.ts';
import { created, id, instant, json, jsonColumn, softDeleted } from '../db/columns.ts';
import { teller } from '../db/teller.ts';

export const users = sqliteTable(
	'users',
	{
		id: id(),
		...created(),
		...softDeleted(),
		email: text('email').notNull(),
		/** The e-mail in lower case, as it is compared. */
		emailKey: text('email_key').notNull(),
		passwordHash: text('password_hash'),
		dateRegistered: instant('date_registered'),
		/** Since when the user may not sign in; null when the user may. */
		dateClosed: instant('date_closed'),
		roles: json<Role[]>('roles').notNull(),
		firstName: text('first_name'),
		lastName: text('last_name'),
		language: text('language'),
		/** Every change advances it by exactly one; a trigger refuses any other step. */
		revision: integer('revision').notNull().default(0),
	},
	(t) => [
		uniqueIndex('users_email_key').on(t.emailKey),
		index('users_platform_admins')
			.on(t.id)
			.where(sql`instr(roles, '"PLATFORM_ADMIN"') > 0 AND date_closed IS NULL AND date_deleted IS NULL`),
		index('users_signing_in')
			.on(t.id)
			.where(sql`date_registered IS NOT NULL AND date_closed IS NULL AND date_deleted IS NULL`),
		check('users_roles', sql`json_array_length(${t.roles}) > 0`),
	],
);

export const tellUser = teller(users, [
	'id',
	'dateDeleted',
	'email',
	'dateRegistered',
	'dateClosed',
	'roles',
	'firstName',
	'lastName',
	'language',
]);

export const userCompanies = sqliteTable(
	'user_companies',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
	},
	(t) => [primaryKey({ columns: [t.userId, t.companyId] }), index('user_companies_company').on(t.companyId)],
);

/** The ids of the companies that the selected user manages, as a column. */
export const managedCompanyIds = jsonColumn<string[]>(
	sql`(SELECT json_group_array(company_id) FROM (SELECT company_id FROM user_companies WHERE user_id = users.id ORDER BY 1))`,
	'company_ids',
);

/** Those of them that the other user manages too. */
export const sharedCompanyIds = (otherId: string | null) =>
	jsonColumn<string[]>(
		sql`(SELECT json_group_array(company_id) FROM (SELECT his.company_id FROM user_companies his
			WHERE his.user_id = users.id
			AND EXISTS (SELECT 1 FROM user_companies WHERE user_id = ${otherId} AND company_id = his.company_id) ORDER BY 1))`,
		'company_ids',
	);

/** Whether the selected user has lost address and sign-in to somebody who joined another company (see `releaseAddress`). */
export const isReleased = sql`users.email_key = users.id`;

/** The condition that the selected user may sign in. */
export const isOpen = sql`(users.date_closed IS NULL AND users.date_deleted IS NULL)`;

/** The ids that bound what the selected user may reach, beside the roles. */
export const idsOfUser = {
	employeeId: sql<string | null>`(SELECT id FROM employees WHERE user_id = users.id)`.as('employee_id'),
	soleCompanyId: sql<string | null>`(SELECT iif(count(*) = 1, min(company_id), NULL)
		FROM (SELECT company_id FROM user_companies WHERE user_id = users.id LIMIT 2))`.as('sole_company_id'),
};

/** The company of the selected user's employee record, as a column. */
export const employerId = sql<string | null>`(SELECT company_id FROM employees WHERE user_id = users.id)`.as(
	'employer_id',
);
