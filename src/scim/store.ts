import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Pause } from '../core/employment.ts';
import { oneOf } from '../db/columns.ts';
import type { Db } from '../db/database.ts';
import { employeeColumns } from '../employees/queries.ts';
import { employeeGroups, employees } from '../employees/table.ts';
import { managedCompanyIds } from '../users/queries.ts';
import { emailKey } from '../users/rules.ts';
import { users } from '../users/table.ts';
import type { Attribute, Condition } from './filter.ts';

const columns = {
	...employeeColumns,
	dateClosed: users.dateClosed,
	closer: users.closer,
	roles: users.roles,
	companyIds: managedCompanyIds,
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
) => people(db, companyId, whereOf(conditions)).orderBy(asc(employees.id)).limit(count).offset(skip);

export const peopleCount = (db: Db, companyId: string, conditions: readonly Condition[]) =>
	db
		.select({ total: sql<number>`count(*)`.as('total') })
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(and(isOf(companyId), whereOf(conditions)));

const people = (db: Db, companyId: string, where: SQL | undefined) =>
	db
		.select(columns)
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(and(isOf(companyId), where))
		.$dynamic();

const isOf = (companyId: string): SQL =>
	sql`${employees.companyId} = ${companyId} AND ${employees.dateErased} IS NULL`;

const COLUMNS: Record<Exclude<Attribute, 'isActive'>, SQL> = {
	id: sql`${employees.id}`,
	email: sql`${users.emailKey}`,
	firstName: sql`${users.firstName}`,
	lastName: sql`${users.lastName}`,
	personnelNumber: sql`${employees.personnelNumber}`,
	costCenter: sql`${employees.costCenter}`,
	name: sql`g.name`,
	member: sql`g.employee_id`,
};

/** The schemas mark these attributes as compared without case. */
const WITHOUT_CASE: readonly Attribute[] = ['email', 'firstName', 'lastName'];

const whereOf = (conditions: readonly Condition[]): SQL | undefined => and(...conditions.map(conditionOf));

function conditionOf({ attribute, op, value }: Condition): SQL {
	if (attribute === 'isActive') return sql`(${users.dateClosed} IS NULL) = ${value ? 1 : 0}`;
	const isEmail = attribute === 'email';
	const text = isEmail ? emailKey(String(value)) : String(value);
	const isFolded = WITHOUT_CASE.includes(attribute) && !isEmail;
	const [column, given] = isFolded
		? [sql`lower(${COLUMNS[attribute]})`, sql`lower(${text})`]
		: [COLUMNS[attribute], sql`${text}`];
	if (op === 'eq') return sql`${column} = ${given}`;
	return op === 'sw' ? sql`instr(${column}, ${given}) = 1` : sql`instr(${column}, ${given}) > 0`;
}

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

export const membersOf = (db: Db, companyId: string, name: string) =>
	people(
		db,
		companyId,
		sql`${employees.id} IN (SELECT g.employee_id FROM employee_groups g
			WHERE g.company_id = ${companyId} AND g.name = ${name})`,
	).orderBy(asc(employees.id));
