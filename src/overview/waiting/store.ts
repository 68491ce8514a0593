import { eq, sql } from 'drizzle-orm';
import { sessions } from '../../auth/table.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';

/** Counts the expenses that wait in the companies of the user whose pages the session of a cookie shows, up to a limit. */
export const waitingOfCookie = (db: Db, cookieHash: string, now: Instant, limit: number) =>
	db
		.select({
			expenses: sql<number>`(SELECT count(*) FROM (SELECT 1 FROM user_companies m
				CROSS JOIN expenses x ON x.company_id = m.company_id AND x.state = 'SUBMITTED'
				WHERE m.user_id = iif(sessions.viewed_until > ${now}, sessions.viewed_user_id, sessions.user_id)
				LIMIT ${limit}))`.as('waiting'),
		})
		.from(sessions)
		.where(eq(sessions.cookieHash, cookieHash));
