import { type Column, getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteCustomColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { directoryGroups } from '../../../benefits/employees/directory/table.ts';
import { pauses } from '../../../benefits/employees/pauses/table.ts';
import { employees } from '../../../benefits/employees/table.ts';
import { approvalRules } from '../../../benefits/expenses/approval-rules/table.ts';
import { approvalSeeds } from '../../../benefits/expenses/approval-samples/table.ts';
import { receiptDrafts } from '../../../benefits/expenses/drafts/table.ts';
import { isPresent } from '../../../benefits/expenses/files/queries.ts';
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
	/** Columns that are secret, or that only the database needs. */
	without?: readonly string[];
	/** SQL that replaces columns of the same name. */
	instead?: Record<string, SQL.Aliased>;
	/** True for the sign-in data of people, who may also belong to another company. */
	isOfUser?: true;
}

const E = sql`e.id`;
const USER = sql`e.user_id`;

const rowsWith = (
	file: string,
	column: SQLiteColumn,
	value: SQL,
	without: readonly string[] = [],
): ExportFile => ({
	file,
	table: column.table as SQLiteTable,
	belongs: sql`${column} = ${value}`,
	without,
});

const ofUser = (file: string, column: SQLiteColumn, without?: readonly string[]): ExportFile => ({
	...rowsWith(file, column, USER, without),
	isOfUser: true,
});

const kept = (file: string, table: Record<'employeeId' | 'dateDeleted', SQLiteColumn>): ExportFile => {
	const part = rowsWith(file, table.employeeId, E);
	return { ...part, belongs: sql`${part.belongs} AND ${table.dateDeleted} IS NULL` };
};

const INTERNAL_OF_PROPOSAL = ['version', 'dateDue'];
const SECRET_OF_USER = ['passwordHash', 'emailKey', 'revision'];
const EXPENSES = sql`CROSS JOIN expenses x ON x.employee_id = e.id`;
const LINES = sql`${EXPENSES} CROSS JOIN payroll_transactions y ON y.flex_data_id = x.id`;
const X = sql`x.id`;

const RECEIPTS: ExportFile = {
	file: 'expenses/receipts',
	table: receipts,
	through: EXPENSES,
	belongs: sql`${receipts.expenseId} = x.id AND ${receipts.dateStored} IS NOT NULL AND ${receipts.dateDiscarded} IS NULL`,
};

const PROOFS: ExportFile = {
	file: 'expenses/standing-proofs',
	table: standingProofs,
	through: sql`CROSS JOIN standing_expenses s ON s.employee_id = e.id`,
	belongs: sql`${standingProofs.standingExpenseId} = s.id AND ${isPresent(standingProofs)}`,
};

const DRAFTS: ExportFile = {
	...rowsWith('expenses/receipt-drafts', receiptDrafts.employeeId, E),
	belongs: sql`${receiptDrafts.employeeId} = e.id AND ${isPresent(receiptDrafts)}`,
};

/** The parts whose rows have files, with the folder of the files and the column of their owner. */
export const FILES = [
	{ part: RECEIPTS, folder: 'receipts', owner: 'expenseId' },
	{ part: DRAFTS, folder: 'drafts', owner: 'employeeId' },
	{ part: PROOFS, folder: 'proofs', owner: 'standingExpenseId' },
] as const;

