import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { MODULES } from '../../../foundation/core/modules.ts';
import { CURRENCIES } from '../../../foundation/core/money.ts';
import { created, id, instant, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';

/** The rules by which a company approves receipts without a person. A trigger refuses approvals that the rule does not permit. */
export const approvalRules = sqliteTable(
	'approval_rules',
	{
		id: id(),
		...created(),
		companyId: reference('company_id', () => companies.id),
		module: text('module', { enum: MODULES }).notNull(),
		maxAmountValue: integer('max_amount_value').notNull(),
		maxAmountCurrency: text('max_amount_currency', { enum: CURRENCIES }).notNull(),
		/** True when the rule also approves e-invoices, which nobody signs. */
		acceptsInvoices: integer('accepts_invoices', { mode: 'boolean' }).notNull(),
		/** How many of a hundred receipts a verifier must still check. */
		samplePercent: integer('sample_percent').notNull(),
		dateDeleted: instant('date_deleted'),
	},
	(t) => [
		uniqueIndex('approval_rules_module').on(t.companyId, t.module).where(sql`date_deleted IS NULL`),
		check('approval_rules_max_amount', sql`${t.maxAmountValue} BETWEEN 1 AND 100000000`),
		check('approval_rules_sample', sql`${t.samplePercent} BETWEEN 0 AND 100`),
	],
);

export const tellRule = teller(approvalRules, [
	'id',
	'companyId',
	'module',
	'maxAmountValue',
	'maxAmountCurrency',
	'acceptsInvoices',
	'samplePercent',
	'dateDeleted',
]);
