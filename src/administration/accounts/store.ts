import { and, eq, sql } from 'drizzle-orm';
import { employees } from '../../benefits/employees/table.ts';
import type { Role } from '../../foundation/core/actor.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Db } from '../../foundation/db/database.ts';
import { sessions } from '../../tenants/auth/table.ts';
import { companies } from '../../tenants/companies/table.ts';
import { isUnproven } from '../../tenants/users/identity/queries.ts';
import type { Closer } from '../../tenants/users/rules.ts';
import { userCompanies, users } from '../../tenants/users/table.ts';

/** The caller as a user (specification, section 2.9). */
export interface RequestingUser {
	id: string;
	dateCreated: Instant;
	dateModified: Instant;
	dateRegistered: Instant | null;
	email: string;
	roles: Role[];
	firstName: string | null;
	lastName: string | null;
	language: string | null;
	employeeId: string | null;
	companyId: string | null;
	groups: string[] | null;
	companies: { id: string; name: string }[];
	revision: number;
	/** True while nobody has proven the address. */
	isUnproven: boolean;
}

export const requestingUser = (db: Db, userId: string) =>
	db
		.select({
			id: users.id,
			dateCreated: users.dateCreated,
			dateModified: sql<Instant>`max(${users.dateModified}, coalesce(${employees.dateModified}, 0))`.as(
				'modified',
			),
			dateRegistered: users.dateRegistered,
			email: users.email,
			roles: users.roles,
			firstName: users.firstName,
			lastName: users.lastName,
			language: users.language,
			revision: users.revision,
			employeeId: sql<string | null>`${employees.id}`.as('employee_id'),
			companyId: employees.companyId,
			groups: employees.groups,
			isUnproven: isUnproven.mapWith(Boolean).as('is_unproven'),
		})
		.from(users)
		.leftJoin(employees, eq(employees.userId, users.id))
		.where(eq(users.id, userId));

/** With `all`, which platform administrators have, it reads every company. */
export const manageableCompanies = (db: Db, userId: string, all: boolean) =>
	all
		? db.select(MANAGED).from(companies).orderBy(companies.id)
		: db
				.select(MANAGED)
				.from(userCompanies)
				.crossJoin(companies)
				.where(and(eq(userCompanies.userId, userId), eq(companies.id, userCompanies.companyId)))
				.orderBy(userCompanies.companyId);

/** Reads manageable companies in other databases, as last reported. A cell knows only the ids of companies that its users were granted. */
export const manageableElsewhere = (db: Db, userId: string, all: boolean) =>
	db
		.select({
			id: sql<string>`e.id`.as('elsewhere_id'),
			name: sql<string | null>`p.company ->> 'name'`.as('company_name'),
			dateModified: sql<Instant | null>`p.company ->> 'dateModified'`.as('company_modified'),
		})
		.from(
			all
				? sql`(SELECT company_id AS id FROM places WHERE company_id > '') e`
				: sql`(SELECT company_id AS id FROM grants WHERE user_id = ${userId} AND is_wanted) e`,
		)
		.leftJoin(sql`places p`, sql`p.company_id = e.id`)
		.orderBy(sql`e.id`);

const MANAGED = { id: companies.id, name: companies.name, dateModified: companies.dateModified };

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

/** Lets a session view another user's pages until an instant. With null, it shows its own user's pages again. */
export const saveViewed = (
	db: Db,
	sessionId: string,
	viewed: { userId: string; until: Instant; cell?: string | undefined } | null,
) =>
	db
		.update(sessions)
		.set({
			viewedUserId: viewed?.userId ?? null,
			viewedUntil: viewed?.until ?? null,
			viewedCell: viewed?.cell ?? null,
		})
		.where(eq(sessions.id, sessionId));

/** Closes a user at an instant, or opens it again (null). Fails with `stale_revision` when the user has changed. */
export const saveClosed = (
	db: Db,
	{ id, revision }: Pick<typeof users.$inferSelect, 'id' | 'revision'>,
	{ dateClosed, closer }: { dateClosed: Instant | null; closer: Closer | null },
	now: Instant,
) =>
	db
		.update(users)
		.set({ dateClosed, closer, dateModified: now, revision: revision + 1 })
		.where(eq(users.id, id));
