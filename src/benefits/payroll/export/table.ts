import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, json, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { users } from '../../../tenants/users/table.ts';
import { employees } from '../../employees/table.ts';
import { payrollRuns } from '../../ledger/table.ts';
import { type EarlierLines, EXPORT_FORMATS, type FileSettings, type Payee } from './rules.ts';

/** Files of runs that were given out. A version and its bytes never change (see migrations). */
export const payrollFiles = sqliteTable(
	'payroll_files',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		companyId: reference('company_id', () => companies.id),
		runId: reference('run_id', () => payrollRuns.id),
		format: text('format', { enum: EXPORT_FORMATS }).notNull(),
		version: integer('version').notNull(),
		authorId: reference('author_id', () => users.id),
		/** The settings with which it was made; null for CSV, which has none. */
		settings: json<FileSettings>('settings'),
		/** For each line whose own number or cost centre the format cannot contain: the present ones. */
		payees: json<Record<string, Payee>>('payees').notNull(),
		/** The ids of the lines that the caller left out. */
		leftOut: json<string[]>('left_out').notNull(),
		/** Lines of leavers that are booked in the last month of their employment. */
		earlier: json<EarlierLines>('earlier').notNull().default(sql`'{}'`),
		sha256: text('sha256').notNull(),
	},
	(t) => [uniqueIndex('payroll_files_version').on(t.runId, t.format, t.version)],
);

/** The names of employees in a version of a file. They never change, and only an erasure deletes them (see migrations). */
export const fileNames = sqliteTable(
	'payroll_file_names',
	{
		fileId: reference('file_id', () => payrollFiles.id),
		employeeId: reference('employee_id', () => employees.id),
		firstName: text('first_name'),
		lastName: text('last_name'),
	},
	(t) => [
		primaryKey({ columns: [t.fileId, t.employeeId] }),
		index('payroll_file_names_employee').on(t.employeeId),
	],
);

export const tellFile = teller(payrollFiles, ['id', 'runId', 'format', 'version', 'leftOut', 'sha256']);
