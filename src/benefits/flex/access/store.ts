import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import { endOfMonth, type Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { prepared } from '../../../foundation/db/prepared.ts';
import { type EmployeeKey, isReachedByArguments, scopeArguments } from '../../../foundation/db/scope.ts';
import { pausesOfSelected } from '../../employees/queries.ts';
import { employees } from '../../employees/table.ts';
import { type FlexAccess, flexAccesses } from './table.ts';

/** Reads the employment and all accesses in one statement. Without an access there is one row, and outside the scope there is none. */
export const employmentWithAccesses = (db: Db, scope: Scope, employeeId: string) =>
	employmentQuery(db, { employeeId, ...scopeArguments(scope) });

/** Returns the accesses in these rows. An employee without an access has one row with null values. */
export const accessesIn = (rows: Awaited<ReturnType<typeof employmentWithAccesses>>): FlexAccess[] =>
	rows.filter((row): row is typeof row & FlexAccess => row.id !== null);

const employmentQuery = prepared((db) =>
	db
		.select({
			...getTableColumns(flexAccesses),
			pauses: pausesOfSelected,
			dateTerminated: employees.dateTerminated,
		})
		.from(employees)
		.leftJoin(flexAccesses, and(eq(flexAccesses.employeeId, employees.id), isNull(flexAccesses.dateDeleted)))
		.where(
			and(
				eq(employees.id, sql.placeholder('employeeId')),
				isReachedByArguments(employees.companyId, employees.id),
			),
		)
		.orderBy(asc(flexAccesses.validFrom)),
);

/** Reads the accesses in force in the month by employee and start, the key of the page. Employees paused all month have none. */
export function accessesOfCompany(db: Db, companyId: SQL, month: Instant, after: EmployeeKey, limit: number) {
	const last = endOfMonth(month);
	return db
		.select({ ...getTableColumns(flexAccesses), dateTerminated: employees.dateTerminated })
		.from(employees)
		.crossJoin(flexAccesses)
		.where(
			and(
				sql`${employees.companyId} = ${companyId} AND ${employees.id} >= ${after.employeeId}`,
				sql`${flexAccesses.employeeId} = ${employees.id} AND ${flexAccesses.dateDeleted} IS NULL`,
				sql`${flexAccesses.validFrom} > iif(${employees.id} = ${after.employeeId}, CAST(${after.id} AS INTEGER), 0)`,
				sql`${flexAccesses.validFrom} <= ${last} AND coalesce(${flexAccesses.validUntil} >= ${month}, TRUE)`,
				sql`coalesce(${employees.dateTerminated} > ${flexAccesses.validFrom} AND ${employees.dateTerminated} >= ${month}, TRUE)`,
				sql`NOT ${isPausedThroughout(month, last)}`,
			),
		)
		.orderBy(asc(employees.id), asc(flexAccesses.validFrom))
		.limit(limit);
}

const DAY_MS = 86_400_000;

/**
 * SQL of the rule with the same name. Pauses never overlap, so their lengths can be added up. A pause to the end of a day also counts the
 * day's last millisecond, unless another pause begins in it.
 */
const isPausedThroughout = (first: Instant, last: Instant): SQL =>
	sql`(SELECT coalesce(sum(min(coalesce(valid_until + ((valid_until + 2) % ${DAY_MS} = 0 AND NOT EXISTS (SELECT 1 FROM pauses AS following
			WHERE following.employee_id = pauses.employee_id AND following.date_deleted IS NULL
				AND following.valid_from = pauses.valid_until + 1)), ${last}), ${last}) - max(valid_from, ${first}) + 1), 0)
		FROM pauses WHERE employee_id = ${employees.id} AND date_deleted IS NULL AND valid_from <= ${last}
			AND coalesce(valid_until >= ${first}, TRUE)) > ${last} - ${first}`;
