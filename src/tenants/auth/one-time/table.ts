import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { users } from '../../users/table.ts';
import { PURPOSES } from './rules.ts';

/**
 * Links and codes for new passwords, one per user and purpose. Triggers delete all of a user when the password or
 * the address changes or rights are added, and refuse to invite registered users.
 */
export const oneTimeTokens = sqliteTable(
	'one_time_tokens',
	{
		userId: reference('user_id', () => users.id),
		purpose: text('purpose', { enum: PURPOSES }).notNull(),
		key: text('key').notNull().unique('one_time_tokens_key'),
		/** A password hash of a printed code; null for a link. */
		codeHash: text('code_hash'),
		/** The mark of the code that stands in the mail beside a link; null for a printed code. */
		codeMark: text('code_mark').unique('one_time_tokens_code_mark'),
		tries: integer('tries').notNull().default(0),
		/** The user or API key that caused it; null for one that the owner of the mailbox asked for. */
		authorId: text('author_id').references(() => users.id),
		dateCreated: instant('date_created').notNull(),
		dateExpires: instant('date_expires').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.purpose] }),
		index('one_time_tokens_expiry').on(t.dateExpires),
		index('one_time_tokens_author').on(t.authorId),
		check('one_time_tokens_purpose', sql`${t.purpose} IN ('REGISTRATION', 'PASSWORD_RESET')`),
	],
);
