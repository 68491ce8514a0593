import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Role } from '../../../foundation/core/actor.ts';
import { instant, json, reference } from '../../../foundation/db/columns.ts';
import { users } from '../../users/table.ts';

/**
 * Links to the present addresses of registered users, one for each. Their use proves the address, and the roles and companies begin that wait
 * for it. A trigger takes the link, but not the rights, when the address changes or the user is closed.
 */
export const addressProofs = sqliteTable('address_proofs', {
	userId: reference('user_id', () => users.id).primaryKey(),
	dateCreated: instant('date_created').notNull(),
	/** The person who gave the rights or asked for the proof. The rights begin only if this person may still give them. */
	authorId: reference('author_id', () => users.id),
	roles: json<Role[]>('roles').notNull(),
	companyIds: json<string[]>('company_ids').notNull(),
	/** Those of the companies that are in other databases. */
	grantedIds: json<string[]>('granted_ids').notNull(),
	/** The SHA-256 of the token; null when the link has ended. */
	key: text('key').unique('address_proofs_key'),
	/** The mark of the code beside the link in the mail; null when the link has ended. */
	codeMark: text('code_mark').unique('address_proofs_code_mark'),
	dateExpires: instant('date_expires').notNull(),
});
