import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { employees } from '../../employees/table.ts';

/**
 * Until when each employee's expired budgets are in the history. Triggers add a row with the first access. They make it due again when an
 * access or the termination changes.
 */
export const budgetExpiries = sqliteTable(
	'budget_expiries',
	{
		employeeId: reference('employee_id', () => employees.id).primaryKey(),
		dateExamined: instant('date_examined').notNull(),
		/** When a budget can expire next; null when none can. */
		dateDue: instant('date_due'),
		/** Counts the changes that make an examination outdated. */
		revision: integer('revision').notNull(),
	},
	(t) => [index('budget_expiries_due').on(t.dateDue).where(sql`date_due IS NOT NULL`)],
);
