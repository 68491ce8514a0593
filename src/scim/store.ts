import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Pause } from '../core/employment.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/client.ts';
import { oneOf } from '../db/columns.ts';
import { employeeColumns, employeeGroups, employees } from '../employees/table.ts';
import { emailKey } from '../users/rules.ts';
import { managedCompanyIds, users } from '../users/table.ts';
import type { Attribute, Condition } from './filter.ts';

const columns = {
	...employeeColumns,
	firstName: users.firstName,
	lastName: users.lastName,
	language: users.language,
	dateClosed: users.dateClosed,
	roles: users.roles,
	companyIds: managedCompanyIds,
	userRevision: sql<number>`${users.revision}`.as('user_revision'),
};

/** The companies that the user manages, of which two tell that there is more than one. */
export const managedBy = (db: Db, userId: string) =>
	db
		.select({ companyId: sql<string>`company_id`.as('managed_id') })
		.from(sql`user_companies`)
		.where(sql`user_id = ${userId}`)
		.limit(2);

export const peopleById = (db: Db, userId: string, ids: readonly string[]) =>
	people(db, userId, sql`${employees.id} IN ${oneOf(ids)}`);

type Row = Awaited<ReturnType<typeof peopleById>>[number];
export type Person = Omit<Row, 'pauses'> & { pauses: readonly Pause[] };

export const peoplePage = (
	db: Db,
	userId: string,
	conditions: readonly Condition[],
	skip: number,
	count: number,
) => people(db, userId, whereOf(conditions)).orderBy(asc(employees.id)).limit(count).offset(skip);

export const peopleCount = (db: Db, userId: string, conditions: readonly Condition[]) =>
	db
		.select({ total: sql<number>`count(*)`.as('total') })
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(and(isManaged(userId), whereOf(conditions)));

const people = (db: Db, userId: string, where: SQL | undefined) =>
	db
		.select(columns)
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(and(isManaged(userId), where))
		.$dynamic();

/** Erased people are no resources any more. */
const isManaged = (userId: string): SQL =>
	sql`${employees.companyId} IN (SELECT company_id FROM user_companies WHERE user_id = ${userId})
		AND ${employees.dateErased} IS NULL`;

const COLUMNS: Record<Exclude<Attribute, 'isActive' | 'name'>, SQL> = {
	id: sql`${employees.id}`,
	email: sql`${users.emailKey}`,
	firstName: sql`${users.firstName}`,
	lastName: sql`${users.lastName}`,
	personnelNumber: sql`${employees.personnelNumber}`,
	costCenter: sql`${employees.costCenter}`,
};

const whereOf = (conditions: readonly Condition[]): SQL | undefined =>
	and(
		...conditions.map(({ attribute, op, value }) => {
			if (attribute === 'isActive') return sql`(${users.dateClosed} IS NULL) = ${value ? 1 : 0}`;
			const column = attribute === 'name' ? sql`g.name` : COLUMNS[attribute];
			const given = attribute === 'email' ? emailKey(String(value)) : String(value);
			if (op === 'eq') return sql`${column} = ${given}`;
			const place = sql`instr(lower(${column}), lower(${given}))`;
			return op === 'sw' ? sql`${place} = 1` : sql`${place} > 0`;
		}),
	);

export const groupsPage = (
	db: Db,
	companyId: string,
	conditions: readonly Condition[],
	skip: number,
	count: number,
) =>
	db
		.selectDistinct({ name: sql<string>`g.name`.as('group_name') })
		.from(sql`${employeeGroups} g`)
		.where(and(sql`g.company_id = ${companyId}`, whereOf(conditions)))
		.orderBy(sql`g.name`)
		.limit(count)
		.offset(skip);

export const groupsCount = (db: Db, companyId: string, conditions: readonly Condition[]) =>
	db
		.select({ total: sql<number>`count(DISTINCT g.name)`.as('total') })
		.from(sql`${employeeGroups} g`)
		.where(and(sql`g.company_id = ${companyId}`, whereOf(conditions)));

export const membersOf = (db: Db, userId: string, name: string) =>
	people(
		db,
		userId,
		sql`${employees.id} IN (SELECT g.employee_id FROM employee_groups g
			WHERE g.company_id IN (SELECT company_id FROM user_companies WHERE user_id = ${userId}) AND g.name = ${name})`,
	).orderBy(asc(employees.id));

interface Account {
	firstName: string | null;
	lastName: string | null;
	language: string | null;
	dateClosed: Instant | null;
}

/** Fails with `stale_revision` when the user has changed. */
export const saveAccount = (db: Db, userId: string, account: Account, revision: number, now: Instant) =>
	db
		.update(users)
		.set({ ...account, dateModified: now, revision: revision + 1 })
		.where(eq(users.id, userId));

/** Completes a user that the same batch has made, or made an employee; what it has already stays. */
export const completeAccount = (db: Db, userId: string, account: Account, now: Instant) =>
	db
		.update(users)
		.set({
			firstName: sql`coalesce(${account.firstName}, ${users.firstName})`,
			lastName: sql`coalesce(${account.lastName}, ${users.lastName})`,
			language: sql`coalesce(${account.language}, ${users.language})`,
			dateClosed: account.dateClosed,
			dateModified: now,
			revision: sql`${users.revision} + 1`,
		})
		.where(eq(users.id, userId));
