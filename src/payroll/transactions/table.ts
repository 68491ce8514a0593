import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import { CURRENCIES } from '../../core/money.ts';
import { created, id, instant, softDeleted } from '../../db/columns.ts';
import { teller } from '../../db/history.ts';
import { payrollRuns } from '../runs/table.ts';
import { PAYROLL_MODULES, TRANSACTION_KINDS, TRANSACTION_STATES } from './rules.ts';

export const payrollTransactions = sqliteTable(
	'payroll_transactions',
	{
		id: id(),
		...created(),
		...softDeleted(),
		flexDataId: text('flex_data_id').notNull(),
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
		module: text('module', { enum: PAYROLL_MODULES }).notNull(),
		personnelNumber: text('personnel_number'),
		costCenter: text('cost_center'),
		amountValue: integer('amount_value').notNull(),
		amountCurrency: text('amount_currency', { enum: CURRENCIES }).notNull(),
		state: text('state', { enum: TRANSACTION_STATES }).notNull(),
		payrollReferenceDate: instant('payroll_reference_date').notNull(),
		submittedDate: instant('submitted_date').notNull(),
		/** The run that committed it; null while it is pending. */
		runId: text('run_id').references(() => payrollRuns.id),
		/** A trigger binds it to the module. */
		kind: text('kind', { enum: TRANSACTION_KINDS }).notNull().default('EXPENSE'),
	},
	(t) => [
		index('payroll_transactions_company').on(t.companyId, t.id),
		index('payroll_transactions_due').on(t.payrollReferenceDate, t.companyId).where(sql`state = 'PENDING'`),
		index('payroll_transactions_pending')
			.on(t.companyId, t.payrollReferenceDate)
			.where(sql`state = 'PENDING'`),
		index('payroll_transactions_parts').on(t.runId).where(sql`kind <> 'EXPENSE'`),
		index('payroll_transactions_flex_data').on(t.flexDataId),
		index('payroll_transactions_run').on(t.runId, t.id),
	],
);

/** Of a selected transaction, the id of the employee whose expense or voucher it pays. */
export const employeeOfLine = sql<string>`coalesce((SELECT employee_id FROM expenses WHERE id = ${payrollTransactions.flexDataId}),
	(SELECT employee_id FROM issued_vouchers WHERE id = ${payrollTransactions.flexDataId}))`;

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
]);
