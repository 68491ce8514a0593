import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { TaxRule } from '../../../foundation/core/modules.ts';
import { created, id, json, reference } from '../../../foundation/db/columns.ts';
import { companies } from '../../../tenants/companies/table.ts';

export const taxRuleTemplates = sqliteTable('tax_rule_templates', {
	id: id(),
	...created(),
	name: text('name').notNull(),
	rules: json<TaxRule[]>('rules').notNull(),
});

export const taxRuleTemplateCompanies = sqliteTable(
	'tax_rule_template_companies',
	{
		templateId: reference('template_id', () => taxRuleTemplates.id),
		companyId: reference('company_id', () => companies.id),
	},
	(t) => [
		primaryKey({ columns: [t.templateId, t.companyId] }),
		index('tax_rule_template_companies_company').on(t.companyId, t.templateId),
	],
);
