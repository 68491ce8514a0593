import { type Column, getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { directoryGroups } from '../../../benefits/employees/directory/table.ts';
import { pauses } from '../../../benefits/employees/pauses/table.ts';
import { employees } from '../../../benefits/employees/table.ts';
import { approvalRules } from '../../../benefits/expenses/approval-rules/table.ts';
import { approvalSeeds } from '../../../benefits/expenses/approval-samples/table.ts';
import { receiptDrafts } from '../../../benefits/expenses/drafts/table.ts';
import { type FileTable, isPresent } from '../../../benefits/expenses/files/queries.ts';
import { receiptAddresses } from '../../../benefits/expenses/receipt-addresses/table.ts';
import { receipts } from '../../../benefits/expenses/receipts/table.ts';
import { standingExpenses, standingProofs } from '../../../benefits/expenses/standing/table.ts';
import { expenses } from '../../../benefits/expenses/table.ts';
import { flexAccesses } from '../../../benefits/flex/access/table.ts';
import { taxRuleTemplates } from '../../../benefits/flex/tax-rules/table.ts';
import { defaultAccesses } from '../../../benefits/goodies/default-access/table.ts';
import { plannedVouchers } from '../../../benefits/goodies/plans/table.ts';
import { issuedVouchers } from '../../../benefits/goodies/vouchers/table.ts';
import {
	payrollCorrections,
	payrollRuns,
	payrollSettlements,
	payrollTransactions,
} from '../../../benefits/ledger/table.ts';
import { fileNames, payrollFiles } from '../../../benefits/payroll/export/table.ts';
import { heldOver } from '../../../benefits/payroll/obstacles/table.ts';
import { payrollSettings } from '../../../benefits/payroll/settings/table.ts';
import { toIso } from '../../../foundation/core/instant.ts';
import { secretsIn, TABLES, type Table, type TableName } from '../../../foundation/core/tables.ts';
import { jsonColumn } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { soleCompanyOf } from '../../../foundation/db/scope.ts';
import { accessEvents } from '../../../foundation/db/table.ts';
import { addressChanges } from '../../../tenants/auth/addresses/table.ts';
import { apiKeys } from '../../../tenants/auth/keys/table.ts';
import { oneTimeTokens } from '../../../tenants/auth/one-time/table.ts';
import { companyDomains, identityProviders } from '../../../tenants/auth/providers/table.ts';
import { recoveryCodes, secondFactors } from '../../../tenants/auth/second-factor/table.ts';
import { externalIdentities } from '../../../tenants/auth/sso/table.ts';
import { knownDevices, sessions } from '../../../tenants/auth/table.ts';
import { companyLogos } from '../../../tenants/companies/branding/table.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { pushSubscriptions } from '../../../tenants/mail/push/table.ts';
import { mails, mutedNotices } from '../../../tenants/mail/table.ts';
import { userCompanies, users } from '../../../tenants/users/table.ts';
import { calendarAddresses } from '../../overview/calendar/table.ts';
import { proposals } from '../../proposals/table.ts';

/** A file of an export. In its SQL, `e` is the employee or company to which the rows belong. */
export interface ExportFile {
	file: string;
	table: SQLiteTable;
	/** The joins from `e` to the rows. */
	through?: SQL;
	belongs: SQL;
	/** Columns that only the export of a company has. */
	without?: readonly string[];
	/** SQL that replaces columns of the same name. */
	instead?: Record<string, SQL.Aliased>;
	/** True for the sign-in data of people, who may also belong to another company. */
	isOfUser?: true;
	/** True for what a person keeps until it is submitted. Only an export that the person asks for has it. */
	isOwn?: true;
}

const E = sql`e.id`;
const USER = sql`e.user_id`;
const EXPENSES = sql`CROSS JOIN expenses x ON x.employee_id = e.id`;
const X = sql`x.id`;
const LINES = sql`${EXPENSES} CROSS JOIN payroll_transactions y ON y.flex_data_id = x.id`;
const Y = sql`y.id`;

/** The values that the rows of an owner have in its column, and the joins from `e` to these values. */
const OWNED = {
	employee_id: { value: E },
	user_id: { value: USER, isOfUser: true },
	expense_id: { value: X, through: EXPENSES },
	standing_expense_id: {
		value: sql`s.id`,
		through: sql`CROSS JOIN standing_expenses s ON s.employee_id = e.id`,
	},
	company_id: { value: E },
	run_id: { value: sql`r.id`, through: sql`CROSS JOIN payroll_runs r ON r.company_id = e.id` },
} as const satisfies Record<string, Pick<ExportFile, 'through' | 'isOfUser'> & { value: SQL }>;

const rowsWith = (file: string, column: SQLiteColumn, value: SQL, through = sql``): ExportFile => ({
	file,
	table: column.table as SQLiteTable,
	through,
	belongs: sql`${column} = ${value}`,
});

function rowsOwnedBy(file: string, table: SQLiteTable, owner: string): ExportFile {
	const column = columnsOf(table).find(({ name }) => name === owner);
	const owned = OWNED[owner as keyof typeof OWNED];
	if (column === undefined || owned === undefined) {
		throw new TypeError(`No export finds the rows of ${getTableName(table)} by ${owner}.`);
	}
	const { value, ...rest } = owned;
	return { ...rowsWith(file, column, value), ...rest };
}

const columnsOf = (table: SQLiteTable): SQLiteColumn[] => Object.values(getTableColumns(table));
const rowFor = (table: SQLiteTable): Table => TABLES[getTableName(table) as TableName];

/** Returns the rows of a person without those that are deleted, or whose file is. A table that names the person needs no other owner. */
function ofPerson(file: string, table: SQLiteTable): ExportFile {
	const names = columnsOf(table).map(({ name }) => name);
	const { owner, file: bucket } = rowFor(table);
	const part = rowsOwnedBy(
		file,
		table,
		['employee_id', 'user_id'].find((name) => names.includes(name)) ?? owner,
	);
	const { dateDeleted } = getTableColumns(table) as Partial<Record<string, SQLiteColumn>>;
	const conditions = [
		part.belongs,
		...(bucket === undefined ? [] : [isPresent(table as FileTable)]),
		...(dateDeleted === undefined ? [] : [sql`${dateDeleted} IS NULL`]),
	];
	return { ...part, belongs: sql.join(conditions, sql` AND `) };
}

const ofCompany = (file: string, table: SQLiteTable): ExportFile =>
	rowsOwnedBy(file, table, rowFor(table).owner);

const RECEIPTS = ofPerson('expenses/receipts', receipts);
const PROOFS = ofPerson('expenses/standing-proofs', standingProofs);
const DRAFTS: ExportFile = { ...ofPerson('expenses/receipt-drafts', receiptDrafts), isOwn: true };

/** The parts whose rows have files, with the folder of the files and the column of their owner. */
export const FILES = [
	{ part: RECEIPTS, folder: 'receipts', owner: 'expenseId' },
	{ part: DRAFTS, folder: 'drafts', owner: 'employeeId' },
	{ part: PROOFS, folder: 'proofs', owner: 'standingExpenseId' },
] as const;

/** The data of an employee, who is the row `e` of `employees`. */
const EMPLOYEE_PARTS: readonly ExportFile[] = [
	rowsWith('profile/employee', employees.id, E),
	rowsWith('profile/user', users.id, USER),
	ofPerson('profile/pauses', pauses),
	ofPerson('flex/access', flexAccesses),
	ofPerson('goodies/default-access', defaultAccesses),
	ofPerson('goodies/planned-vouchers', plannedVouchers),
	ofPerson('goodies/vouchers', issuedVouchers),
	ofPerson('expenses/expenses', expenses),
	RECEIPTS,
	ofPerson('expenses/standing-expenses', standingExpenses),
	PROOFS,
	DRAFTS,
	{ ...ofPerson('expenses/receipt-address', receiptAddresses), isOwn: true },
	rowsWith('payroll/transactions', payrollTransactions.flexDataId, X, EXPENSES),
	rowsWith('payroll/corrections', payrollCorrections.transactionId, Y, LINES),
	rowsWith('payroll/settlements', payrollSettlements.transactionId, Y, LINES),
	ofPerson('payroll/file-names', fileNames),
	ofPerson('sign-in/companies', userCompanies),
	ofPerson('sign-in/sessions', sessions),
	ofPerson('sign-in/devices', knownDevices),
	ofPerson('sign-in/links', oneTimeTokens),
	ofPerson('sign-in/address-changes', addressChanges),
	ofPerson('sign-in/second-factor', secondFactors),
	ofPerson('sign-in/recovery-codes', recoveryCodes),
	ofPerson('sign-in/accounts', externalIdentities),
	ofPerson('sign-in/access-log', accessEvents),
	ofPerson('mail/mails', mails),
	ofPerson('mail/muted-notices', mutedNotices),
	ofPerson('mail/push-devices', pushSubscriptions),
];

const HELD_OVER = ofCompany('payroll/held-over', heldOver);

/** The data of a company without that of its employees. `e` is a row of `companies`. */
const COMPANY_PARTS: readonly ExportFile[] = [
	rowsWith('company/company', companies.id, E),
	rowsWith(
		'company/managers',
		users.id,
		sql`m.user_id`,
		sql`CROSS JOIN user_companies m ON m.company_id = e.id`,
	),
	ofCompany('company/logo', companyLogos),
	ofCompany('company/calendar-address', calendarAddresses),
	ofCompany('company/directory-groups', directoryGroups),
	ofCompany('company/domains', companyDomains),
	ofCompany('company/single-sign-on', identityProviders),
	ofCompany('company/api-keys', apiKeys),
	rowsWith(
		'flex/tax-rule-templates',
		taxRuleTemplates.id,
		sql`l.template_id`,
		sql`CROSS JOIN tax_rule_template_companies l ON l.company_id = e.id`,
	),
	ofCompany('flex/approval-rules', approvalRules),
	ofCompany('flex/approval-seeds', approvalSeeds),
	ofCompany('payroll/settings', payrollSettings),
	ofCompany('payroll/runs', payrollRuns),
	ofCompany('payroll/files', payrollFiles),
	HELD_OVER,
	ofCompany('proposals/proposals', proposals),
];

/** For one person, this part does not read every line of the company. */
const HELD_OVER_OF_EMPLOYEE: ExportFile = {
	...HELD_OVER,
	through: sql`${LINES} CROSS JOIN payroll_runs r ON r.company_id = e.company_id`,
	belongs: sql`${HELD_OVER.belongs} AND ${heldOver.transactionId} = y.id`,
};

/** A proposal can name several people, so an export contains only the person's part of the difference. */
const PROPOSALS_OF_EMPLOYEE: ExportFile = {
	file: 'proposals/proposals',
	table: proposals,
	belongs: sql`${proposals.id} IN (SELECT proposal_id FROM proposal_subjects WHERE subject_id IN (${E}, ${USER}))`,
	without: ['parameters', 'query', 'body'],
	instead: {
		difference: jsonColumn(
			sql`(SELECT json_group_array(json(value)) FROM json_each(difference) WHERE value ->> 'subjectId' IN (${E}, ${USER}))`,
			'own_difference',
		),
	},
};

/** Returns the parts of an export: of a company, or of one employee, who may have asked for it in person. */
export const partsOf = (isCompany: boolean, isByOwner: boolean): OwnedPart[] => [
	...(isCompany ? COMPANY_PARTS : []).map((part): OwnedPart => [part, 'companies']),
	...[...EMPLOYEE_PARTS, ...(isCompany ? [] : [HELD_OVER_OF_EMPLOYEE, PROPOSALS_OF_EMPLOYEE])]
		.filter(({ isOwn }) => isByOwner || !isOwn)
		.map((part): OwnedPart => [part, 'employees']),
];

export type OwnedPart = [ExportFile, owners: 'employees' | 'companies'];

export type Subject =
	| { employeeId: string; userId: string; companyId: string }
	| { employeeId: null; companyId: string };

export type ExportedRow = Record<string, unknown>;

export interface PartKey {
	owner: string;
	place: number;
}

export const FIRST: PartKey = { owner: '', place: 0 };

/**
 * Reads the rows of one employee after another, so that each appears once despite concurrent writes. Without `isWhole`, it omits the sign-in
 * data of people who also belong to another company.
 */
export function partPage(
	db: Db,
	[{ table, through = sql``, belongs, without = [], instead, isOfUser }, owners]: OwnedPart,
	subject: Subject,
	isWhole: boolean,
	after: PartKey,
	limit: number,
) {
	const row = rowFor(table);
	const leftOut = [...secretsIn(row), ...(row.internal ?? []), ...without];
	const columns = Object.entries(getTableColumns(table)).filter(([, { name }]) => !leftOut.includes(name));
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
			...instead,
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

export function exported({ table }: ExportFile, { owner_: _, place_: __, ...row }: ExportedRow): ExportedRow {
	const columns: Record<string, Column> = getTableColumns(table);
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			typeof value === 'number' && is(columns[name], SQLiteCustomColumn) ? toIso(value) : value,
		]),
	);
}
