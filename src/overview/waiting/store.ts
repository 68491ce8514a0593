import { eq, sql } from 'drizzle-orm';
import { sessions } from '../../auth/table.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';

/** The highest number that is counted. More than that is shown as more. */
export const MAX_WAITING = 99;

/** Counts the expenses that wait in the companies of the user whose pages the session of a cookie shows, up to one more than is shown. */
export const waitingOfCookie = (db: Db, cookieHash: string, now: Instant) =>
	db
		.select({
			expenses: sql<number>`(SELECT count(*) FROM (SELECT 1 FROM user_companies m
				CROSS JOIN expenses x ON x.company_id = m.company_id AND x.state = 'SUBMITTED'
				WHERE m.user_id = iif(sessions.viewed_until > ${now}, sessions.viewed_user_id, sessions.user_id)
				LIMIT ${MAX_WAITING + 1}))`.as('waiting'),
		})
		.from(sessions)
		.where(eq(sessions.cookieHash, cookieHash));