/** The data of an employee, who is the row `e` of `employees`. */
const EMPLOYEE_PARTS: readonly ExportFile[] = [
	rowsWith('profile/employee', employees.id, E, ['revision']),
	rowsWith('profile/user', users.id, USER, SECRET_OF_USER),
	kept('profile/pauses', pauses),
	kept('flex/access', flexAccesses),
	kept('goodies/default-access', defaultAccesses),
	kept('goodies/planned-vouchers', plannedVouchers),
	rowsWith('goodies/vouchers', issuedVouchers.employeeId, E),
	rowsWith('expenses/expenses', expenses.employeeId, E),
	RECEIPTS,
	rowsWith('expenses/standing-expenses', standingExpenses.employeeId, E),
	PROOFS,
	DRAFTS,
	rowsWith('expenses/receipt-address', receiptAddresses.employeeId, E, ['hash', 'sealed']),
	{ ...rowsWith('payroll/transactions', payrollTransactions.flexDataId, X), through: EXPENSES },
	{ ...rowsWith('payroll/corrections', payrollCorrections.transactionId, sql`y.id`), through: LINES },
	{ ...rowsWith('payroll/settlements', payrollSettlements.transactionId, sql`y.id`), through: LINES },
	rowsWith('payroll/file-names', fileNames.employeeId, E),
	ofUser('sign-in/companies', userCompanies.userId),
	ofUser('sign-in/sessions', sessions.userId),
	ofUser('sign-in/devices', knownDevices.userId),
	ofUser('sign-in/links', oneTimeTokens.userId, ['key', 'codeHash']),
	ofUser('sign-in/address-changes', addressChanges.userId, ['key', 'codeMark']),
	ofUser('sign-in/second-factor', secondFactors.userId, ['secret', 'lastStep']),
	ofUser('sign-in/recovery-codes', recoveryCodes.userId, ['hash']),
	ofUser('sign-in/accounts', externalIdentities.userId),
	ofUser('sign-in/access-log', accessEvents.userId, ['position', 'key']),
	ofUser('mail/mails', mails.userId, ['sealed', 'kept', 'attempt', 'turn', 'carrierId']),
	ofUser('mail/muted-notices', mutedNotices.userId),
	ofUser('mail/push-devices', pushSubscriptions.userId, ['sealed', 'endpointHash', 'attempt']),
];

const RUNS = sql`CROSS JOIN payroll_runs r ON r.company_id = e.id`;
const R = sql`r.id`;
const HELD_OVER: ExportFile = { ...rowsWith('payroll/held-over', heldOver.runId, R), through: RUNS };

/** The data of a company without that of its employees. `e` is a row of `companies`. */
const COMPANY_PARTS: readonly ExportFile[] = [
	rowsWith('company/company', companies.id, E, ['revision']),
	{
		...rowsWith('company/managers', users.id, sql`m.user_id`, SECRET_OF_USER),
		through: sql`CROSS JOIN user_companies m ON m.company_id = e.id`,
	},
	rowsWith('company/logo', companyLogos.companyId, E),
	rowsWith('company/calendar-address', calendarAddresses.companyId, E, ['hash']),
	rowsWith('company/directory-groups', directoryGroups.companyId, E, ['key', 'revision']),
	rowsWith('company/domains', companyDomains.companyId, E),
	rowsWith('company/single-sign-on', identityProviders.companyId, E, ['clientSecret']),
	rowsWith('company/api-keys', apiKeys.companyId, E, ['hash']),
	{
		...rowsWith('flex/tax-rule-templates', taxRuleTemplates.id, sql`l.template_id`),
		through: sql`CROSS JOIN tax_rule_template_companies l ON l.company_id = e.id`,
	},
	rowsWith('flex/approval-rules', approvalRules.companyId, E),
	rowsWith('flex/approval-seeds', approvalSeeds.companyId, E, ['sealed']),
	rowsWith('payroll/settings', payrollSettings.companyId, E),
	rowsWith('payroll/runs', payrollRuns.companyId, E),
	{ ...rowsWith('payroll/files', payrollFiles.runId, R), through: RUNS },
	HELD_OVER,
	rowsWith('proposals/proposals', proposals.companyId, E, INTERNAL_OF_PROPOSAL),
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
	without: [...INTERNAL_OF_PROPOSAL, 'parameters', 'query', 'body'],
	instead: {
		difference: jsonColumn(
			sql`(SELECT json_group_array(json(value)) FROM json_each(difference) WHERE value ->> 'subjectId' IN (${E}, ${USER}))`,
			'own_difference',
		),
	},
};

export const partsOf = (isCompany: boolean): OwnedPart[] => [
	...(isCompany ? COMPANY_PARTS : []).map((part): OwnedPart => [part, 'companies']),
	...[...EMPLOYEE_PARTS, ...(isCompany ? [] : [HELD_OVER_OF_EMPLOYEE, PROPOSALS_OF_EMPLOYEE])].map(
		(part): OwnedPart => [part, 'employees'],
	),
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
