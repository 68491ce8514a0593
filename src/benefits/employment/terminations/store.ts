import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { ifAny } from '../../../foundation/db/due.ts';
import { isInJob } from '../../../foundation/db/scope.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { users } from '../../../tenants/users/table.ts';
import { employees } from '../../employees/table.ts';
import type { StoredPeriod } from '../../employees/timelines/rules.ts';
import type { Timeline } from '../../employees/timelines/table.ts';
import { standingExpenses } from '../../expenses/standing/table.ts';

/** SQL of the time at which `settlePassedTerminations` is due. */
export const terminationsDueAt = sql`SELECT min(date_terminated) FROM employees
	WHERE date_terminated IS NOT NULL AND date_termination_settled IS NULL`;

/** Reads employees whose termination has passed but is not settled, the earliest first. */
export const dueTerminations = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.select({
			id: employees.id,
			companyId: employees.companyId,
			dateTerminated: sql<Instant>`${employees.dateTerminated}`.as('terminated'),
			revision: employees.revision,
			// A timeline can change after the settlement, and is then settled again. `employee.left` is recorded only once.
			hasLeft: sql<boolean>`${employees.dateLeft} IS ${employees.dateTerminated}`
				.mapWith(Boolean)
				.as('has_left'),
		})
		.from(employees)
		.where(
			and(
				sql`${employees.dateTerminated} <= ${now} AND ${employees.dateTerminationSettled} IS NULL`,
				isInJob(employees.companyId, companyId),
			),
		)
		.orderBy(employees.dateTerminated, sql`employees.rowid`)
		.limit(limit);

export const periodsOfDue = (
	db: Db,
	table: Timeline<StoredPeriod>['table'],
	...due: [now: Instant, limit: number, companyId?: string]
) =>
	db
		.select({
			id: sql<string>`${table.id}`.as('period_id'),
			employeeId: sql<string>`${table.employeeId}`.as('owner_id'),
			dateModified: sql<Instant>`${table.dateModified}`.as('modified'),
			validFrom: sql<Instant>`${table.validFrom}`.as('first'),
			validUntil: sql<Instant | null>`${table.validUntil}`.as('last'),
		})
		.from(sql`${dueTerminations(db, ...due)} due`)
		.crossJoin(table)
		.where(and(sql`${table.employeeId} = due.id`, isNull(table.dateDeleted)));

/** Reads the standing expenses of these employees that would continue. */
export const standingOfDue = (db: Db, ...due: [now: Instant, limit: number, companyId?: string]) =>
	db
		.select(getTableColumns(standingExpenses))
		.from(sql`${dueTerminations(db, ...due)} due`)
		.crossJoin(standingExpenses)
		.where(
			sql`${standingExpenses.employeeId} = due.id AND ${standingExpenses.state} IN ('SUBMITTED', 'ACTIVE')`,
		);

type SettledDate = 'dateTerminationSettled' | 'dateLeft' | 'dateSignInSettled' | 'dateKeptOpen';

interface Revised {
	id: string;
	revision: number;
}

/** Changes these employees. Fails with `stale_revision` when one of them has changed since it was read. */
const revise = (db: Db, due: readonly Revised[], fields: Partial<Record<SettledDate, Instant | SQL>>) =>
	db
		.update(employees)
		.set({ ...fields, revision: sql`d.value ->> 'revision' + 1` })
		.from(sql`json_each(${JSON.stringify(due)}) d`)
		.where(sql`${employees.id} = d.value ->> 'id'`);

export const settleTerminations = (db: Db, due: readonly Revised[], now: Instant) =>
	revise(db, due, { dateTerminationSettled: now, dateLeft: sql`${employees.dateTerminated}` });

const DAY_MS = 86_400_000;

