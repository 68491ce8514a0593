import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { statusOf } from '../../../benefits/employees/people/queries.ts';
import { places } from '../../../foundation/cells/table.ts';
import { isPlaceReached, isRealPlace, type Reach } from '../../../foundation/cells/whereabouts.ts';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { isHere, isHereAfter, isManaged } from '../../../foundation/db/scope.ts';
import { companies, quotaUsage } from '../../../tenants/companies/table.ts';
import { nameColumns, users } from '../../../tenants/users/table.ts';
import { SETUP_STEPS, type SetupStep } from './rules.ts';

/** SQL of the number of a company's people, as its quota counts them. */
const PEOPLE = sql<number>`coalesce((SELECT ${quotaUsage.used} FROM ${quotaUsage} WHERE ${quotaUsage.month} = ''
	AND ${quotaUsage.ownerId} = companies.id AND ${quotaUsage.quota} = 'employees'), 0)`;

const administrators = (onlyIf = sql`TRUE`) =>
	sql<number>`(SELECT count(*) FROM user_companies m CROSS JOIN users u ON u.id = m.user_id
		WHERE m.company_id = companies.id AND instr(u.roles, '"COMPANY_ADMIN"') AND u.date_closed IS NULL AND ${onlyIf})`;

/** SQL of former employees whose users stay open because nobody else administers the company. */
const KEPT_OPEN = sql`FROM employees e INDEXED BY employees_kept_open CROSS JOIN users u ON u.id = e.user_id
	WHERE e.company_id = companies.id AND e.date_kept_open IS NOT NULL AND e.date_sign_in_settled IS NULL
		AND u.date_closed IS NULL`;

const columns = {
	id: companies.id,
	name: companies.name,
	dateCreated: companies.dateCreated,
	sandbox: companies.sandbox,
	people: PEOPLE.as('people'),
	administrators: administrators().as('administrators'),
	registered: administrators(sql`u.date_registered IS NOT NULL`).as('registered'),
	hasLeft: sql`EXISTS (SELECT 1 ${KEPT_OPEN})`.mapWith(Boolean).as('has_left'),
};

export type Overview = Awaited<ReturnType<typeof overviewOf>>[number] & {
	/** True until the company's cell has reported for the first time. */
	isUnknown?: true;
};

export const overviewPage = (db: Db, after: string, limit: number) =>
	db
		.select(columns)
		.from(companies)
		.where(isHereAfter(companies.id, after))
		.orderBy(asc(companies.id))
		.limit(limit);

export const overviewOf = (db: Db, companyId: string) =>
	db.select(columns).from(companies).where(eq(companies.id, companyId));

export const managersOf = (db: Db, companyId: string, limit: number) =>
	db
		.select({
			id: users.id,
			...nameColumns,
			roles: users.roles,
			dateRegistered: users.dateRegistered,
			dateClosed: users.dateClosed,
		})
		.from(sql`user_companies m`)
		.innerJoin(users, sql`${users.id} = m.user_id`)
		.where(sql`m.company_id = ${companyId} AND NOT EXISTS (SELECT 1 FROM api_keys WHERE user_id = m.user_id)`)
		.orderBy(sql`m.user_id`)
		.limit(limit);

export const formerAdministrators = (
	db: Db,
	{ all, managerId }: Scope,
	limit: number,
	at?: Instant,
	companyId?: string,
) =>
	db
		.select({
			companyId: companies.id,
			companyName: companies.name,
			employeeId: sql<string>`e.id`.as('employee_id'),
			firstName: sql<string | null>`u.first_name`.as('first'),
			lastName: sql<string | null>`u.last_name`.as('last'),
			personnelNumber: sql<string | null>`e.personnel_number`.as('number'),
			personStatus: statusOf(sql`e.id`, at),
		})
		.from(sql`employees e INDEXED BY employees_kept_open`)
		.crossJoin(companies)
		.innerJoin(sql`users u`, sql`u.id = e.user_id AND u.date_closed IS NULL`)
		.where(
			and(
				sql`${companies.id} = e.company_id AND e.date_kept_open IS NOT NULL AND e.date_sign_in_settled IS NULL
					AND ${isHere(companies.id)} AND ${administrators()} = 1`,
				all ? undefined : isManaged(sql`e.company_id`, managerId),
				companyId === undefined ? undefined : sql`e.company_id = ${companyId}`,
			),
		)
		.limit(limit);

