import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { reference } from '../../../foundation/db/columns.ts';
import { payrollRuns, payrollTransactions } from '../../ledger/table.ts';

/** Lines that a run did not commit, because the format of the payroll office cannot contain them. They never change (see migrations). */
export const heldOver = sqliteTable(
	'payroll_held_over',
	{
		runId: reference('run_id', () => payrollRuns.id),
		transactionId: reference('transaction_id', () => payrollTransactions.id),
		/** Codes of obstacles, separated by spaces. */
		faults: text('faults').notNull(),
	},
	(t) => [primaryKey({ columns: [t.runId, t.transactionId] })],
);
