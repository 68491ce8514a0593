import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, reference } from '../../foundation/db/columns.ts';
import { users } from '../users/table.ts';
import { SESSION_KINDS } from './rules.ts';

export const sessions = sqliteTable(
	'sessions',
	{
		id: id(),
		userId: reference('user_id', () => users.id),
		dateCreated: instant('date_created').notNull(),
		dateExpires: instant('date_expires').notNull(),
		dateRevoked: instant('date_revoked'),
		dateUsed: instant('date_used'),
		/** The device that opened the session, and the place of the last renewal. */
		device: text('device'),
		country: text('country'),
		city: text('city'),
		kind: text('kind', { enum: SESSION_KINDS }).notNull().default('API'),
		cookieHash: text('cookie_hash'),
		/** True when the company's identity provider opened the session. */
		isBySso: integer('is_by_sso', { mode: 'boolean' }).notNull().default(false),
		/** The user whose pages a platform administrator is viewing. */
		viewedUserId: text('viewed_user_id'),
		viewedUntil: instant('viewed_until'),
		/** The cell of the viewed user; null for a user of the same database. */
		viewedCell: text('viewed_cell'),
	},
	(t) => [
		index('sessions_user').on(t.userId, t.id),
		index('sessions_expiry').on(t.dateExpires),
		uniqueIndex('sessions_cookie').on(t.cookieHash).where(sql`${t.cookieHash} IS NOT NULL`),
		check('sessions_kind', sql`${t.kind} IN ('API', 'CONSOLE')`),
		check('sessions_cookie_hash', sql`(${t.cookieHash} IS NOT NULL) = (${t.kind} = 'CONSOLE')`),
	],
);

/** Refresh tokens. Only their SHA-256 is stored. */
export const refreshTokens = sqliteTable(
	'refresh_tokens',
	{
		hash: text('hash').primaryKey(),
		sessionId: reference('session_id', () => sessions.id),
		dateCreated: instant('date_created').notNull(),
		dateUsed: instant('date_used'),
	},
	(t) => [index('refresh_tokens_session').on(t.sessionId)],
);

export const knownDevices = sqliteTable(
	'known_devices',
	{
		userId: reference('user_id', () => users.id),
		device: text('device').notNull(),
		/** Empty when unknown. */
		country: text('country').notNull(),
		dateUsed: instant('date_used').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.device, t.country] }),
		index('known_devices_used').on(t.dateUsed),
	],
);
