import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { directoryGroups } from '../../benefits/employees/directory/table.ts';
import { employeeColumns } from '../../benefits/employees/queries.ts';
import { employees } from '../../benefits/employees/table.ts';
import { byText } from '../../foundation/core/employee-texts.ts';
import type { Pause } from '../../foundation/core/employment.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { jsonColumn, oneOf } from '../../foundation/db/columns.ts';
import { requireThat } from '../../foundation/db/commit.ts';
import type { Db } from '../../foundation/db/database.ts';
import { identityChanges } from '../../tenants/auth/identity-changes/table.ts';
import { mailedInvitationOf } from '../../tenants/auth/one-time/store.ts';
import { companyDomains } from '../../tenants/auth/providers/table.ts';
import { addressKey, isNamed, managedCompanyIds } from '../../tenants/users/queries.ts';
import { emailKey } from '../../tenants/users/rules.ts';
import { users } from '../../tenants/users/table.ts';
import type { Attribute, Condition } from './filter.ts';

const columns = {
	...employeeColumns,
	dateClosed: users.dateClosed,
	dateRegistered: users.dateRegistered,
	dateFirstRegistered: users.dateFirstRegistered,
	dateProven: users.dateProven,
	closer: users.closer,
	roles: users.roles,
	companyIds: managedCompanyIds,
	/** The keys of `groups` in their order. Their ids encode them. */
	groupKeys: jsonColumn<string[]>(
		sql`(SELECT json_group_array(coalesce((SELECT d.key FROM ${directoryGroups} d
			WHERE d.company_id = ${employees.companyId} AND d.name = value), value)) FROM json_each(${employees.groups}))`,
		'group_keys',
	),
};

export const peopleById = (db: Db, companyId: string, ids: readonly string[]) =>
	people(db, companyId, sql`${employees.id} IN ${oneOf(ids)}`);

type Row = Awaited<ReturnType<typeof peopleById>>[number];
export type Person = Omit<Row, 'pauses'> & { pauses: readonly Pause[] };

export const peoplePage = (
	db: Db,
	companyId: string,
	conditions: readonly Condition[],
	skip: number,
	count: number,
) =>
	people(db, companyId, and(isProvisioned, whereOf(companyId, conditions)))
		.orderBy(asc(employees.id))
		.limit(count)
		.offset(skip);

export const peopleCount = (db: Db, companyId: string, conditions: readonly Condition[]) =>
	db
		.select({ total: sql<number>`count(*)`.as('total') })
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(and(isOf(companyId), isProvisioned, whereOf(companyId, conditions)));

/** Reads people, including those that the directory has deleted. */
export const people = (db: Db, companyId: string, where: SQL | undefined) =>
	db
		.select(columns)
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(and(isOf(companyId), where))
		.$dynamic();

/** Reads the deleted person with this address. */
export const deletedWith = (db: Db, companyId: string, email: string) =>
	db
		.select({ id: sql<string>`${employees.id}`.as('deleted_id') })
		.from(users)
		.innerJoin(employees, eq(employees.userId, users.id))
		.where(
			sql`${isNamed(emailKey(email))} AND ${isOf(companyId)} AND ${employees.dateDeprovisioned} IS NOT NULL`,
		);

/** Reads the valid invitation by mail of a person. */
export const invitationOf = (db: Db, employeeId: string, now: Instant) =>
	mailedInvitationOf(db, sql`(SELECT user_id FROM ${employees} WHERE id = ${employeeId})`, now);

/** The facts that decide whether a directory moves an address by itself. */
export interface Directory {
	/** The verified domains of the company. */
	domains: readonly { domain: string; isReleased: boolean }[];
	/** The address of an open request about the person. */
	askedEmail: string | null;
}

/** Reads the verified domains, each with whether the key of the directory may move addresses there by itself. */
export const directoryDomains = (db: Db, companyId: string, keyId: string) =>
	db
		.select({
			domain: companyDomains.domain,
			isReleased: sql`(${companyDomains.dateReleased} IS NOT NULL
				AND EXISTS (SELECT 1 FROM api_keys WHERE id = ${keyId} AND date_released IS NOT NULL))`
				.mapWith(Boolean)
				.as('is_released'),
		})
		.from(companyDomains)
		.where(and(eq(companyDomains.companyId, companyId), isNotNull(companyDomains.dateVerified)));

