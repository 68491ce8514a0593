import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, instant } from '../db/columns.ts';
import { users } from '../users/table.ts';

export const sessions = sqliteTable(
	'sessions',
	{
		id: id(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		dateCreated: instant('date_created').notNull(),
		dateExpires: instant('date_expires').notNull(),
		dateRevoked: instant('date_revoked'),
	},
	(t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.dateExpires)],
);

/** All refresh tokens of a session form one family. Only their SHA-256 is stored. */
export const refreshTokens = sqliteTable(
	'refresh_tokens',
	{
		hash: text('hash').primaryKey(),
		sessionId: text('session_id')
			.notNull()
			.references(() => sessions.id),
		dateCreated: instant('date_created').notNull(),
		dateUsed: instant('date_used'),
	},
	(t) => [index('refresh_tokens_session').on(t.sessionId)],
);
