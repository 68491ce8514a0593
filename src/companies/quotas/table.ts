import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What is used of each quota, kept by triggers, which also refuse what exceeds the company's setting (see
 * migrations). What counts by the month has a row for each employee and month.
 */
export const quotaUsage = sqliteTable(
	'quota_usage',
	{
		/** A company or an employee. */
		ownerId: text('owner_id').notNull(),
		quota: text('quota').notNull(),
		/** yyyy-MM in UTC; empty for what does not begin anew each month. */
		month: text('month').notNull(),
		used: integer('used').notNull(),
	},
	(t) => [primaryKey({ columns: [t.month, t.ownerId, t.quota] })],
);
