import { type Column, getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { apiKeys } from '../../auth/keys/table.ts';
import { oneTimeTokens } from '../../auth/one-time/table.ts';
import { companyDomains, identityProviders } from '../../auth/providers/table.ts';
import { recoveryCodes, secondFactors } from '../../auth/second-factor/table.ts';
import { externalIdentities } from '../../auth/sso/table.ts';
import { knownDevices, sessions } from '../../auth/table.ts';
import { companies } from '../../companies/table.ts';
import { toIso } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';
import { soleCompanyOf } from '../../db/scope.ts';
import { accessEvents } from '../../db/table.ts';
import { pauses } from '../../employees/pauses/table.ts';
import { employees } from '../../employees/table.ts';
import { receipts } from '../../expenses/receipts/table.ts';
import { expenses } from '../../expenses/table.ts';
import { flexAccesses } from '../../flex/access/table.ts';
import { taxRuleTemplates } from '../../flex/tax-rules/table.ts';
import { defaultAccesses } from '../../goodies/default-access/table.ts';
import { plannedVouchers } from '../../goodies/plans/table.ts';
import { issuedVouchers } from '../../goodies/vouchers/table.ts';
import { payrollCorrections, payrollRuns, payrollTransactions } from '../../ledger/table.ts';
import { mails, mutedNotices } from '../../mail/table.ts';
import { calendarAddresses } from '../../overview/calendar/table.ts';
import { payrollFiles } from '../../payroll/export/table.ts';
import { heldOver } from '../../payroll/obstacles/table.ts';
import { payrollSettings } from '../../payroll/settings/table.ts';
import { userCompanies, users } from '../../users/table.ts';

/** One file of an export. `e` is the employee or company that owns its rows. */
export interface Part {
	file: string;
	table: SQLiteTable;
	/** Joins between `e` and the rows. */
	through?: SQL;
	belongs: SQL;
	/** Columns that are secret or serve only the database. */
	without?: readonly string[];
	/** True for sign-in data of people, who may belong to another company too. */
	isOfUser?: true;
}

const equals = (column: SQLiteColumn, other: SQL): SQL => sql`${column} = ${other}`;
const E = sql`e.id`;
const X = sql`x.id`;
const Y = sql`y.id`;
const R = sql`r.id`;

const ofUser = (column: SQLiteColumn) =>
	({ belongs: equals(column, sql`e.user_id`), isOfUser: true }) as const;
const kept = (table: Periods): Part['belongs'] =>
	sql`${equals(table.employeeId, E)} AND ${table.dateDeleted} IS NULL`;
type Periods = Record<'employeeId' | 'dateDeleted', SQLiteColumn>;

const EXPENSES = sql`CROSS JOIN expenses x ON x.employee_id = e.id`;
const LINES = sql`${EXPENSES} CROSS JOIN payroll_transactions y ON y.flex_data_id = x.id`;

export const RECEIPTS: Part = {
	file: 'expenses/receipts',
	table: receipts,
	through: EXPENSES,
	belongs: sql`${equals(receipts.expenseId, X)} AND ${receipts.dateStored} IS NOT NULL AND ${receipts.dateDiscarded} IS NULL`,
};

/** The data of an employee. `e` is the row of `employees`. */
const EMPLOYEE_PARTS: readonly Part[] = [
	{
		file: 'profile/employee',
		table: employees,
		belongs: equals(employees.id, E),
		without: ['revision'],
	},
	{
		file: 'profile/user',
		table: users,
		belongs: equals(users.id, sql`e.user_id`),
		without: ['passwordHash', 'emailKey', 'revision'],
	},
	{ file: 'profile/pauses', table: pauses, belongs: kept(pauses) },
	{ file: 'flex/access', table: flexAccesses, belongs: kept(flexAccesses) },
	{ file: 'goodies/default-access', table: defaultAccesses, belongs: kept(defaultAccesses) },
	{ file: 'goodies/planned-vouchers', table: plannedVouchers, belongs: kept(plannedVouchers) },
	{ file: 'goodies/vouchers', table: issuedVouchers, belongs: equals(issuedVouchers.employeeId, E) },
	{ file: 'expenses/expenses', table: expenses, belongs: equals(expenses.employeeId, E) },
	RECEIPTS,
	{
		file: 'payroll/transactions',
		table: payrollTransactions,
		through: EXPENSES,
		belongs: equals(payrollTransactions.flexDataId, X),
	},
	{
		file: 'payroll/corrections',
		table: payrollCorrections,
		through: LINES,
		belongs: equals(payrollCorrections.transactionId, Y),
	},
	{ file: 'sign-in/companies', table: userCompanies, ...ofUser(userCompanies.userId) },
	{ file: 'sign-in/sessions', table: sessions, ...ofUser(sessions.userId) },
	{ file: 'sign-in/devices', table: knownDevices, ...ofUser(knownDevices.userId) },
	{
		file: 'sign-in/links',
		table: oneTimeTokens,
		...ofUser(oneTimeTokens.userId),
		without: ['key', 'codeHash'],
	},
	{
		file: 'sign-in/second-factor',
		table: secondFactors,
		...ofUser(secondFactors.userId),
		without: ['secret', 'lastStep'],
	},
	{
		file: 'sign-in/recovery-codes',
		table: recoveryCodes,
		...ofUser(recoveryCodes.userId),
		without: ['hash'],
	},
	{ file: 'sign-in/accounts', table: externalIdentities, ...ofUser(externalIdentities.userId) },
	{
		file: 'sign-in/access-log',
		table: accessEvents,
		...ofUser(accessEvents.userId),
		without: ['position', 'key'],
	},
	{ file: 'mail/mails', table: mails, ...ofUser(mails.userId), without: ['sealed', 'attempt', 'carrierId'] },
	{ file: 'mail/muted-notices', table: mutedNotices, ...ofUser(mutedNotices.userId) },
];

const RUNS = sql`CROSS JOIN payroll_runs r ON r.company_id = e.id`;
const HELD_OVER: Part = {
	file: 'payroll/held-over',
	table: heldOver,
	through: RUNS,
	belongs: equals(heldOver.runId, R),
};

/** The data of a company besides its employees. `e` is the row of `companies`. */
const COMPANY_PARTS: readonly Part[] = [
	{ file: 'company/company', table: companies, belongs: equals(companies.id, E), without: ['revision'] },
	{
		file: 'company/managers',
		table: users,
		through: sql`CROSS JOIN user_companies m ON m.company_id = e.id`,
		belongs: equals(users.id, sql`m.user_id`),
		without: ['passwordHash', 'emailKey', 'revision'],
	},
	{
		file: 'company/calendar-address',
		table: calendarAddresses,
		belongs: equals(calendarAddresses.companyId, E),
		without: ['hash'],
	},
	{ file: 'company/domains', table: companyDomains, belongs: equals(companyDomains.companyId, E) },
	{
		file: 'company/single-sign-on',
		table: identityProviders,
		belongs: equals(identityProviders.companyId, E),
		without: ['clientSecret'],
	},
	{ file: 'company/api-keys', table: apiKeys, belongs: equals(apiKeys.companyId, E), without: ['hash'] },
	{
		file: 'flex/tax-rule-templates',
		table: taxRuleTemplates,
		through: sql`CROSS JOIN tax_rule_template_companies l ON l.company_id = e.id`,
		belongs: equals(taxRuleTemplates.id, sql`l.template_id`),
	},
	{ file: 'payroll/settings', table: payrollSettings, belongs: equals(payrollSettings.companyId, E) },
	{ file: 'payroll/runs', table: payrollRuns, belongs: equals(payrollRuns.companyId, E) },
	{ file: 'payroll/files', table: payrollFiles, through: RUNS, belongs: equals(payrollFiles.runId, R) },
	HELD_OVER,
];

/** For one person, this avoids reading every line of the company. */
const HELD_OVER_OF_EMPLOYEE: Part = {
	...HELD_OVER,
	through: sql`${LINES} CROSS JOIN payroll_runs r ON r.company_id = e.company_id`,
	belongs: sql`${equals(heldOver.runId, R)} AND ${equals(heldOver.transactionId, Y)}`,
};

export const partsOf = (isCompany: boolean): OwnedPart[] => [
	...(isCompany ? COMPANY_PARTS : []).map((part): OwnedPart => [part, 'companies']),
	...[...EMPLOYEE_PARTS, ...(isCompany ? [] : [HELD_OVER_OF_EMPLOYEE])].map(
		(part): OwnedPart => [part, 'employees'],
	),
];

export type OwnedPart = [Part, owners: 'employees' | 'companies'];

export type Subject =
	| { employeeId: string; userId: string; companyId: string }
	| { employeeId: null; companyId: string };

export type ExportedRow = Record<string, unknown>;

/** The last row that was read. */
export interface PartKey {
	owner: string;
	place: number;
}

export const FIRST: PartKey = { owner: '', place: 0 };

/**
 * Reads employee by employee, so that each row comes once in spite of concurrent writes. Without `isWhole`,
 * omits sign-in data of people who also belong to another company.
 */
export function partPage(
	db: Db,
	[{ table, through = sql``, belongs, without = [], isOfUser }, owners]: OwnedPart,
	subject: Subject,
	isWhole: boolean,
	after: PartKey,
	limit: number,
) {
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
	const isSubject =
		subject.employeeId !== null
			? sql`e.id = ${subject.employeeId}`
			: owners === 'companies'
				? sql`e.id = ${subject.companyId}`
				: sql`e.company_id = ${subject.companyId}`;
	const isShown = isOfUser && !isWhole ? sql`${soleCompanyOf(sql`e.user_id`)} = e.company_id` : sql`TRUE`;
	return db
		.select({
			...(Object.fromEntries(columns) as Record<string, SQLiteColumn>),
			owner_: sql<string>`e.id`.as('owner_'),
			place_: sql<number>`${table}.rowid`.as('place_'),
		})
		.from(sql`${sql.raw(owners)} e ${through}`)
		.crossJoin(table)
		.where(
			sql`${isSubject} AND e.id >= ${after.owner} AND ${table}.rowid > iif(e.id = ${after.owner}, ${after.place}, 0)
				AND ${isShown} AND ${belongs}`,
		)
		.orderBy(sql`e.id`, sql`${table}.rowid`)
		.limit(limit);
}

export function exported({ table }: Part, { owner_: _, place_: __, ...row }: ExportedRow): ExportedRow {
	const columns: Record<string, Column> = getTableColumns(table);
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			typeof value === 'number' && is(columns[name], SQLiteCustomColumn) ? toIso(value) : value,
		]),
	);
}
