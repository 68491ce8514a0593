import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { DomainError } from '../core/domain-error.ts';
import { emailKey } from '../core/email.ts';
import type { Instant } from '../core/instant.ts';
import type { Change } from '../core/patch.ts';
import type { Db, Statement } from '../db/client.ts';
import { oneOf } from '../db/columns.ts';
import type { Refusals } from '../db/commit.ts';
import { managedCompanyIds, userCompanies, users } from './table.ts';

type UserRow = typeof users.$inferSelect;

/** A user without its password hash. */
export interface User extends Omit<UserRow, 'emailKey' | 'passwordHash' | 'dateDeleted'> {
	companyIds: string[];
}

/** The refusal when an e-mail is already some user's, whichever company that user belongs to. */
export const emailTaken: Refusals = {
	'users.email_key': () => new DomainError('email_taken', 'This e-mail address is already used.'),
};

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
};

export const userById = (db: Db, id: string) => db.select(columns).from(users).where(eq(users.id, id));

export const usersPage = (db: Db, after: string, limit: number) =>
	db.select(columns).from(users).where(gt(users.id, after)).orderBy(asc(users.id)).limit(limit);

export function insertUser(db: Db, row: Omit<typeof users.$inferInsert, 'emailKey'>) {
	return db
		.insert(users)
		.values({ ...row, emailKey: emailKey(row.email) })
		.onConflictDoNothing({ target: users.id });
}

/** Changes the given columns only, so that changes of different ones never undo each other. */
export function updateUser(db: Db, id: string, values: Change<UserRow>) {
	const { email } = values;
	return db
		.update(users)
		.set({ ...values, ...(email !== undefined && { emailKey: emailKey(email) }) })
		.where(eq(users.id, id));
}

/** Marks the user as registered, unless it is already. */
export const registerUser = (db: Db, id: string, now: Instant) =>
	db
		.update(users)
		.set({ dateRegistered: now })
		.where(and(eq(users.id, id), isNull(users.dateRegistered)));

/** Makes the user, if there is one, manage exactly these companies. */
export function setManagedCompanies(db: Db, userId: string, companyIds: readonly string[]): Statement[] {
	const ids = oneOf(companyIds);
	return [
		db
			.delete(userCompanies)
			.where(and(eq(userCompanies.userId, userId), sql`${userCompanies.companyId} NOT IN ${ids}`)),
		db
			.insert(userCompanies)
			.select(sql`SELECT ${userId}, value FROM json_each(${JSON.stringify(companyIds)})
				WHERE EXISTS (SELECT 1 FROM users WHERE id = ${userId})`)
			.onConflictDoNothing(),
	];
}
