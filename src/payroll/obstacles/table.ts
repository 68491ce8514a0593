import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { payrollRuns, payrollTransactions } from '../../ledger/table.ts';

/** Lines that a run did not commit, because the format of the payroll office could not carry them. Never changed (see migrations). */
export const heldOver = sqliteTable(
	'payroll_held_over',
	{
		runId: text('run_id')
			.notNull()
			.references(() => payrollRuns.id),
		transactionId: text('transaction_id')
			.notNull()
			.references(() => payrollTransactions.id),
		/** Codes of obstacles, apart by spaces. */
		faults: text('faults').notNull(),
	},
	(t) => [primaryKey({ columns: [t.runId, t.transactionId] })],
);
