import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../../db/columns.ts';

/**
 * Counted attempts: to sign in with an e-mail address, whether or not it has an account, and to find out which
 * addresses are used. The keys of the former are HMACs with the signing secret: without it, nobody can find out
 * whose they are. Those of the latter name the user who tries.
 */
export const loginAttempts = sqliteTable(
	'login_attempts',
	{
		key: text('key').primaryKey(),
		windowStart: instant('window_start').notNull(),
		attempts: integer('attempts').notNull(),
	},
	(t) => [index('login_attempts_window').on(t.windowStart)],
);

/** The places from which a user has signed in. The keys are HMACs of the place and the e-mail address. */
export const knownPlaces = sqliteTable(
	'known_places',
	{
		key: text('key').primaryKey(),
		dateUsed: instant('date_used').notNull(),
	},
	(t) => [index('known_places_used').on(t.dateUsed)],
);
