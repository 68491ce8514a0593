import { and, asc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Role, Scope } from '../../foundation/core/actor.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { requireFound } from '../../foundation/core/refusals.ts';
import { type Call, load } from '../../foundation/db/call.ts';
import { oneOf } from '../../foundation/db/columns.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { moving, type TakeOver } from '../../foundation/db/directory.ts';
import { insertOnce, insertSelect } from '../../foundation/db/records.ts';
import { isManaged } from '../../foundation/db/scope.ts';
import type { Proof } from './identity/rules.ts';
import {
	employerId,
	freeKey,
	grantedCompanyIds,
	isNamed,
	isReleased,
	managedCompanyIds,
	pendingCompanyIds,
	pendingRoles,
	sharedCompanyIds,
} from './queries.ts';
import { emailKey, waitingKey } from './rules.ts';
import { userCompanies, users } from './table.ts';

type UserRow = typeof users.$inferSelect;

export interface User extends Omit<UserRow, 'emailKey' | 'passwordHash' | 'dateDeleted' | 'home'> {
	/** The managed companies, as far as the reader may know them. */
	companyIds: string[];
	/** The managed companies in other databases, as far as the reader may know them. */
	grantedIds: string[];
	/** Roles that begin when the address is proven. */
	pendingRoles: Role[];
	/** Companies that begin when the address is proven, as far as the reader may know them. */
	pendingCompanyIds: string[];
	/** The company of the user's employee record; null without one. */
	employerId: string | null;
	/** True when somebody else has proven the address, so that nobody can sign in with it as this user. */
	hasLostAddress: boolean;
	/** True when the user belongs to a company that the reader does not manage. */
	isOutside: boolean;
}

const { emailKey: _, passwordHash: __, dateDeleted: ___, home: ____, ...ownColumns } = getTableColumns(users);

const columnsFor = ({ all, managerId }: Scope) => ({
	...ownColumns,
	/** How the present address was proven. The row keeps the way of an earlier one. */
	proof: sql<Proof | null>`iif(users.date_proven IS NULL, NULL, users.proof)`.as('present_proof'),
	companyIds: all ? managedCompanyIds : sharedCompanyIds(managerId),
	grantedIds: grantedCompanyIds,
	pendingRoles,
	pendingCompanyIds: pendingCompanyIds(all ? null : (managerId ?? '')),
	employerId,
	hasLostAddress: sql`(${isReleased} AND users.home IS NULL)`
		.mapWith(Boolean)
		.as('has_lost_address') as SQL.Aliased<boolean>,
	isOutside: (all
		? sql`FALSE`
		: sql`(users.home IS NOT NULL OR EXISTS (SELECT 1 FROM (${COMPANIES}
			UNION ALL SELECT company_id FROM grants WHERE user_id = users.id AND is_wanted) b
			WHERE NOT ${isManaged(sql`b.company_id`, managerId)}))`
	)
		.mapWith(Boolean)
		.as('is_outside') as SQL.Aliased<boolean>,
});

const COMPANIES = sql`SELECT company_id FROM user_companies WHERE user_id = users.id
	UNION ALL SELECT company_id FROM employees WHERE user_id = users.id`;

/** Excludes erased users, and the technical users of API keys. The latter get no password and no other rights. */
const isPerson = and(
	isNull(users.dateDeleted),
	sql`NOT EXISTS (SELECT 1 FROM api_keys WHERE user_id = users.id)`,
);

const isReached = ({ all, managerId }: Scope): SQL | undefined =>
	all
		? undefined
		: sql`EXISTS (SELECT 1 FROM (${COMPANIES}) b WHERE ${isManaged(sql`b.company_id`, managerId)})`;

export const anyUserById = (db: Db, scope: Scope, id: string) =>
	db
		.select({ ...columnsFor(scope), dateDeleted: users.dateDeleted })
		.from(users)
		.where(eq(users.id, id));

export const userById = (db: Db, scope: Scope, id: string) =>
	db
		.select(columnsFor(scope))
		.from(users)
		.where(and(eq(users.id, id), isPerson, isReached(scope)));

export const loadUser = (call: Call, scope: Scope, id: string): Promise<User> =>
	load(call, [userById(call.db, scope, id)], ([[user]]) => requireFound(user, 'user'));

export const userByEmail = (db: Db, scope: Scope, email: string) =>
	db
		.select(columnsFor(scope))
		.from(users)
		.where(and(isNamed(emailKey(email)), isPerson, isReached(scope)));

/** Reads users by id, without guests of this database. */
export const usersByIds = (db: Db, scope: Scope, ids: readonly string[]) =>
	db
		.select(columnsOfPage(scope))
		.from(users)
		.where(and(sql`${users.id} IN ${oneOf(ids)}`, isPerson, isNull(users.home)));

const columnsOfPage = (scope: Scope) => ({
	...columnsFor(scope),
	emailKey: users.emailKey,
	isGuest: sql`users.home IS NOT NULL`.mapWith(Boolean).as('is_guest'),
});

export const usersPage = (
	db: Db,
	scope: Scope,
	companyId: string | undefined,
	after: string,
	limit: number,
) =>
	db
		.select(columnsOfPage(scope))
		.from(users)
		.where(
			and(
				gt(users.id, after),
				isPerson,
				// In a list of all users, guests appear only in their own database.
				scope.all && companyId === undefined ? isNull(users.home) : undefined,
				companyId === undefined ? undefined : manages(companyId),
				scope.all ? undefined : isColleague(scope.managerId, companyId),
			),
		)
		.orderBy(asc(users.id))
		.limit(limit);

