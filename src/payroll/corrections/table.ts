import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import { users } from '../../users/table.ts';
import { payrollTransactions } from '../transactions/table.ts';

/** Each row marks a payroll transaction as the correction of a committed one. */
export const payrollCorrections = sqliteTable(
	'payroll_corrections',
	{
		transactionId: text('transaction_id')
			.primaryKey()
			.references(() => payrollTransactions.id),
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
		correctsId: text('corrects_id')
			.notNull()
			.references(() => payrollTransactions.id),
		authorId: text('author_id')
			.notNull()
			.references(() => users.id),
		reason: text('reason').notNull(),
	},
	(t) => [
		index('payroll_corrections_company').on(t.companyId, t.transactionId),
		index('payroll_corrections_corrected').on(t.correctsId),
	],
);
