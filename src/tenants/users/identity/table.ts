import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { users } from '../table.ts';

/**
 * People that somebody brought into being: created, made an administrator, or moved to another address. Triggers write it from events and
 * changes. Such a person is no second person for the one who did so.
 */
export const influences = sqliteTable(
	'influences',
	{
		userId: reference('user_id', () => users.id),
		/** The person behind it. For an API key, this is its creator. */
		byId: text('by_id').notNull(),
		kind: text('kind', { enum: ['CREATED', 'PROMOTED', 'MOVED'] }).notNull(),
		date: instant('date').notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.byId, t.kind, t.date] }), index('influences_by').on(t.byId)],
);
