import { and, asc, eq, gte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import { type Instant, realTime } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { preparedByKind } from '../../../foundation/db/prepared.ts';
import {
	type CompanyKey,
	isCompanyReached,
	type ModifiedKey,
	reachedCompanies,
} from '../../../foundation/db/scope.ts';
import { isNamed, isReleased } from '../../../tenants/users/queries.ts';
import { emailKey } from '../../../tenants/users/rules.ts';
import { users } from '../../../tenants/users/table.ts';
import { hasLeft, isInGroup, listedColumns } from '../queries.ts';
import type { EmployeeState } from '../rules.ts';
import { employeeGroups, employees } from '../table.ts';

export interface EmployeeFilter {
	companyId?: string | undefined;
	email?: string | undefined;
	personnelNumber?: string | undefined;
	group?: string | undefined;
	costCenter?: string | undefined;
	/** If given, employees are ordered by modification. */
	modifiedSince?: Instant | undefined;
}

/** `dateModified` is used only in the order of modification. */
export type EmployeePlace = CompanyKey & Partial<ModifiedKey>;

/**
 * Reads a page of employees, ordered by company and then by creation or modification. It uses the index that fits the filter for each
 * company in turn, so its cost depends only on the page.
 */
export function employeesPage(
	db: Db,
	scope: Scope,
	filter: EmployeeFilter,
	after: EmployeePlace,
	limit: number,
	also?: SQL,
) {
	const { email, modifiedSince, ...wanted } = filter;
	if (email !== undefined) return employeesOfEmail(db, scope, filter, email, after, limit, also);
	if (modifiedSince !== undefined) return employeesModified(db, scope, filter, after, limit, also);
	const { all, managerId } = scope;
	const args = { ...wanted, managerId, afterCompany: after.companyId, afterId: after.id, limit };
	if (also !== undefined) return employeesInOrder(db, all, args, also);
	const given = Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [name]));
	return preparedPage(db, [all, ...given].join(' '), args);
}

/** A kind consists of the caller's reach and the names of the given arguments. */
const preparedPage = preparedByKind((db, kind: string) => {
	const [all, ...given] = kind.split(' ');
	const places = Object.fromEntries(given.map((name) => [name, sql.placeholder(name)]));
	return employeesInOrder(db, all === 'true', places as unknown as PageArguments);
});

type FilterName = 'companyId' | 'group' | 'costCenter' | 'personnelNumber';

interface PageArguments extends Partial<Record<FilterName, unknown>> {
	managerId: unknown;
	afterCompany: unknown;
	afterId: unknown;
	limit: number | Placeholder;
}

function employeesInOrder(db: Db, all: boolean, args: PageArguments, also?: SQL) {
	const { managerId, afterCompany, afterId, limit, companyId, group, personnelNumber, costCenter } = args;
	const companies = reachedCompanies({ all, managerId }, afterCompany, companyId);
	const isByGroup = group !== undefined && personnelNumber === undefined;
	const [table, alias, id] = isByGroup
		? [sql`${companies.table} CROSS JOIN ${employeeGroups} e`, sql`e`, sql`e.employee_id`]
		: [companies.table, sql`${employees}`, sql`${employees.id}`];
	return db
		.select(listedColumns)
		.from(table)
		.crossJoin(employees)
		.crossJoin(users)
		.where(
			and(
				companies.where,
				sql`${alias}.company_id = ${companies.id}`,
				sql`${id} > iif(${companies.id} = ${afterCompany}, ${afterId}, '')`,
				isByGroup ? sql`e.name = ${group} AND ${employees.id} = e.employee_id` : isInGroup(group),
				costCenter === undefined ? undefined : sql`${alias}.cost_center = ${costCenter}`,
				personnelNumber === undefined ? undefined : sql`${employees.personnelNumber} = ${personnelNumber}`,
				eq(users.id, employees.userId),
				also,
			),
		)
		.orderBy(companies.id, id)
		.limit(limit);
}

