import { sql } from 'drizzle-orm';
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, reference } from '../../../foundation/db/columns.ts';
import { users } from '../../users/table.ts';
import { ADDRESS_LINKS, ADDRESS_ORIGINS } from './rules.ts';

/**
 * Links about a user's e-mail address: for open changes, and those that take a change back. Triggers delete them when the user gets
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
		/** The address as `emailKey` returns it. Nobody else gets that of a RESTORATION link while the link works. */
		emailKey: text('email_key'),
		/** The request to which a PROOF or AGREEMENT link belongs, or the request or CONFIRMATION link whose change a RESTORATION link takes back. */
		changeId: text('change_id'),
		origin: text('origin', { enum: ADDRESS_ORIGINS }).notNull(),
		key: text('key').notNull().unique('address_changes_key'),
		/** The mark of the code beside the link in the mail. */
		codeMark: text('code_mark').notNull().unique('address_changes_code_mark'),
		dateExpires: instant('date_expires').notNull(),
	},
	(t) => [
		index('address_changes_user').on(t.userId),
		uniqueIndex('address_changes_waiting').on(t.userId).where(sql`kind = 'CONFIRMATION'`),
		index('address_changes_held').on(t.emailKey).where(sql`kind = 'RESTORATION'`),
		index('address_changes_change').on(t.changeId).where(sql`change_id IS NOT NULL`),
		index('address_changes_expiry').on(t.dateExpires),
	],
);
