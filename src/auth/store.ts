import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { isBoundToSso } from '../companies/single-sign-on/table.ts';
import { companies } from '../companies/table.ts';
import type { AccessReason } from '../core/access-events.ts';
import type { Role } from '../core/actor.ts';
import type { Client } from '../core/client.ts';
import type { Instant } from '../core/instant.ts';
import { type Circumstances, noteEndings } from '../db/access-events.ts';
import type { Db, Statement } from '../db/client.ts';
import { oneOf } from '../db/columns.ts';
import { userCompanies, users } from '../users/table.ts';
import { apiKeys } from './keys/table.ts';
import { IDLE_MS, KEPT_ALIVE_EVERY_MS, LONGEST_MS } from './rules.ts';
import { refreshTokens, sessions } from './table.ts';

/** A user who is closed has no password. */
export const credentialsOf = (db: Db, emailKey: string) =>
	db
		.select({
			userId: users.id,
			passwordHash: sql<string | null>`iif(${isOpen}, ${users.passwordHash}, NULL)`.as('usable_hash'),
			isBoundToSso: isBoundToSso.mapWith(Boolean).as('is_bound'),
			hasSecondFactor: HAS_SECOND_FACTOR.as('has_second_factor'),
		})
		.from(users)
		.where(eq(users.emailKey, emailKey));

const HAS_SECOND_FACTOR = sql`EXISTS (SELECT 1 FROM second_factors f
	WHERE f.user_id = users.id AND f.date_confirmed IS NOT NULL)`.mapWith(Boolean);

/**
 * Whether a company demands a second factor of the user: it does of its administrators and verifiers, but not where its provider is
 * the only way in.
 */
const IS_DEMANDED =
	sql`((instr(users.roles, '"COMPANY_ADMIN"') OR instr(users.roles, '"FLEX_DOCUMENT_VERIFIER"'))
	AND EXISTS (SELECT 1 FROM user_companies m JOIN companies c ON c.id = m.company_id
		WHERE m.user_id = users.id AND c.second_factor_required) AND NOT ${isBoundToSso})`.mapWith(Boolean);

const isOpen = sql`(users.date_closed IS NULL AND users.date_deleted IS NULL)`;

/** Who has proven to be this user. */
export interface Proven {
	userId: string;
	/** The hash of the password that was verified; it must still be the stored one. */
	passwordHash?: string | null;
	/** Whether the provider of the user's company says so. */
	isBySso?: true;
}

/**
 * The user's id as a subquery; empty when the user is closed, may sign in by the company's provider only and did not, or what was
 * verified holds no longer.
 */
export const openUser = ({ userId, passwordHash, isBySso }: Proven): SQL =>
	sql`(SELECT id FROM users WHERE id = ${userId} AND ${isOpen} AND ${isBySso ? sql`TRUE` : sql`NOT ${isBoundToSso}`}
		AND ${passwordHash === undefined ? sql`TRUE` : sql`password_hash = ${passwordHash}`})`;

/** Fails with a violation of `sessions.user_id` when the subquery of the user's id is empty. */
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

/** The refresh token, with the fields of its session that decide whether it is still valid. */
export const refreshTokenByHash = (db: Db, hash: string) =>
	db
		.select({
			sessionId: refreshTokens.sessionId,
			dateUsed: refreshTokens.dateUsed,
			userId: sessions.userId,
			dateExpires: sessions.dateExpires,
			dateRevoked: sessions.dateRevoked,
		})
		.from(refreshTokens)
		.innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
		.where(eq(refreshTokens.hash, hash));

/** Those of the hashes that belong to a refresh token. */
export const knownRefreshTokens = (db: Db, hashes: readonly string[]) =>
	db
		.select({ hash: refreshTokens.hash })
		.from(refreshTokens)
		.where(sql`${refreshTokens.hash} IN ${oneOf(hashes)}`);

/** Ends a session; does nothing when it has ended. */
export const endSession = (
	circumstances: Circumstances,
	sessionId: string,
	reason: AccessReason,
): Statement[] => ending(circumstances, eq(sessions.id, sessionId), reason);

/** Ends the sessions of a user, all or all but one. */
export const endSessionsOf = (
	circumstances: Circumstances,
	userId: string,
	reason: AccessReason,
	except = '',
): Statement[] =>
	ending(circumstances, sql`${sessions.userId} = ${userId} AND ${sessions.id} <> ${except}`, reason);

/** Ends all sessions of several users. */
export const endSessionsOfAll = (
	circumstances: Circumstances,
	userIds: readonly string[],
	reason: AccessReason,
): Statement[] => ending(circumstances, sql`${sessions.userId} IN ${oneOf(userIds)}`, reason);

function ending(circumstances: Circumstances, which: SQL, reason: AccessReason): Statement[] {
	const { db, now } = circumstances;
	const ended = sql`${which} AND ${sessions.dateRevoked} IS NULL AND ${sessions.dateExpires} > ${now}`;
	return [
		noteEndings(circumstances, ended, reason),
		db.update(sessions).set({ dateRevoked: now }).where(ended),
	];
}

