import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../core/actor.ts';
import { oneOf } from './columns.ts';

/** The condition that a record of this company is in the scope; undefined when all records are. */
export const isCompanyReached = ({ all, companyIds }: Scope, company: SQLiteColumn): SQL | undefined =>
	all ? undefined : sql`${company} IN ${oneOf(companyIds)}`;

/** The condition that a record of this company or employee is in the scope; undefined when all are. */
export function isReached(
	{ all, companyIds, employeeId }: Scope,
	company: SQLiteColumn,
	employee: SQLiteColumn,
): SQL | undefined {
	return all ? undefined : sql`(${company} IN ${oneOf(companyIds)} OR ${employee} = ${employeeId})`;
}

/** The same condition for `prepared` queries; `scopeArguments` returns its arguments. */
export const isReachedByArguments = (company: SQLiteColumn, employee: SQLiteColumn): SQL =>
	sql`(${sql.placeholder('all')} OR ${company} IN (SELECT value FROM json_each(${sql.placeholder('companyIds')}))
		OR ${employee} = ${sql.placeholder('ownEmployeeId')})`;

export const scopeArguments = ({ all, companyIds, employeeId }: Scope) => ({
	all: all ? 1 : 0,
	companyIds: JSON.stringify(companyIds),
	ownEmployeeId: employeeId,
});
