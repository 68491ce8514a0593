import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import { created, id, instant, json } from '../../db/columns.ts';
import { teller } from '../../db/history.ts';
import { users } from '../../users/table.ts';
import { type ModuleSum, RUN_STATES } from './rules.ts';

export const payrollRuns = sqliteTable(
	'payroll_runs',
	{
		id: id(),
		...created(),
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
		/** The first instant of the month whose lines the run commits. */
		month: instant('month').notNull(),
		/** The last instant of the following month. A trigger refuses later lines with a cut-off up to it. */
		closesUntil: instant('closes_until').notNull(),
		state: text('state', { enum: RUN_STATES }).notNull(),
		/** Null when the cron closed it. */
		closedBy: text('closed_by').references(() => users.id),
		dateClosed: instant('date_closed'),
		lineCount: integer('line_count'),
		sums: json<ModuleSum[]>('sums'),
		sha256: text('sha256'),
		/** How many lines were held over, because the office's format cannot carry them. */
		heldOverCount: integer('held_over_count').notNull().default(0),
		/** The columns and quotes of its CSV file; a file that was given once never changes. */
		csvLayout: integer('csv_layout').notNull().default(1),
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
]);
