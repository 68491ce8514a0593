import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import type { WageTypes } from '../../core/payroll-settings.ts';
import { created, json } from '../../db/columns.ts';

export const payrollSettings = sqliteTable('payroll_settings', {
	companyId: text('company_id')
		.primaryKey()
		.references(() => companies.id),
	...created(),
	adviserNumber: text('adviser_number'),
	clientNumber: text('client_number'),
	wageTypes: json<WageTypes>('wage_types').notNull(),
});