/** Reads the address of the open request about a person. */
export const openMoveOf = (db: Db, employeeId: string, now: Instant) =>
	db
		.select({ email: identityChanges.email })
		.from(identityChanges)
		.where(
			sql`${identityChanges.kind} = 'ADDRESS' AND ${identityChanges.state} = 'OPEN' AND ${identityChanges.dateExpires} > ${now}
				AND ${identityChanges.aboutId} = (SELECT user_id FROM ${employees} WHERE id = ${employeeId})`,
		);

export const USER_NAME_TAKEN = 'user_name.taken';

/** Fails with `USER_NAME_TAKEN` when SCIM shows this name for another person of the company. */
export const requireFreeName = (db: Db, companyId: string, userName: string, ownId: string) =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM (${withUserName(companyId, userName)}) n WHERE n.id <> ${ownId})`,
		USER_NAME_TAKEN,
	);

const isOf = (companyId: string): SQL =>
	sql`${employees.companyId} = ${companyId} AND ${employees.dateErased} IS NULL`;

const isProvisioned = sql`${employees.dateDeprovisioned} IS NULL`;

/** Returns the ids of the people with this `userName`. For people without one, the address counts. */
const withUserName = (companyId: string, userName: string): SQL =>
	sql`SELECT n.id FROM ${employees} n WHERE n.company_id = ${companyId} AND n.user_name = ${userName} COLLATE NOCASE
		AND n.date_deprovisioned IS NULL
		UNION ALL SELECT n.id FROM ${users} CROSS JOIN ${employees} n ON n.user_id = users.id
		WHERE ${isNamed(emailKey(userName))} AND n.company_id = ${companyId} AND n.user_name IS NULL AND n.date_deprovisioned IS NULL`;

const COLUMNS = {
	id: sql`${employees.id}`,
	userName: sql`coalesce(${employees.userName}, ${addressKey})`,
	externalId: sql`${employees.externalId}`,
	email: addressKey,
	firstName: sql`${users.firstName}`,
	lastName: sql`${users.lastName}`,
	...byText((name) => sql`${employees[name]}`),
	isActive: sql`(${users.dateClosed} IS NULL)`,
	/** Managers are not stored, so a filter by manager finds nobody. */
	manager: sql`NULL`,
	groupKey: sql`g.key`,
	groupName: sql`g.name`,
	groupExternalId: sql`g.external_id`,
	member: sql`NULL`,
} satisfies Record<Attribute, SQL>;

/** The schemas mark these attributes as compared without case. */
const WITHOUT_CASE: readonly Attribute[] = ['userName', 'firstName', 'lastName', 'groupName'];

export const whereOf = (companyId: string, conditions: readonly Condition[]): SQL | undefined =>
	and(...conditions.map((condition) => conditionOf(companyId, condition)));

function conditionOf(companyId: string, { attribute, op, value }: Condition): SQL {
	if (typeof value === 'boolean') return sql`${COLUMNS[attribute]} = ${value ? 1 : 0}`;
	if (attribute === 'userName' && op === 'eq') {
		return sql`${employees.id} IN (${withUserName(companyId, value)})`;
	}
	if (attribute === 'member') {
		return sql`EXISTS (SELECT 1 FROM employee_groups m WHERE m.company_id = ${companyId} AND m.name = g.name
			AND m.employee_id = ${value})`;
	}
	const text = attribute === 'email' ? emailKey(value) : value;
	const [column, given] = WITHOUT_CASE.includes(attribute)
		? [sql`lower(${COLUMNS[attribute]})`, sql`lower(${text})`]
		: [COLUMNS[attribute], sql`${text}`];
	if (op === 'eq') return sql`${column} = ${given}`;
	return op === 'sw' ? sql`instr(${column}, ${given}) = 1` : sql`instr(${column}, ${given}) > 0`;
}
