import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Role } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';
import type { Db, Statement } from '../db/client.ts';
import { oneOf } from '../db/columns.ts';
import { insertOnce, prepared } from '../db/prepared.ts';
import { emailKey } from './rules.ts';
import { managedCompanyIds, userCompanies, users } from './table.ts';

type UserRow = typeof users.$inferSelect;

export interface User extends Omit<UserRow, 'emailKey' | 'passwordHash' | 'dateDeleted'> {
	companyIds: string[];
	/** The company of the user's employee record; null when there is none. */
	employerId: string | null;
}

const columns = {
	id: users.id,
	dateCreated: users.dateCreated,
	dateModified: users.dateModified,
	dateRegistered: users.dateRegistered,
	dateClosed: users.dateClosed,
	email: users.email,
	roles: users.roles,
	firstName: users.firstName,
	lastName: users.lastName,
	language: users.language,
	companyIds: managedCompanyIds,
	employerId: sql<string | null>`(SELECT company_id FROM employees WHERE user_id = users.id)`.as(
		'employer_id',
	),
	revision: users.revision,
};

/** Neither erased, nor the technical user of an API key, which nobody may give a password or other rights. */
const isPerson = and(
	isNull(users.dateDeleted),
	sql`NOT EXISTS (SELECT 1 FROM api_keys WHERE user_id = users.id)`,
);

export const userById = (db: Db, id: string) =>
	db
		.select(columns)
		.from(users)
		.where(and(eq(users.id, id), isPerson));

/** A user, be it erased. */
export const anyUserById = (db: Db, id: string) =>
	db
		.select({ ...columns, dateDeleted: users.dateDeleted })
		.from(users)
		.where(eq(users.id, id));

export const usersPage = (db: Db, after: string, limit: number) =>
	db
		.select(columns)
		.from(users)
		.where(and(gt(users.id, after), isPerson))
		.orderBy(asc(users.id))
		.limit(limit);

/** The users whose addresses they are, with what decides whether somebody else may have the address. */
export const holdersOf = (db: Db, emails: readonly string[]) =>
	holdersQuery(db, { emailKeys: JSON.stringify(emails.map(emailKey)) });

const holdersQuery = prepared((db) =>
	db
		.select({
			id: users.id,
			emailKey: users.emailKey,
			roles: users.roles,
			firstName: users.firstName,
			lastName: users.lastName,
			language: users.language,
			revision: users.revision,
			companyIds: managedCompanyIds,
			employerId: columns.employerId,
			dateTerminated:
				sql<Instant | null>`(SELECT date_terminated FROM employees WHERE user_id = users.id)`.as(
					'date_terminated',
				),
		})
		.from(users)
		.where(
			and(
				sql`${users.emailKey} IN (SELECT value FROM json_each(${sql.placeholder('emailKeys')}))`,
				isNull(users.dateDeleted),
			),
		),
);

export type Holder = Awaited<ReturnType<typeof holdersOf>>[number];

/** Gives the user the role EMPLOYEE; fails with `stale_revision` when the user has changed. */
export const addEmployeeRole = (
	db: Db,
	{ id, roles, revision }: Pick<User, 'id' | 'roles' | 'revision'>,
	now: Instant,
) =>
	db
		.update(users)
		.set({ roles: [...new Set<Role>([...roles, 'EMPLOYEE'])], dateModified: now, revision: revision + 1 })
		.where(eq(users.id, id));

/** Takes sign-in and address from the user, whose record stays; fails as above. No address is compared as an id is. */
export const releaseAddress = (db: Db, { id, revision }: Pick<User, 'id' | 'revision'>, now: Instant) =>
	db
		.update(users)
		.set({ emailKey: id, passwordHash: null, dateModified: now, revision: revision + 1 })
		.where(eq(users.id, id));

/** Without an `emailKey`, the user can be found by the address. */
export function insertUser(db: Db, row: Omit<typeof users.$inferInsert, 'emailKey'> & { emailKey?: string }) {
	return insertOnce(db, users, { emailKey: emailKey(row.email), ...row });
}

/** Fails with `stale_revision` after a concurrent change. A null `passwordHash` keeps the stored one. */
export function saveUser(
	db: Db,
	{ id, companyIds, employerId, ...values }: User,
	passwordHash: string | null,
) {
	return db
		.update(users)
		.set({
			...values,
			emailKey: emailKey(values.email),
			...(passwordHash !== null && { passwordHash }),
		})
		.where(eq(users.id, id));
}

/** Makes the user manage exactly these companies. Does nothing unless the user still has this revision. */
export function setManagedCompanies(
	db: Db,
	{ id: userId, revision = 0 }: { id: string; revision?: number },
	companyIds: readonly string[],
): Statement[] {
	const ids = oneOf(companyIds);
	const isUnchanged = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND revision = ${revision})`;
	return [
		db
			.delete(userCompanies)
			.where(
				and(eq(userCompanies.userId, userId), sql`${userCompanies.companyId} NOT IN ${ids}`, isUnchanged),
			),
		db
			.insert(userCompanies)
			.select(sql`SELECT ${userId}, value FROM json_each(${JSON.stringify(companyIds)})
				WHERE ${isUnchanged}`)
			.onConflictDoNothing(),
	];
}
