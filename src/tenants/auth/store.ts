import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../foundation/core/actor.ts';
import type { Client } from '../../foundation/core/client.ts';
import type { AccessReason } from '../../foundation/core/history.ts';
import { type Instant, realTime } from '../../foundation/core/instant.ts';
import { type Circumstances, noteEndings } from '../../foundation/db/access-events.ts';
import { oneOf } from '../../foundation/db/columns.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { soleCompanyOf } from '../../foundation/db/scope.ts';
import { addressKey, idsOfUser, isBoundToSso, isOpen } from '../users/queries.ts';
import { users } from '../users/table.ts';
import { apiKeys } from './keys/table.ts';
import { hasSecondFactor, isLive, isSecondFactorDemanded } from './queries.ts';
import { IDLE_MS } from './rules.ts';
import { refreshTokens, sessions } from './table.ts';

/** For a closed user, the hash is null, so that no password works. */
export const credentialsOf = (db: Db, emailKey: string) =>
	db
		.select({
			userId: users.id,
			passwordHash: sql<string | null>`iif(${isOpen}, ${users.passwordHash}, NULL)`.as('usable_hash'),
			isBoundToSso: isBoundToSso.as('is_bound'),
			hasSecondFactor: hasSecondFactor.as('has_second_factor'),
		})
		.from(users)
		.where(eq(users.emailKey, emailKey));

export interface Proven {
	userId: string;
	/** The verified password hash. It must still equal the stored one. */
	passwordHash?: string | null;
	/** True when the provider of the company has identified the user. */
	isBySso?: true;
}

/** Returns a subquery of the user's id. Empty when the user is closed, must use the company's provider, or has changed the password. */
export const openUser = ({ userId, passwordHash, isBySso }: Proven): SQL =>
	sql`(SELECT id FROM users WHERE id = ${userId} AND ${isOpen} AND ${isBySso ? sql`TRUE` : sql`NOT ${isBoundToSso}`}
		AND ${passwordHash === undefined ? sql`TRUE` : sql`password_hash = ${passwordHash}`})`;

/** Fails with `sessions.user_id` when the subquery for the user is empty. */
export const insertSession = (
	db: Db,
	row: Omit<typeof sessions.$inferInsert, 'userId'> & { userId: string | SQL },
) => db.insert(sessions).values(row).onConflictDoNothing({ target: sessions.id });

export const renewSession = (db: Db, sessionId: string, { country, city }: Client, now: Instant) =>
	db.update(sessions).set({ dateUsed: now, country, city }).where(eq(sessions.id, sessionId));

export const insertRefreshToken = (db: Db, row: typeof refreshTokens.$inferInsert) =>
	db.insert(refreshTokens).values(row).onConflictDoNothing({ target: refreshTokens.hash });

export const markRefreshTokenUsed = (db: Db, hash: string, now: Instant) =>
	db
		.update(refreshTokens)
		.set({ dateUsed: now })
		.where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.dateUsed)));

export const refreshTokenByHash = (db: Db, hash: string) =>
	db
		.select({
			sessionId: refreshTokens.sessionId,
			dateUsed: refreshTokens.dateUsed,
			userId: sessions.userId,
			dateExpires: sessions.dateExpires,
			dateRevoked: sessions.dateRevoked,
			isBySso: sessions.isBySso,
		})
		.from(refreshTokens)
		.innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
		.where(eq(refreshTokens.hash, hash));

export const knownRefreshTokens = (db: Db, hashes: readonly string[]) =>
	db
		.select({ hash: refreshTokens.hash })
		.from(refreshTokens)
		.where(sql`${refreshTokens.hash} IN ${oneOf(hashes)}`);

export const endSession = (
	circumstances: Circumstances,
	sessionId: string,
	reason: AccessReason,
): Statement[] => ending(circumstances, eq(sessions.id, sessionId), reason);

export const endSessionsOf = (
	circumstances: Circumstances,
	userId: string,
	reason: AccessReason,
	except = '',
): Statement[] =>
	ending(circumstances, sql`${sessions.userId} = ${userId} AND ${sessions.id} <> ${except}`, reason);

export const endSessionsOfAll = (
	circumstances: Circumstances,
	userIds: readonly string[],
	reason: AccessReason,
): Statement[] => ending(circumstances, sql`${sessions.userId} IN ${oneOf(userIds)}`, reason);

/** The sessions that a company can end when it requires its provider. They belong to users of the verified domains among `domains`. */
interface PasswordSessions {
	companyId: string | SQL;
	domains: readonly string[];
	/** The current session, which continues. */
	except: string;
}

