import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';

/** A place in a list in the order of company and creation. Empty texts stand before the first record. */
export interface CompanyKey {
	companyId: string;
	id: string;
}

/** A place in a list in the order of creation or, where it says so, of modification. */
export interface ModifiedKey {
	dateModified: Instant;
	id: string;
}

/** A place in a list of the records of employees; `id` is what orders those of one. */
export interface EmployeeKey {
	employeeId: string;
	id: string;
}

/** The condition that a record of this company is in the scope; undefined when all records are. */
export const isCompanyReached = ({ all, managerId }: Scope, company: SQLiteColumn): SQL | undefined =>
	all ? undefined : isManaged(company, managerId);

/** The condition that a record of this company or employee is in the scope; undefined when all are. */
export function isReached(
	{ all, managerId, employeeId }: Scope,
	company: SQLiteColumn,
	employee: SQLiteColumn,
): SQL | undefined {
	return all ? undefined : sql`(${isManaged(company, managerId)} OR ${employee} = ${employeeId})`;
}

/** `isCompanyReached` for `prepared` queries; `scopeArguments` returns its arguments. */
export const isCompanyReachedByArguments = (company: SQLiteColumn): SQL =>
	sql`(${sql.placeholder('all')} OR ${isManaged(company, sql.placeholder('managerId'))})`;

/** `isReached` likewise. */
export const isReachedByArguments = (company: SQLiteColumn, employee: SQLiteColumn): SQL =>
	sql`(${sql.placeholder('all')} OR ${isManaged(company, sql.placeholder('managerId'))}
		OR ${employee} = ${sql.placeholder('ownEmployeeId')})`;

export const scopeArguments = ({ all, managerId, employeeId }: Scope) => ({
	all: all ? 1 : 0,
	managerId,
	ownEmployeeId: employeeId,
});

/** One row by the key of `user_companies`, however many companies the user manages. */
export const isManaged = (company: SQLiteColumn | SQL, managerId: unknown): SQL =>
	sql`EXISTS (SELECT 1 FROM user_companies WHERE user_id = ${managerId} AND company_id = ${company})`;

/**
 * The companies of the scope in the order of their ids, from `first` on or only `companyId`: the first table `m` of a
 * join that goes from company to company and ends with the page.
 */
export function reachedCompanies(
	{ all, managerId }: { all: boolean; managerId: unknown },
	first: unknown,
	companyId?: unknown,
) {
	const id = all ? sql`m.id` : sql`m.company_id`;
	return {
		table: all ? sql`companies m` : sql`user_companies m`,
		id,
		where: and(
			all ? undefined : sql`m.user_id = ${managerId}`,
			companyId === undefined ? sql`${id} >= ${first}` : sql`${id} = ${companyId} AND ${id} >= ${first}`,
		),
	};
}

/**
 * The only company to which a user belongs, as a subquery; null for a user of several companies or of none, and for a platform
 * administrator. What that company's administrators may know of the user. `userId` may be `users.id` of the query around it.
 */
export const soleCompanyOf = (
	userId: SQL,
): SQL<string | null> => sql`(SELECT iif(count(*) = 1, min(id), NULL) FROM (
	SELECT company_id AS id FROM employees WHERE user_id = ${userId}
	UNION SELECT company_id FROM user_companies WHERE user_id = ${userId})
	WHERE NOT EXISTS (SELECT 1 FROM users who WHERE who.id = ${userId} AND instr(who.roles, '"PLATFORM_ADMIN"')))`;
