import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';

/** A position in a list that is ordered by company and creation. Empty texts come before the first record. */
export interface CompanyKey {
	companyId: string;
	id: string;
}

/** A position in a list that is ordered by modification. In lists without that order, only `id` counts. */
export interface ModifiedKey {
	dateModified: Instant;
	id: string;
}

/** A position in a list of employees' records. `id` orders the records of one employee. */
export interface EmployeeKey {
	employeeId: string;
	id: string;
}

/** A position in a list of employees' records that is ordered by personnel number. */
export interface NumberKey {
	position: string;
	id: string;
}

/** Returns the condition that the scope reaches records of this company; undefined when it reaches all. */
export const isCompanyReached = ({ all, managerId }: Scope, company: SQLiteColumn): SQL | undefined =>
	all ? undefined : isManaged(company, managerId);

/** Returns the condition that the scope reaches records of this company or employee; undefined when it reaches all. */
export function isReached(
	{ all, managerId, employeeId }: Scope,
	company: SQLiteColumn,
	employee: SQLiteColumn,
): SQL | undefined {
	return all ? undefined : sql`(${isManaged(company, managerId)} OR ${employee} = ${employeeId})`;
}

/** Like `isCompanyReached`, for `prepared` queries. `scopeArguments` returns the arguments. */
export const isCompanyReachedByArguments = (company: SQLiteColumn): SQL =>
	sql`(${sql.placeholder('all')} OR ${isManaged(company, sql.placeholder('managerId'))})`;

/** Like `isReached`, for `prepared` queries. */
export const isReachedByArguments = (company: SQLiteColumn, employee: SQLiteColumn): SQL =>
	sql`(${sql.placeholder('all')} OR ${isManaged(company, sql.placeholder('managerId'))}
		OR ${employee} = ${sql.placeholder('ownEmployeeId')})`;

export const scopeArguments = ({ all, managerId, employeeId }: Scope) => ({
	all: all ? 1 : 0,
	managerId,
	ownEmployeeId: employeeId,
});

/** Returns the condition that a job handles records of this company; undefined when the job runs for all companies. */
export const isInJob = (company: SQLiteColumn, companyId: string | undefined): SQL | undefined =>
	companyId === undefined ? undefined : sql`${company} = ${companyId}`;

/** Returns a condition that reads only one row by key, even for users with many companies. */
export const isManaged = (company: SQLiteColumn | SQL, managerId: unknown): SQL =>
	sql`EXISTS (SELECT 1 FROM user_companies WHERE user_id = ${managerId} AND company_id = ${company})`;

/** Returns the condition that a company is in this database. D1 keeps the old rows for a minute after a company has moved to a cell. */
export const isHere = (company: SQLiteColumn | SQL): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM places WHERE company_id = ${company})`;

/** Returns the condition for companies of this database whose id is greater. */
export const isHereAfter = (company: SQLiteColumn, id: string): SQL =>
	sql`${company} > ${id} AND ${isHere(company)}`;

/**
 * The companies of the scope, ordered by id, from `first` on, or only `companyId`. Their table `m` must come first in a join. The join then
 * reads company by company until the page is full.
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
			isHere(id),
			all ? undefined : sql`m.user_id = ${managerId}`,
			companyId === undefined ? sql`${id} >= ${first}` : sql`${id} = ${companyId} AND ${id} >= ${first}`,
		),
	};
}

/**
 * Returns a subquery of the only company of a user, whose administrators may read about the user. It is null for users of several companies
 * or none, and for platform administrators. `userId` can be `users.id` of the outer query.
 */
export const soleCompanyOf = (
	userId: SQL,
): SQL<string | null> => sql`(SELECT iif(count(*) = 1, min(id), NULL) FROM (
	SELECT company_id AS id FROM employees WHERE user_id = ${userId}
	UNION SELECT company_id FROM user_companies WHERE user_id = ${userId})
	WHERE NOT EXISTS (SELECT 1 FROM users who WHERE who.id = ${userId}
		AND (instr(who.roles, '"PLATFORM_ADMIN"') OR who.home IS NOT NULL))
		AND NOT EXISTS (SELECT 1 FROM grants WHERE user_id = ${userId} AND is_wanted))`;
