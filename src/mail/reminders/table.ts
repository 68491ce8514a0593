import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../../db/columns.ts';
import { MAIL_KINDS } from '../rules.ts';

/** Until which turn all have been reminded. */
export const reminderTurns = sqliteTable('reminder_turns', {
	kind: text('kind', { enum: MAIL_KINDS }).primaryKey(),
	doneUntil: instant('done_until').notNull(),
});