/** The present rights of a session's user, for a query that joins both and perhaps a key. A key of the platform has its rights from being one. */
const rights = {
	roles: sql<
		Role[]
	>`iif(api_keys.id IS NOT NULL AND api_keys.company_id IS NULL, '["PLATFORM_ADMIN"]', ${users.roles})`
		.mapWith(users.roles)
		.as('present_roles'),
	employeeId: sql<string | null>`(SELECT id FROM employees WHERE user_id = users.id)`.as('employee_id'),
	soleCompanyId: sql<string | null>`(SELECT iif(count(*) = 1, min(company_id), NULL)
		FROM (SELECT company_id FROM user_companies WHERE user_id = users.id LIMIT 2))`.as('sole_company_id'),
	operations: apiKeys.operations,
};

const isLive = (now: Instant) => and(isNull(sessions.dateRevoked), gt(sessions.dateExpires, now), isOpen);

/** No row when the session has ended or the user is closed. */
export const actorOfSession = (db: Db, sessionId: string, userId: string, now: Instant) =>
	db
		.select({
			...rights,
			hasSecondFactor: HAS_SECOND_FACTOR.as('has_second_factor'),
			isDemanded: IS_DEMANDED.as('is_demanded'),
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.leftJoin(apiKeys, eq(apiKeys.id, sessions.id))
		.where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isLive(now)));

/** What every page of the console says of its reader. */
const visitor = {
	roles: users.roles,
	employeeId: rights.employeeId,
	soleCompanyId: rights.soleCompanyId,
	userId: users.id,
	sessionId: sql<string>`${sessions.id}`.as('session_id'),
	dateCreated: sql<Instant>`${sessions.dateCreated}`.as('session_created'),
	email: users.email,
	firstName: users.firstName,
	lastName: users.lastName,
	language: users.language,
	hasSecondFactor: HAS_SECOND_FACTOR.as('has_second_factor'),
	isDemanded: IS_DEMANDED.as('is_demanded'),
	employer: sql<
		string | null
	>`(SELECT c.name FROM employees e JOIN companies c ON c.id = e.company_id WHERE e.user_id = users.id)`.as(
		'employer',
	),
};

/** Who comes with a cookie; no row as above. */
export const visitorOfCookie = (db: Db, cookieHash: string, now: Instant) =>
	db
		.select(visitor)
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.cookieHash, cookieHash), isLive(now)));

/** The user whose pages the session of a cookie looks at, be it closed. */
export const viewedOfCookie = (db: Db, cookieHash: string, now: Instant) =>
	db
		.select(visitor)
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.viewedUserId))
		.where(and(eq(sessions.cookieHash, cookieHash), gt(sessions.viewedUntil, now)));

/** The companies that the user of a cookie manages, or the one whose pages it looks at. */
export const companiesOfCookie = (
	db: Db,
	cookieHash: string,
	user: typeof sessions.userId | typeof sessions.viewedUserId = sessions.userId,
) =>
	db
		.select(idAndName)
		.from(sessions)
		.innerJoin(userCompanies, eq(userCompanies.userId, user))
		.innerJoin(companies, eq(companies.id, userCompanies.companyId))
		.where(eq(sessions.cookieHash, cookieHash))
		.orderBy(userCompanies.companyId);

/** Keeps the session of a cookie alive, at most once a minute. */
export const keepAlive = (db: Db, cookieHash: string, now: Instant) =>
	db
		.update(sessions)
		.set({ dateUsed: now, dateExpires: sql`min(${sessions.dateCreated} + ${LONGEST_MS}, ${now + IDLE_MS})` })
		.where(
			and(
				eq(sessions.cookieHash, cookieHash),
				isNull(sessions.dateRevoked),
				gt(sessions.dateExpires, now),
				lte(sql`coalesce(${sessions.dateUsed}, ${sessions.dateCreated})`, now - KEPT_ALIVE_EVERY_MS),
			),
		);

/** The actor that a key with this hash stands for; no row as above. */
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

const idAndName = { id: companies.id, name: companies.name };

export const expiredSessions = (db: Db, now: Instant, limit: number) =>
	db
		.select({ id: sessions.id })
		.from(sessions)
		.where(lte(sessions.dateExpires, now))
		.orderBy(sessions.dateExpires)
		.limit(limit);

/** Removes up to `limit` expired sessions with their refresh tokens. */
export function clearExpired(db: Db, now: Instant, limit: number): Statement[] {
	const expired = sql`${expiredSessions(db, now, limit)}`;
	return [
		db.delete(refreshTokens).where(sql`${refreshTokens.sessionId} IN ${expired}`),
		db.delete(sessions).where(sql`${sessions.id} IN ${expired}`),
	];
}
