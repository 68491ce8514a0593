import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Client } from '../../../foundation/core/client.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { companies } from '../../companies/table.ts';
import { KNOWN_PLACE_MS } from '../../users/attempts/rules.ts';
import { idsOfUser, isOpen } from '../../users/queries.ts';
import { nameColumns, userCompanies, users } from '../../users/table.ts';
import { hasSecondFactor, isLive, isSecondFactorDemanded } from '../queries.ts';
import { IDLE_MS, KEPT_ALIVE_EVERY_MS, LONGEST_MS, SSO_MS } from '../rules.ts';
import { knownDevices, sessions } from '../table.ts';

export interface Session {
	id: string;
	dateCreated: Instant;
	dateUsed: Instant;
	dateExpires: Instant;
	device: string | null;
	country: string | null;
	city: string | null;
}

/** A session that was never renewed was last used when it was opened. */
export const sessionsPage = (db: Db, userId: string, now: Instant, after: string, limit: number) =>
	db
		.select({
			id: sessions.id,
			dateCreated: sessions.dateCreated,
			dateUsed: sql<Instant>`coalesce(${sessions.dateUsed}, ${sessions.dateCreated})`.as('last_used'),
			dateExpires: sessions.dateExpires,
			device: sessions.device,
			country: sessions.country,
			city: sessions.city,
		})
		.from(sessions)
		.where(
			and(
				eq(sessions.userId, userId),
				gt(sessions.id, after),
				isNull(sessions.dateRevoked),
				gt(sessions.dateExpires, now),
			),
		)
		.orderBy(asc(sessions.id))
		.limit(limit);

/** Reads a session, even an ended one. */
export const sessionOf = (db: Db, userId: string, sessionId: string) =>
	db
		.select({ id: sessions.id })
		.from(sessions)
		.where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));

export interface CompanyShown {
	id: string;
	name: string;
	color: string | null;
	logo: string | null;
}

const visitor = {
	roles: users.roles,
	...idsOfUser,
	userId: users.id,
	sessionId: sql<string>`${sessions.id}`.as('session_id'),
	dateCreated: sql<Instant>`${sessions.dateCreated}`.as('session_created'),
	...nameColumns,
	language: users.language,
	hasSecondFactor: hasSecondFactor.as('has_second_factor'),
	isDemanded: isSecondFactorDemanded.as('is_demanded'),
	employer: sql<
		string | null
	>`(SELECT json_object('id', c.id, 'name', c.name, 'color', c.color, 'logo', c.logo)
		FROM employees e JOIN companies c ON c.id = e.company_id WHERE e.user_id = users.id)`
		.mapWith((text: string) => JSON.parse(text) as CompanyShown)
		.as('employer') as SQL.Aliased<CompanyShown | null>,
};

/** Returns no row when the session has ended or the user is closed. */
export const visitorOfCookie = (db: Db, cookieHash: string, now: Instant) =>
	db
		.select(visitor)
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.cookieHash, cookieHash), isLive(now)));

/** Reads the address of a user whose session ended only because it reached the identity provider's longest time. */
export const renewalOfCookie = (db: Db, cookieHash: string, now: Instant) =>
	db
		.select({ email: users.email })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(
			and(
				eq(sessions.cookieHash, cookieHash),
				sessions.isBySso,
				eq(sessions.dateExpires, sql`${sessions.dateCreated} + ${SSO_MS}`),
				lte(sessions.dateExpires, now),
				isNull(sessions.dateRevoked),
				isOpen,
			),
		);

/** Reads the user whose pages this session is viewing, even if that user is closed. */
export const viewedOfCookie = (db: Db, cookieHash: string, now: Instant) =>
	db
		.select(visitor)
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.viewedUserId))
		.where(and(eq(sessions.cookieHash, cookieHash), gt(sessions.viewedUntil, now)));

/** Reads the companies in other databases that the session's user, or the viewed user, manages. A cell knows only their ids. */
export const companiesElsewhere = (
	db: Db,
	cookieHash: string,
	user: typeof sessions.userId | typeof sessions.viewedUserId = sessions.userId,
) =>
	db
		.select({
			id: sql<string>`g.company_id`.as('place_company'),
			name: sql<string>`p.company ->> 'name'`.as('place_name'),
			color: sql<string | null>`p.company ->> 'color'`.as('place_color'),
			logo: sql<string | null>`p.company ->> 'logo'`.as('place_logo'),
		})
		.from(sessions)
		.innerJoin(sql`grants g`, sql`g.user_id = ${user} AND g.is_wanted`)
		.leftJoin(sql`places p`, sql`p.company_id = g.company_id`)
		.where(eq(sessions.cookieHash, cookieHash))
		.orderBy(sql`g.company_id`);

