import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db, Statement } from '../db/client.ts';
import { oneOf } from '../db/columns.ts';
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

export const userById = (db: Db, id: string) =>
	db
		.select(columns)
		.from(users)
		.where(and(eq(users.id, id), isNull(users.dateDeleted)));

export const usersPage = (db: Db, after: string, limit: number) =>
	db
		.select(columns)
		.from(users)
		.where(and(gt(users.id, after), isNull(users.dateDeleted)))
		.orderBy(asc(users.id))
		.limit(limit);

export function insertUser(db: Db, row: Omit<typeof users.$inferInsert, 'emailKey'>) {
	return db
		.insert(users)
		.values({ ...row, emailKey: emailKey(row.email) })
		.onConflictDoNothing({ target: users.id });
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
