import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/client.ts';
import { sessions } from '../table.ts';

export interface Session {
	id: string;
	dateCreated: Instant;
	dateUsed: Instant;
	dateExpires: Instant;
	device: string | null;
	country: string | null;
	city: string | null;
}

/** The live sessions of a user. One that was never renewed was last used when it was opened. */
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

/** A session of the user, live or not. */
export const sessionOf = (db: Db, userId: string, sessionId: string) =>
	db
		.select({ id: sessions.id })
		.from(sessions)
		.where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
