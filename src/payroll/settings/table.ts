import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import { created, json } from '../../db/columns.ts';
import { teller } from '../../db/history.ts';
import type { WageTypes } from './rules.ts';

export const payrollSettings = sqliteTable('payroll_settings', {
	companyId: text('company_id')
		.primaryKey()
		.references(() => companies.id),
	...created(),
	adviserNumber: text('adviser_number'),
	clientNumber: text('client_number'),
	wageTypes: json<WageTypes>('wage_types').notNull(),
});

export const tellSettings = teller(payrollSettings, [
	'companyId',
	'adviserNumber',
	'clientNumber',
	'wageTypes',
]);