/** SQL of the open users who administer the employee's company. */
const ADMINISTRATORS = sql`FROM user_companies c CROSS JOIN users u ON u.id = c.user_id
	WHERE c.company_id = employees.company_id AND instr(u.roles, '"COMPANY_ADMIN"') > 0
		AND u.date_closed IS NULL AND u.date_deleted IS NULL`;

/**
 * The days after which the company lets the cron close former employees. If a database has several companies, this is 0: the job then checks
 * former employees from their last day on.
 */
const DAYS_OF_ACCESS = sql`coalesce((SELECT leaver_access_days * ${DAY_MS} FROM companies
	WHERE (SELECT count(*) FROM (SELECT 1 FROM companies LIMIT 2)) = 1), 0)`;

/** SQL of the time at which `closeLeavers` is due. */
export const closuresDueAt: readonly SQL[] = [
	sql`SELECT date_terminated + ${DAYS_OF_ACCESS} FROM employees INDEXED BY employees_due_closures
		WHERE date_terminated IS NOT NULL AND date_sign_in_settled IS NULL AND date_kept_open IS NULL ORDER BY date_terminated LIMIT 1`,
	// The cron closes these people when somebody else administers the company.
	ifAny(sql`FROM employees WHERE date_kept_open IS NOT NULL AND date_sign_in_settled IS NULL`),
];

/**
 * Reads former employees whose days of access are over, and whose sign-in is not decided yet. An employee whose user was kept open is due
 * again when somebody else administers the company.
 */
export const dueClosures = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.select({
			id: employees.id,
			companyId: employees.companyId,
			revision: employees.revision,
			userId: employees.userId,
			userRevision: sql<number>`${users.revision}`.as('user_revision'),
			isToClose: sql<number>`(${users.dateClosed} IS NULL AND ${users.dateDeleted} IS NULL
				AND instr(${users.roles}, '"PLATFORM_ADMIN"') = 0 AND NOT EXISTS (
					SELECT 1 FROM user_companies m WHERE m.user_id = users.id AND m.company_id <> employees.company_id))`.as(
				'is_to_close',
			),
			/** The number of the company's administrators if this user is one of them; null otherwise. */
			administrators: sql<number | null>`iif(EXISTS (SELECT 1 ${ADMINISTRATORS} AND u.id = users.id),
				(SELECT count(*) ${ADMINISTRATORS}), NULL)`.as('administrators'),
			companyName: sql<string>`${companies.name}`.as('company_name'),
			email: users.email,
		})
		.from(employees)
		.innerJoin(companies, eq(companies.id, employees.companyId))
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			and(
				sql`${employees.dateTerminated} <= ${now} AND ${employees.dateSignInSettled} IS NULL
					AND ${employees.dateTerminated} + ${companies.leaverAccessDays} * ${DAY_MS} <= ${now}
					AND (${employees.dateKeptOpen} IS NULL OR EXISTS (SELECT 1 ${ADMINISTRATORS} AND u.id <> users.id)
						OR NOT EXISTS (SELECT 1 ${ADMINISTRATORS} AND u.id = users.id))`,
				isInJob(employees.companyId, companyId),
			),
		)
		.orderBy(employees.dateTerminated)
		.limit(limit);

/** Fails with `stale_revision` when a user has changed since it was read. */
export const closeUsers = (db: Db, due: readonly { userId: string; userRevision: number }[], now: Instant) =>
	db
		.update(users)
		.set({
			dateClosed: now,
			closer: 'CRON',
			dateModified: now,
			revision: sql`d.value ->> 'userRevision' + 1`,
		})
		.from(sql`json_each(${JSON.stringify(due)}) d`)
		.where(sql`${users.id} = d.value ->> 'userId'`);

export const settleSignIns = (db: Db, due: readonly Revised[], now: Instant) =>
	revise(db, due, { dateSignInSettled: now });

export type DueClosure = Awaited<ReturnType<typeof dueClosures>>[number];

export const keepOpen = (db: Db, kept: readonly Revised[], now: Instant) =>
	revise(db, kept, { dateKeptOpen: now });
