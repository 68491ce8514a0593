import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Role } from '../../foundation/core/actor.ts';
import { created, id, instant, json, reference, softDeleted } from '../../foundation/db/columns.ts';
import { teller } from '../../foundation/db/teller.ts';
import { companies } from '../companies/table.ts';
import { PROOFS } from './identity/rules.ts';
import { CLOSERS } from './rules.ts';

export const users = sqliteTable(
	'users',
	{
		id: id(),
		...created(),
		...softDeleted(),
		email: text('email').notNull(),
		/** The address as `emailKey` returns it. */
		emailKey: text('email_key').notNull(),
		/** A guest's home: the name of a cell, or `D1`. Here, a guest has no address and no password. Null for all other users. */
		home: text('home'),
		passwordHash: text('password_hash'),
		dateRegistered: instant('date_registered'),
		/** When the user first registered. Triggers set it, and it stays when a released address ends the registration. */
		dateFirstRegistered: instant('date_first_registered'),
		/** Since then, the address is proven; null if it is not. A trigger ends the proof with the address. */
		dateProven: instant('date_proven'),
		/** How the address was proven; null if it is not. */
		proof: text('proof', { enum: PROOFS }),
		/** Since then, the user may not sign in; null for an open user. */
		dateClosed: instant('date_closed'),
		/** How the user was closed; null for an open user. */
		closer: text('closer', { enum: CLOSERS }),
		/** Until then, a mail sets no password and no company resets the second factor. Triggers only let it grow. */
		restUntil: instant('rest_until'),
		roles: json<Role[]>('roles').notNull(),
		firstName: text('first_name'),
		lastName: text('last_name'),
		language: text('language'),
		/** Each change raises it by one. A trigger refuses any other step. */
		revision: integer('revision').notNull().default(0),
	},
	(t) => [
		uniqueIndex('users_email_key').on(t.emailKey),
		index('users_platform_admins')
			.on(t.id)
			.where(sql`instr(roles, '"PLATFORM_ADMIN"') > 0 AND date_closed IS NULL AND date_deleted IS NULL`),
		index('users_signing_in')
			.on(t.id)
			.where(sql`date_registered IS NOT NULL AND date_closed IS NULL AND date_deleted IS NULL`),
		check('users_roles', sql`json_array_length(${t.roles}) > 0`),
	],
);

/** The columns by which people recognise a user. */
export const nameColumns = { email: users.email, firstName: users.firstName, lastName: users.lastName };

export const tellUser = teller(users, [
	'id',
	'dateDeleted',
	'email',
	'dateRegistered',
	'dateProven',
	'dateClosed',
	'roles',
	'firstName',
	'lastName',
	'language',
]);

export const userCompanies = sqliteTable(
	'user_companies',
	{
		userId: reference('user_id', () => users.id),
		companyId: reference('company_id', () => companies.id),
	},
	(t) => [primaryKey({ columns: [t.userId, t.companyId] }), index('user_companies_company').on(t.companyId)],
);

/** Counts of attempts to sign in, and to find used addresses. The keys of sign-in attempts are HMACs, so that they reveal no address. */
export const loginAttempts = sqliteTable(
	'login_attempts',
	{
		key: text('key').primaryKey(),
		windowStart: instant('window_start').notNull(),
		attempts: integer('attempts').notNull(),
	},
	(t) => [index('login_attempts_window').on(t.windowStart)],
);

/** Places from which a user has signed in. The keys are HMACs of place and e-mail address. */
export const knownPlaces = sqliteTable(
	'known_places',
	{
		key: text('key').primaryKey(),
		dateUsed: instant('date_used').notNull(),
	},
	(t) => [index('known_places_used').on(t.dateUsed)],
);
