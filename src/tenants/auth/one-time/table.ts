import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { WAYS } from '../../users/identity/rules.ts';
import { users } from '../../users/table.ts';
import { PURPOSES } from './rules.ts';

/**
 * Links and codes for new passwords, one for each user and purpose. Triggers delete those of a user when the password or address changes or
 * rights are added. They also refuse invitations of registered users.
 */
export const oneTimeTokens = sqliteTable(
	'one_time_tokens',
	{
		userId: reference('user_id', () => users.id),
		purpose: text('purpose', { enum: PURPOSES }).notNull(),
		key: text('key').notNull().unique('one_time_tokens_key'),
		/** A password hash of a printed code; null for a link. */
		codeHash: text('code_hash'),
		/** The mark of the code beside the link in the mail; null for a printed code. */
		codeMark: text('code_mark').unique('one_time_tokens_code_mark'),
		/** How it reaches a person. Null for those of earlier releases, which prove nothing. */
		way: text('way', { enum: WAYS }),
		/** The released request that permits a code for somebody who has registered before. */
		releaseId: text('release_id'),
		tries: integer('tries').notNull().default(0),
		/** The user or API key that caused it; null if the owner of the mailbox requested it. */
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
