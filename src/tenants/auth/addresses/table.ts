import { sql } from 'drizzle-orm';
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, reference } from '../../../foundation/db/columns.ts';
import { users } from '../../users/table.ts';
import { ADDRESS_LINKS, ADDRESS_ORIGINS } from './rules.ts';

/**
 * Links that set a user's e-mail address: one for an open change, and those that take a change back. Triggers delete them when the user gets
 * other rights, or when the address, password or registration changes.
 */
export const addressChanges = sqliteTable(
	'address_changes',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		userId: reference('user_id', () => users.id),
		kind: text('kind', { enum: ADDRESS_LINKS }).notNull(),
		email: text('email').notNull(),
		origin: text('origin', { enum: ADDRESS_ORIGINS }).notNull(),
		key: text('key').notNull().unique('address_changes_key'),
		/** The mark of the code beside the link in the mail. */
		codeMark: text('code_mark').notNull().unique('address_changes_code_mark'),
		dateExpires: instant('date_expires').notNull(),
	},
	(t) => [
		index('address_changes_user').on(t.userId),
		uniqueIndex('address_changes_waiting').on(t.userId).where(sql`kind = 'CONFIRMATION'`),
		index('address_changes_expiry').on(t.dateExpires),
	],
);