/** Reads the cell and id of the user whose pages this session is viewing, if that user is in a cell. */
export const viewedElsewhere = (db: Db, cookieHash: string, now: Instant) =>
	db
		.select({
			cell: sql<string>`${sessions.viewedCell}`.as('cell'),
			userId: sql<string>`${sessions.viewedUserId}`.as('viewed'),
		})
		.from(sessions)
		.where(
			and(eq(sessions.cookieHash, cookieHash), gt(sessions.viewedUntil, now), isNotNull(sessions.viewedCell)),
		);

/** Reads a user of this database as the visitor of a session in another one. */
export const visitorElsewhere = (
	db: Db,
	userId: string,
	{ sessionId, dateCreated }: { sessionId: string; dateCreated: Instant },
) =>
	db
		.select({
			...visitor,
			sessionId: sql<string>`${sessionId}`.as('session_id'),
			dateCreated: sql<Instant>`${dateCreated}`.as('session_created'),
		})
		.from(users)
		.where(eq(users.id, userId));

export const companiesOfUser = (db: Db, userId: string) =>
	db
		.select(shown)
		.from(userCompanies)
		.innerJoin(companies, eq(companies.id, userCompanies.companyId))
		.where(eq(userCompanies.userId, userId))
		.orderBy(userCompanies.companyId);

export const companiesOfCookie = (
	db: Db,
	cookieHash: string,
	user: typeof sessions.userId | typeof sessions.viewedUserId = sessions.userId,
) =>
	db
		.select(shown)
		.from(sessions)
		.innerJoin(userCompanies, eq(userCompanies.userId, user))
		.innerJoin(companies, eq(companies.id, userCompanies.companyId))
		.where(eq(sessions.cookieHash, cookieHash))
		.orderBy(userCompanies.companyId);

/** Reads a company, or for one in a cell what the directory knows since its last run. */
export const companyWithId = (db: Db, id: string) =>
	db
		.select({
			id: sql<string>`c.id`.as('id'),
			name: sql<string>`c.name`.as('name'),
			color: sql<string | null>`c.color`.as('color'),
			logo: sql<string | null>`c.logo`.as('logo'),
		})
		.from(
			sql`(SELECT id, name, color, logo FROM companies WHERE id = ${id}
				UNION ALL SELECT company_id, company ->> 'name', company ->> 'color', company ->> 'logo' FROM places
				WHERE company_id = ${id}) c`,
		);

/** Extends the session of a cookie, with at most one write a minute. */
export const keepAlive = (db: Db, cookieHash: string, now: Instant) =>
	db
		.update(sessions)
		.set({
			dateUsed: now,
			dateExpires: sql`min(${sessions.dateCreated} + iif(${sessions.isBySso}, ${SSO_MS}, ${LONGEST_MS}), ${now + IDLE_MS})`,
		})
		.where(
			and(
				eq(sessions.cookieHash, cookieHash),
				isNull(sessions.dateRevoked),
				gt(sessions.dateExpires, now),
				lte(sql`coalesce(${sessions.dateUsed}, ${sessions.dateCreated})`, now - KEPT_ALIVE_EVERY_MS),
			),
		);

const shown = { id: companies.id, name: companies.name, color: companies.color, logo: companies.logo };

/** SQL that is true when the user has signed in before, but not with this device in this country. */
export const isNewDevice = (userId: string, { device, country }: Client, since: Instant): SQL =>
	sql`EXISTS (SELECT 1 FROM known_devices WHERE user_id = ${userId}) AND NOT EXISTS (
		SELECT 1 FROM known_devices WHERE user_id = ${userId} AND device = ${device} AND country = ${country ?? ''} AND date_used > ${since})`;

export const rememberDevice = (db: Db, userId: string, { device, country }: Client, now: Instant) =>
	db
		.insert(knownDevices)
		.values({ userId, device, country: country ?? '', dateUsed: now })
		.onConflictDoUpdate({
			target: [knownDevices.userId, knownDevices.device, knownDevices.country],
			set: { dateUsed: now },
		});

export const forgetDevices = (db: Db, userId: string): Statement[] => [
	db.delete(knownDevices).where(eq(knownDevices.userId, userId)),
	db.update(sessions).set({ device: null, country: null, city: null }).where(eq(sessions.userId, userId)),
];

/** SQL of the time at which `clearExpiredSessions` has a device to forget. */
export const devicesDueAt = sql`SELECT min(date_used) + ${KNOWN_PLACE_MS} FROM known_devices`;

export const clearDevices = (db: Db, usedBefore: Instant): Statement =>
	db.delete(knownDevices).where(lte(knownDevices.dateUsed, usedBefore));
