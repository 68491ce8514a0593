import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../../db/columns.ts';
import { users } from '../../users/table.ts';
import { isBoundToSso } from '../identity-provider/table.ts';

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

/** Whether the selected user has a second factor. */
export const hasSecondFactor = sql`EXISTS (SELECT 1 FROM second_factors f
	WHERE f.user_id = users.id AND f.date_confirmed IS NOT NULL)`.mapWith(Boolean);

/**
 * Whether a company demands a second factor of the selected user: it does of its administrators and verifiers, but not where its provider is
 * the only way in.
 */
export const isSecondFactorDemanded =
	sql`((instr(users.roles, '"COMPANY_ADMIN"') OR instr(users.roles, '"FLEX_DOCUMENT_VERIFIER"'))
	AND EXISTS (SELECT 1 FROM user_companies m JOIN companies c ON c.id = m.company_id
		WHERE m.user_id = users.id AND c.second_factor_required) AND NOT ${isBoundToSso})`.mapWith(Boolean);