export const usersByAddress = (db: Db, scope: Scope, beginning: string, after: string, limit: number) =>
	db
		.select(columnsOfPage(scope))
		.from(users)
		.where(
			and(
				sql`${users.emailKey} BETWEEN ${beginning} AND ${`${beginning}\u{10ffff}`}`,
				gt(users.emailKey, after),
				isPerson,
				isNull(users.home),
				isReached(scope),
			),
		)
		.orderBy(asc(users.emailKey))
		.limit(limit);

const manages = (companyId: string): SQL =>
	sql`${users.id} IN (SELECT user_id FROM user_companies WHERE company_id = ${companyId})`;

const isColleague = (managerId: string | null, companyId: string | undefined): SQL =>
	companyId === undefined
		? sql`${users.id} IN (SELECT his.user_id FROM user_companies mine CROSS JOIN user_companies his
			ON his.company_id = mine.company_id WHERE mine.user_id = ${managerId})`
		: isManaged(sql`${companyId}`, managerId);

/** Fails with `last_company_admin` when a company has no administrator left who may sign in. */
export const requireAdministrators = (db: Db, companyIds: readonly string[]): Statement[] =>
	companyIds.length === 0
		? []
		: [
				insertSelect(
					db,
					administeredCompanies,
					{ companyId: sql`value` },
					sql`FROM json_each(${JSON.stringify(companyIds)})`,
				),
			];

/** A view. Its trigger checks the inserted companies. */
const administeredCompanies = sqliteTable('administered_companies', { companyId: text('company_id') });

/** Fails with `stale_revision` when the user has changed. */
export const saveNames = (
	db: Db,
	{ id, revision }: Pick<User, 'id' | 'revision'>,
	names: Pick<User, 'firstName' | 'lastName' | 'language'>,
	now: Instant,
) =>
	db
		.update(users)
		.set({ ...names, dateModified: now, revision: revision + 1 })
		.where(eq(users.id, id));

/** Sets the address of a user who has not registered. Fails with `stale_revision` when the user has changed. */
export const saveAddress = (
	db: Db,
	{ id, revision }: Pick<User, 'id' | 'revision'>,
	email: string,
	now: Instant,
) =>
	moving(
		db
			.update(users)
			.set({ email, emailKey: freeKey(emailKey(email), id, now), dateModified: now, revision: revision + 1 })
			.where(eq(users.id, id)),
		[{ userId: id, address: emailKey(email), now }],
	);

/** From now on, resets of the user's password by mail rest. A rest that lasts longer stays. */
export const rest = (db: Db, userId: string, until: Instant, now: Instant): Statement =>
	db
		.update(users)
		.set({
			restUntil: sql`max(coalesce(${users.restUntil}, 0), ${until})`,
			dateModified: now,
			revision: sql`${users.revision} + 1`,
		})
		.where(eq(users.id, userId));

interface Taking {
	/** Takes the address from others. */
	takeOver?: TakeOver;
	/** True if somebody has registered with the address who may lose it. */
	waits?: boolean;
}

/**
 * Inserts a user. A proven one wins the address from others. The user of an API key has its own `emailKey`, so that no address leads to it.
 */
export function insertUser(
	db: Db,
	row: Omit<typeof users.$inferInsert, 'emailKey'> & { emailKey?: string },
	{ takeOver, waits = false }: Taking = {},
) {
	const address = waits ? waitingKey(emailKey(row.email), row.id) : emailKey(row.email);
	const statement = insertOnce(db, users, { emailKey: address, ...row });
	if (row.emailKey !== undefined) return statement;
	const wins = row.dateProven != null;
	return moving(statement, [{ userId: row.id, address, isNew: true, now: row.dateModified, takeOver, wins }]);
}

/**
 * Fails with `stale_revision` after a concurrent change. With a null `passwordHash`, the stored hash stays. A proven user wins a new address
 * with `takeOver`.
 */
export function saveUser(
	db: Db,
	before: User,
	{
		id,
		companyIds,
		grantedIds,
		employerId,
		hasLostAddress,
		isOutside,
		restUntil,
		dateFirstRegistered,
		dateProven,
		proof,
		pendingRoles,
		pendingCompanyIds,
		...values
	}: User,
	passwordHash: string | null,
	takeOver: TakeOver,
) {
	const address = emailKey(values.email);
	// A former employee with a released address does not get it back through another change.
	const isMoved = before.email !== values.email;
	const statement = db
		.update(users)
		.set({
			...values,
			...(isMoved && {
				emailKey: values.dateRegistered === null ? freeKey(address, id, values.dateModified) : address,
			}),
			...(passwordHash !== null && { passwordHash }),
		})
		.where(eq(users.id, id));
	if (!isMoved) return statement;
	const wins = dateProven !== null;
	return moving(statement, [
		{ userId: id, address, now: values.dateModified, wins, ...(wins && { takeOver }) },
	]);
}

/** Makes the user the manager of exactly these companies, if the user still has this revision. */
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
		insertSelect(
			db,
			userCompanies,
			{ userId, companyId: sql`value` },
			sql`FROM json_each(${JSON.stringify(companyIds)}) WHERE ${isUnchanged}`,
		).onConflictDoNothing(),
	];
}