/** Reads in the order of modification. The unary plus keeps SQLite from using indexes that would need a sort. */
function employeesModified(
	db: Db,
	scope: Scope,
	{ companyId, group, personnelNumber, costCenter, modifiedSince = 0 }: EmployeeFilter,
	after: EmployeePlace,
	limit: number,
	also?: SQL,
) {
	const companies = reachedCompanies(scope, after.companyId, companyId);
	const from = (here: unknown, atFirst: unknown) =>
		sql`iif(${companies.id} = ${after.companyId}, ${here}, ${atFirst})`;
	return db
		.select(listedColumns)
		.from(companies.table)
		.crossJoin(employees)
		.crossJoin(users)
		.where(
			and(
				companies.where,
				sql`${employees.companyId} = ${companies.id}`,
				sql`(${employees.dateModified}, ${employees.id}) >
					(${from(after.dateModified ?? modifiedSince, modifiedSince)}, ${from(after.id, '')})`,
				isInGroup(group),
				costCenter === undefined ? undefined : sql`+${employees.costCenter} = ${costCenter}`,
				personnelNumber === undefined ? undefined : sql`+${employees.personnelNumber} = ${personnelNumber}`,
				eq(users.id, employees.userId),
				also,
			),
		)
		.orderBy(companies.id, employees.dateModified, employees.id)
		.limit(limit);
}

export function isInState(state: EmployeeState, now: Instant): SQL {
	const isPaused = sql`EXISTS (SELECT 1 FROM pauses WHERE employee_id = employees.id AND date_deleted IS NULL
		AND valid_from <= ${now} AND coalesce(valid_until >= ${now}, TRUE))`;
	const conditions: Record<EmployeeState, SQL> = {
		ACTIVE: sql`NOT ${hasLeft(now)} AND NOT ${isPaused}`,
		PAUSED: sql`NOT ${hasLeft(now)} AND ${isPaused}`,
		TERMINATED: hasLeft(now),
	};
	return conditions[state];
}

const FIRST: CompanyKey = { companyId: '', id: '' };

/** Reads the selected employees who may be invited. */
export const inviteesOf = (db: Db, companyId: string, ids: readonly string[], now: Instant) =>
	db
		.select(listedColumns)
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			and(
				eq(employees.companyId, companyId),
				sql`${employees.id} IN ${oneOf(ids)} AND ${employees.dateErased} IS NULL`,
				isInvitable(db, now),
			),
		);

/** Reads employees who may sign in, have not registered and have no valid invitation. */
export const inviteesPage = (db: Db, scope: Scope, filter: EmployeeFilter, now: Instant, limit: number) =>
	employeesPage(db, scope, filter, FIRST, limit, isInvitable(db, now));

const isInvitable = (db: Db, now: Instant): SQL =>
	sql`${users.dateRegistered} IS NULL AND ${users.dateClosed} IS NULL AND ${users.dateDeleted} IS NULL
		AND ${users.dateFirstRegistered} IS NULL AND NOT ${isReleased} AND (${employees.dateTerminated} IS NULL OR ${employees.dateTerminated} > ${now})
		AND NOT EXISTS (SELECT 1 FROM one_time_tokens t WHERE t.user_id = ${users.id} AND t.purpose = 'REGISTRATION'
			AND t.date_expires > ${realTime(db, now)})`;

/** In each company, an e-mail address belongs to one user, so this finds at most one employee there. */
const employeesOfEmail = (
	db: Db,
	scope: Scope,
	{ companyId, group, personnelNumber, costCenter, modifiedSince }: EmployeeFilter,
	email: string,
	after: CompanyKey,
	limit: number,
	also?: SQL,
) =>
	db
		.select(listedColumns)
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			and(
				isNamed(emailKey(email)),
				isCompanyReached(scope, employees.companyId),
				sql`(${employees.companyId}, ${employees.id}) > (${after.companyId}, ${after.id})`,
				companyId === undefined ? undefined : eq(employees.companyId, companyId),
				isInGroup(group),
				personnelNumber === undefined ? undefined : eq(employees.personnelNumber, personnelNumber),
				costCenter === undefined ? undefined : eq(employees.costCenter, costCenter),
				modifiedSince === undefined ? undefined : gte(employees.dateModified, modifiedSince),
				also,
			),
		)
		.orderBy(asc(employees.companyId), asc(employees.id))
		.limit(limit);
