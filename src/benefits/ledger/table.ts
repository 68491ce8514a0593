import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CURRENCIES } from '../../foundation/core/money.ts';
import { created, id, instant, json, reference, softDeleted } from '../../foundation/db/columns.ts';
import { teller } from '../../foundation/db/teller.ts';
import { companies } from '../../tenants/companies/table.ts';
import { users } from '../../tenants/users/table.ts';
import {
	BOOKING_MONTHS,
	type ModuleSum,
	PAYROLL_MODULES,
	RUN_STATES,
	TRANSACTION_KINDS,
	TRANSACTION_STATES,
} from './rules.ts';

export const payrollRuns = sqliteTable(
	'payroll_runs',
	{
		id: id(),
		...created(),
		companyId: reference('company_id', () => companies.id),
		/** The first instant of the month. */
		month: instant('month').notNull(),
		/** The last instant of the following month. A trigger refuses new lines whose cut-off is not later. */
		closesUntil: instant('closes_until').notNull(),
		state: text('state', { enum: RUN_STATES }).notNull(),
		/** Null when the cron closed it. */
		closedBy: text('closed_by').references(() => users.id),
		dateClosed: instant('date_closed'),
		lineCount: integer('line_count'),
		sums: json<ModuleSum[]>('sums'),
		sha256: text('sha256'),
		/** The number of lines that were carried to the next run because the format cannot contain them. */
		heldOverCount: integer('held_over_count').notNull().default(0),
		/** The version of the CSV file's columns and quotes. A file must not change after a download. */
		csvLayout: integer('csv_layout').notNull().default(1),
		/** The value of the payroll settings when the run was closed. */
		bookingMonth: text('booking_month', { enum: BOOKING_MONTHS }).notNull().default('RUN'),
	},
	(t) => [
		uniqueIndex('payroll_runs_month').on(t.companyId, t.month),
		index('payroll_runs_company').on(t.companyId, t.id),
		index('payroll_runs_unfinished').on(t.id).where(sql`state = 'CLOSING'`),
	],
);

export const tellRun = teller(payrollRuns, [
	'id',
	'companyId',
	'month',
	'closesUntil',
	'state',
	'closedBy',
	'dateClosed',
	'lineCount',
	'sums',
	'sha256',
	'heldOverCount',
	'csvLayout',
	'bookingMonth',
]);

export const payrollTransactions = sqliteTable(
	'payroll_transactions',
	{
		id: id(),
		...created(),
		...softDeleted(),
		flexDataId: text('flex_data_id').notNull(),
		companyId: reference('company_id', () => companies.id),
		module: text('module', { enum: PAYROLL_MODULES }).notNull(),
		personnelNumber: text('personnel_number'),
		costCenter: text('cost_center'),
		amountValue: integer('amount_value').notNull(),
		amountCurrency: text('amount_currency', { enum: CURRENCIES }).notNull(),
		state: text('state', { enum: TRANSACTION_STATES }).notNull(),
		payrollReferenceDate: instant('payroll_reference_date').notNull(),
		submittedDate: instant('submitted_date').notNull(),
		runId: text('run_id').references(() => payrollRuns.id),
		kind: text('kind', { enum: TRANSACTION_KINDS }).notNull().default('EXPENSE'),
		/** True for meals of a month whose official value was unknown at the approval. No run commits such a line. */
		awaitsMealValue: integer('awaits_meal_value', { mode: 'boolean' }).notNull().default(false),
	},
	(t) => [
		index('payroll_transactions_company').on(t.companyId, t.id),
		index('payroll_transactions_due').on(t.payrollReferenceDate, t.companyId).where(sql`state = 'PENDING'`),
		index('payroll_transactions_awaited').on(t.id).where(sql`awaits_meal_value AND state = 'PENDING'`),
		index('payroll_transactions_parts').on(t.runId).where(sql`kind <> 'EXPENSE'`),
		index('payroll_transactions_flex_data').on(t.flexDataId),
		check(
			'payroll_transactions_kind',
			sql`CASE ${t.kind} WHEN 'EXPENSE' THEN ${t.module} <> 'GOODIES' WHEN 'VOUCHER' THEN ${t.module} = 'GOODIES'
				WHEN 'MEALS_FLAT_TAXED' THEN ${t.module} = 'MEALS' WHEN 'MEALS_TAX_FREE' THEN ${t.module} = 'MEALS' ELSE FALSE END`,
		),
	],
);

export const tellTransaction = teller(payrollTransactions, [
	'id',
	'dateDeleted',
	'flexDataId',
	'companyId',
	'module',
	'personnelNumber',
	'costCenter',
	'amountValue',
	'amountCurrency',
	'state',
	'payrollReferenceDate',
	'submittedDate',
	'runId',
	'kind',
	'awaitsMealValue',
]);

/** Corrections. Each row marks a payroll transaction as the correction of a committed one. */
export const payrollCorrections = sqliteTable(
	'payroll_corrections',
	{
		transactionId: reference('transaction_id', () => payrollTransactions.id).primaryKey(),
		companyId: reference('company_id', () => companies.id),
		correctsId: reference('corrects_id', () => payrollTransactions.id),
		authorId: reference('author_id', () => users.id),
		reason: text('reason').notNull(),
	},
	(t) => [
		index('payroll_corrections_company').on(t.companyId, t.transactionId),
		index('payroll_corrections_corrected').on(t.correctsId),
	],
);

/** Settlements. Each row describes how a line was paid outside payroll. Corrections of the line take the settlement back. */
export const payrollSettlements = sqliteTable(
	'payroll_settlements',
	{
		transactionId: reference('transaction_id', () => payrollTransactions.id).primaryKey(),
		dateCreated: instant('date_created').notNull(),
		companyId: reference('company_id', () => companies.id),
		authorId: reference('author_id', () => users.id),
		/** The start of the UTC day on which the money was paid. */
		date: instant('date').notNull(),
		reason: text('reason').notNull(),
	},
	(t) => [index('payroll_settlements_company').on(t.companyId, t.transactionId)],
);
