import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { whileEmployed } from '../../../foundation/core/employment.ts';
import type { Module } from '../../../foundation/core/modules.ts';
import { CURRENCIES } from '../../../foundation/core/money.ts';
import { json, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import {
	periodColumns,
	recordedColumns,
	type Timeline,
	UNRECORDED,
} from '../../employees/timelines/table.ts';
import { taxRuleTemplates } from '../tax-rules/table.ts';

export const flexAccesses = sqliteTable(
	'flex_accesses',
	{
		...periodColumns(),
		...recordedColumns(),
		budgetValue: integer('budget_value').notNull(),
		budgetCurrency: text('budget_currency', { enum: CURRENCIES }).notNull(),
		allowedModules: json<Module[]>('allowed_modules').notNull(),
		accumulateBudget: integer('accumulate_budget', { mode: 'boolean' }).notNull(),
		taxRuleTemplateId: reference('tax_rule_template_id', () => taxRuleTemplates.id),
	},
	(t) => [
		index('flex_accesses_timeline').on(t.employeeId, t.validFrom).where(sql`date_deleted IS NULL`),
		index('flex_accesses_ending')
			.on(t.validUntil)
			.where(sql`valid_until IS NOT NULL AND date_deleted IS NULL`),
		index('flex_accesses_beginning')
			.on(t.validFrom)
			.where(sql`date_deleted IS NULL AND date_began_recorded IS NULL`),
		index('flex_accesses_unrecorded_end')
			.on(t.validUntil)
			.where(sql`date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL`),
		index('flex_accesses_removed')
			.on(t.dateDeleted)
			.where(
				sql`date_deleted IS NOT NULL AND date_began_recorded IS NOT NULL AND date_ended_recorded IS NULL`,
			),
		check('flex_accesses_period', sql`${t.validUntil} IS NULL OR ${t.validUntil} >= ${t.validFrom}`),
		check('flex_accesses_budget', sql`${t.budgetValue} BETWEEN 0 AND 100000000`),
	],
);

export type FlexAccess = typeof flexAccesses.$inferSelect;

export const accessTimeline: Timeline<FlexAccess> = {
	name: 'flex_access',
	table: flexAccesses,
	tell: teller(
		flexAccesses,
		[
			'id',
			'dateDeleted',
			'employeeId',
			'budgetValue',
			'budgetCurrency',
			'allowedModules',
			'accumulateBudget',
			'taxRuleTemplateId',
			'validFrom',
			'validUntil',
		],
		{ taxRuleTemplateId: 'flexTaxRuleTemplateId' },
	),
	show: whileEmployed,
	continued: (rest) => ({ ...rest, ...UNRECORDED }),
};