/** SQL of the number of a company's undelivered mails, up to 1,000. */
const FAILING = sql<number>`(SELECT count(*) FROM (SELECT 1 FROM mails WHERE company_id = companies.id
	AND state IN ('failed', 'bounced') AND state <> 'sent' LIMIT 1000))`;

export const troubledCompanies = (db: Db, limit: number) =>
	db
		.select({
			id: companies.id,
			name: companies.name,
			lacksAdministrator: sql`${administrators()} = 0`.mapWith(Boolean).as('lacks_administrator'),
			failing: FAILING.as('failing'),
		})
		.from(companies)
		.where(sql`${isHereAfter(companies.id, '')} AND (${administrators()} = 0 OR ${FAILING} > 0)`)
		.orderBy(asc(companies.id))
		.limit(limit);

const NAME_OF_PLACE = sql<string>`${places.company} ->> 'name'`.as('company_name');

/** Reads the companies in cells that `troubledCompanies` found there in their last runs. */
export const troubledInCells = (d1: Db, limit: number) =>
	d1
		.select({
			id: places.companyId,
			name: NAME_OF_PLACE,
			lacksAdministrator: sql`${places.trouble} ->> 'lacksAdministrator'`
				.mapWith(Boolean)
				.as('lacks_administrator'),
			failing: sql<number>`${places.trouble} ->> 'failing'`.as('failing'),
		})
		.from(places)
		.where(
			sql`${places.trouble} IS NOT NULL AND (${places.trouble} ->> 'lacksAdministrator' OR ${places.trouble} ->> 'failing' > 0)
				AND ${places.company} ->> 'sandbox' IS NOT 1`,
		)
		.orderBy(asc(places.companyId))
		.limit(limit);

/** Reads the former employees that `formerAdministrators` found in the last runs of cells, without their names. */
export const formersInCells = (d1: Db, reach: Reach, limit: number) =>
	d1
		.select({
			companyId: places.companyId,
			companyName: NAME_OF_PLACE,
			employeeId: sql<string>`${places.trouble} ->> 'formerId'`.as('employee_id'),
		})
		.from(places)
		.where(
			and(
				sql`${places.trouble} IS NOT NULL AND ${places.trouble} ->> 'formerId' IS NOT NULL`,
				isPlaceReached(reach),
				isRealPlace(reach),
			),
		)
		.orderBy(asc(places.companyId))
		.limit(limit);

/** A query for each step. It stops at the first row that it finds. */
const DONE: Record<SetupStep, SQL> = {
	PEOPLE: sql`SELECT 1 FROM employees WHERE company_id = c.id AND date_erased IS NULL`,
	BUDGET: sql`SELECT 1 FROM employees e WHERE e.company_id = c.id AND (
		EXISTS (SELECT 1 FROM flex_accesses WHERE employee_id = e.id AND date_deleted IS NULL)
		OR EXISTS (SELECT 1 FROM planned_vouchers WHERE employee_id = e.id AND date_deleted IS NULL))`,
	VERIFIER: sql`SELECT 1 FROM user_companies m CROSS JOIN users u ON u.id = m.user_id WHERE m.company_id = c.id
		AND instr(u.roles, '"FLEX_DOCUMENT_VERIFIER"') > 0 AND u.date_closed IS NULL AND u.date_deleted IS NULL`,
	WAGE_TYPES: sql`SELECT 1 FROM payroll_settings s CROSS JOIN json_each(s.wage_types) w
		WHERE s.company_id = c.id AND w.type <> 'null'`,
	INVITATION: sql`SELECT 1 FROM employees e CROSS JOIN users u ON u.id = e.user_id WHERE e.company_id = c.id
		AND (u.date_registered IS NOT NULL OR EXISTS (SELECT 1 FROM one_time_tokens WHERE user_id = u.id AND purpose = 'REGISTRATION'))`,
};

export const setupOf = (db: Db, companyId: string) =>
	db
		.select({
			hasRun: flag(sql`SELECT 1 FROM payroll_runs WHERE company_id = c.id`, 'has_run'),
			...(Object.fromEntries(SETUP_STEPS.map((step) => [step, flag(DONE[step], step)])) as Record<
				SetupStep,
				SQL.Aliased<boolean>
			>),
		})
		.from(sql`${companies} c`)
		.where(eq(sql`c.id`, companyId));

const flag = (query: SQL, name: string): SQL.Aliased<boolean> =>
	sql`EXISTS (${query})`.mapWith(Boolean).as(name) as SQL.Aliased<boolean>;
