import { sql } from 'drizzle-orm';
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '../../users/table.ts';
import { MAIL_KINDS } from '../rules.ts';

/** The notices that people have turned off. Who has chosen nothing gets all of them. */
export const mutedNotices = sqliteTable(
	'muted_notices',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		kind: text('kind', { enum: MAIL_KINDS }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** The condition that user `u` has registered, may sign in and has not turned off the notice. */
export const wants = (kind: unknown) => sql`u.date_registered IS NOT NULL AND u.date_closed IS NULL
	AND u.date_deleted IS NULL
	AND NOT EXISTS (SELECT 1 FROM ${mutedNotices} m WHERE m.user_id = u.id AND m.kind = ${kind})`;
