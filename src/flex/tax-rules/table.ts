import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import type { TaxRule } from '../../core/modules.ts';
import { created, id, json } from '../../db/columns.ts';

export const taxRuleTemplates = sqliteTable('tax_rule_templates', {
	id: id(),
	...created(),
	name: text('name').notNull(),
	rules: json<TaxRule[]>('rules').notNull(),
});

export const taxRuleTemplateCompanies = sqliteTable(
	'tax_rule_template_companies',
	{
		templateId: text('template_id')
			.notNull()
			.references(() => taxRuleTemplates.id),
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
	},
	(t) => [
		primaryKey({ columns: [t.templateId, t.companyId] }),
		index('tax_rule_template_companies_company').on(t.companyId, t.templateId),
	],
);
