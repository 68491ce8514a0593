import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { users } from '../../users/table.ts';

/** The authenticator app of a user. Sign-in asks for it once it is confirmed. */
export const secondFactors = sqliteTable(
	'second_factors',
	{
		userId: reference('user_id', () => users.id).primaryKey(),
		/** Encrypted in the context `totp <userId>`. */
		secret: text('secret').notNull(),
		dateCreated: instant('date_created').notNull(),
		dateConfirmed: instant('date_confirmed'),
		/** The time step of the last used code. A trigger refuses an earlier or equal one. */
		lastStep: integer('last_step'),
	},
	// A sealed text begins with the id of its key, so that this index finds all texts of one key.
	(t) => [index('second_factors_sealed').on(t.secret)],
);

/** Recovery codes for a lost app. Only their SHA-256 is stored, and a trigger refuses a second use. */
export const recoveryCodes = sqliteTable(
	'recovery_codes',
	{
		userId: reference('user_id', () => users.id),
		hash: text('hash').notNull(),
		dateUsed: instant('date_used'),
	},
	(t) => [primaryKey({ columns: [t.userId, t.hash] })],
);