/** SQL that is true for sessions of people who belong only to this company. Sessions of the provider and of API keys continue. */
const isByPassword = ({ companyId, domains, except }: PasswordSessions): SQL =>
	sql`${sessions.userId} IN (SELECT users.id FROM users WHERE users.id IN (
			SELECT user_id FROM employees WHERE company_id = ${companyId}
			UNION ALL SELECT user_id FROM user_companies WHERE company_id = ${companyId})
		AND EXISTS (SELECT 1 FROM company_domains d WHERE d.company_id = ${companyId} AND d.date_verified IS NOT NULL AND d.date_released IS NOT NULL
			AND d.domain = substr(${addressKey}, instr(users.email_key, '@') + 1) AND d.domain IN ${oneOf(domains)})
		AND ${soleCompanyOf(sql`users.id`)} = ${companyId})
	AND NOT ${sessions.isBySso} AND ${sessions.id} <> ${except}
	AND NOT EXISTS (SELECT 1 FROM api_keys WHERE id = ${sessions.id})`;

export const passwordSessions = (db: Db, which: PasswordSessions, now: Instant) =>
	db
		.select({ userId: sessions.userId })
		.from(sessions)
		.where(
			sql`${isByPassword(which)} AND ${sessions.dateRevoked} IS NULL AND ${sessions.dateExpires} > ${realTime(db, now)}`,
		);

export const endPasswordSessions = (circumstances: Circumstances, which: PasswordSessions): Statement[] =>
	ending(circumstances, isByPassword(which), 'sso_required');

function ending(circumstances: Circumstances, which: SQL, reason: AccessReason): Statement[] {
	const { db } = circumstances;
	const now = realTime(db, circumstances.now);
	const unrevoked = sql`${which} AND ${sessions.dateRevoked} IS NULL`;
	return [
		noteEndings(circumstances, sql`${unrevoked} AND ${sessions.dateExpires} > ${now}`, reason),
		// This includes expired sessions, because the console renews those of an identity provider.
		db.update(sessions).set({ dateRevoked: now }).where(unrevoked),
	];
}

/** The columns of the current rights, for queries that join session, user and sometimes key. A platform key always has platform rights. */
const rights = {
	roles: sql<
		Role[]
	>`iif(api_keys.id IS NOT NULL AND api_keys.company_id IS NULL, '["PLATFORM_ADMIN"]', ${users.roles})`
		.mapWith(users.roles)
		.as('present_roles'),
	...idsOfUser,
	revision: users.revision,
	operations: apiKeys.operations,
	makerId: apiKeys.makerId,
	makerEmployeeId: sql<string | null>`(SELECT id FROM employees WHERE user_id = ${apiKeys.makerId})`.as(
		'maker_employee_id',
	),
};

/** Returns no row when the session has ended or the user is closed. */
export const actorOfSession = (db: Db, sessionId: string, userId: string, now: Instant) =>
	db
		.select({
			...rights,
			hasSecondFactor: hasSecondFactor.as('has_second_factor'),
			isDemanded: isSecondFactorDemanded.as('is_demanded'),
			dateExpires: sessions.dateExpires,
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.leftJoin(apiKeys, eq(apiKeys.id, sessions.id))
		.where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isLive(now)));

/** Returns no row when the key has ended or its user is closed. */
export const actorOfKey = (db: Db, hash: string, now: Instant) =>
	db
		.select({
			...rights,
			userId: apiKeys.userId,
			sessionId: apiKeys.id,
			validUntil: sessions.dateExpires,
			dateUsed: apiKeys.dateUsed,
		})
		.from(apiKeys)
		.innerJoin(sessions, eq(sessions.id, apiKeys.id))
		.innerJoin(users, eq(users.id, apiKeys.userId))
		.where(and(eq(apiKeys.hash, hash), isLive(now)));

/** True for a session of the identity provider that has ended but can be renewed by the console. */
const isRenewable = (now: Instant): SQL =>
	sql`${sessions.isBySso} AND ${sessions.kind} = 'CONSOLE' AND ${sessions.dateExpires} > ${now - IDLE_MS}`;

/**
 * SQL of the time at which `clearExpiredSessions` has a session to delete. A console session that an identity provider opened stays for a
 * while after its end, because it can be renewed.
 */
export const sessionsDueAt = sql`SELECT min(due) FROM (SELECT date_expires + iif(is_by_sso AND kind = 'CONSOLE', ${IDLE_MS}, 0) AS due
	FROM sessions ORDER BY date_expires LIMIT 100)`;

export const expiredSessions = (db: Db, now: Instant, limit: number) =>
	db
		.select({ id: sessions.id })
		.from(sessions)
		.where(and(lte(sessions.dateExpires, now), sql`NOT (${isRenewable(now)})`))
		.orderBy(sessions.dateExpires)
		.limit(limit);

export function clearExpired(db: Db, now: Instant, limit: number): Statement[] {
	const expired = sql`${expiredSessions(db, now, limit)}`;
	return [
		db.delete(refreshTokens).where(sql`${refreshTokens.sessionId} IN ${expired}`),
		db.delete(sessions).where(sql`${sessions.id} IN ${expired}`),
	];
}
