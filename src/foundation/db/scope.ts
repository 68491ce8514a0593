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

/** A place in a list of employees' records; `id` orders the records of one employee. */
export interface EmployeeKey {
	employeeId: string;
	id: string;
}

/** A place in a list of employees' records in the order of their personnel numbers. */
export interface NumberKey {
	position: string;
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

/** `isReached` for `prepared` queries. */
export const isReachedByArguments = (company: SQLiteColumn, employee: SQLiteColumn): SQL =>
	sql`(${sql.placeholder('all')} OR ${isManaged(company, sql.placeholder('managerId'))}
		OR ${employee} = ${sql.placeholder('ownEmployeeId')})`;

export const scopeArguments = ({ all, managerId, employeeId }: Scope) => ({
	all: all ? 1 : 0,
	managerId,
	ownEmployeeId: employeeId,
});

/** The condition that a job handles a record of this company: the job runs for one company, or else for all in the database. */
export const isInJob = (company: SQLiteColumn, companyId: string | undefined): SQL | undefined =>
	companyId === undefined ? undefined : sql`${company} = ${companyId}`;

/** Reads one row by key, however many companies the user manages. */
export const isManaged = (company: SQLiteColumn | SQL, managerId: unknown): SQL =>
	sql`EXISTS (SELECT 1 FROM user_companies WHERE user_id = ${managerId} AND company_id = ${company})`;

/** The condition that a company is in this database. Its old rows are still in D1 for a minute after it has moved to a cell. */
export const isHere = (company: SQLiteColumn | SQL): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM places WHERE company_id = ${company})`;

/** The condition of all companies in this database behind an id. */
export const isHereAfter = (company: SQLiteColumn, id: string): SQL =>
	sql`${company} > ${id} AND ${isHere(company)}`;

/**
 * The companies of the scope in the order of their ids, from `first` on, or only `companyId`. Their table `m` comes
 * first in a join that reads company by company until the page is full.
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
 * The only company of a user, as a subquery. Null for users of several companies or none, and for platform
 * administrators. Its administrators may read about the user. `userId` may be `users.id` of the outer query.
 */
export const soleCompanyOf = (
	userId: SQL,
): SQL<string | null> => sql`(SELECT iif(count(*) = 1, min(id), NULL) FROM (
	SELECT company_id AS id FROM employees WHERE user_id = ${userId}
	UNION SELECT company_id FROM user_companies WHERE user_id = ${userId})
	WHERE NOT EXISTS (SELECT 1 FROM users who WHERE who.id = ${userId}
		AND (instr(who.roles, '"PLATFORM_ADMIN"') OR who.home IS NOT NULL))
		AND NOT EXISTS (SELECT 1 FROM grants WHERE user_id = ${userId} AND is_wanted))`;
