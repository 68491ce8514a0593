import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Module } from '../../core/modules.ts';
import { CURRENCIES } from '../../core/money.ts';
import { created, id, instant, json, softDeleted } from '../../db/columns.ts';
import { employees } from '../../employees/table.ts';
import { taxRuleTemplates } from '../tax-rules/table.ts';

export const flexAccesses = sqliteTable(
	'flex_accesses',
	{
		id: id(),
		...created(),
		...softDeleted(),
		employeeId: text('employee_id')
			.notNull()
			.references(() => employees.id),
		budgetValue: integer('budget_value').notNull(),
		budgetCurrency: text('budget_currency', { enum: CURRENCIES }).notNull(),
		allowedModules: json<Module[]>('allowed_modules').notNull(),
		accumulateBudget: integer('accumulate_budget', { mode: 'boolean' }).notNull(),
		taxRuleTemplateId: text('tax_rule_template_id')
			.notNull()
			.references(() => taxRuleTemplates.id),
		validFrom: instant('valid_from').notNull(),
		validUntil: instant('valid_until'),
	},
	(t) => [
		index('flex_accesses_timeline').on(t.employeeId, t.validFrom).where(sql`date_deleted IS NULL`),
		check('flex_accesses_period', sql`${t.validUntil} IS NULL OR ${t.validUntil} >= ${t.validFrom}`),
		check('flex_accesses_budget', sql`${t.budgetValue} BETWEEN 0 AND 100000000`),
	],
);
