import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { companies } from '../companies/table.ts';
import type { Role } from '../core/actor.ts';
import { created, id, instant, json, softDeleted } from '../db/columns.ts';
import { teller } from '../db/teller.ts';

export const users = sqliteTable(
	'users',
	{
		id: id(),
		...created(),
		...softDeleted(),
		email: text('email').notNull(),
		/** The e-mail in lower case, as it is compared. */
		emailKey: text('email_key').notNull(),
		passwordHash: text('password_hash'),
		dateRegistered: instant('date_registered'),
		/** The time since which the user cannot sign in, or null if sign-in is possible. */
		dateClosed: instant('date_closed'),
		roles: json<Role[]>('roles').notNull(),
		firstName: text('first_name'),
		lastName: text('last_name'),
		language: text('language'),
		/** Every change advances it by exactly one; a trigger refuses any other step. */
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

export const tellUser = teller(users, [
	'id',
	'dateDeleted',
	'email',
	'dateRegistered',
	'dateClosed',
	'roles',
	'firstName',
	'lastName',
	'language',
]);

export const userCompanies = sqliteTable(
	'user_companies',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
	},
	(t) => [primaryKey({ columns: [t.userId, t.companyId] }), index('user_companies_company').on(t.companyId)],
);

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
