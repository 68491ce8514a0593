import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../../db/columns.ts';
import { users } from '../../users/table.ts';

/** The authenticator app of a user. It is asked for once it is confirmed. */
export const secondFactors = sqliteTable(
	'second_factors',
	{
		userId: text('user_id')
			.primaryKey()
			.references(() => users.id),
		/** Sealed for `totp <userId>`. */
		secret: text('secret').notNull(),
		dateCreated: instant('date_created').notNull(),
		dateConfirmed: instant('date_confirmed'),
		/** The time step of the code that was used last; a trigger refuses one that is not later. */
		lastStep: integer('last_step'),
	},
	// A sealed text begins with the id of its key.
	(t) => [index('second_factors_sealed').on(t.secret)],
);

/** Codes for when the app is lost. Only their SHA-256 is stored; a trigger refuses to use one again. */
export const recoveryCodes = sqliteTable(
	'recovery_codes',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		hash: text('hash').notNull(),
		dateUsed: instant('date_used'),
	},
	(t) => [primaryKey({ columns: [t.userId, t.hash] })],
);
