import { eq, type SQL, sql } from 'drizzle-orm';
import { sessions } from '../../auth/table.ts';
import type { Instant } from '../../core/instant.ts';
import { oneOf } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import { isHere } from '../../db/scope.ts';

/** The number of expenses that wait in the companies of a user, up to a limit. `isWanted` is a further condition on them. */
const expensesOf = (user: SQL, limit: number, isWanted = sql`TRUE`) =>
	sql<number>`(SELECT count(*) FROM (SELECT 1 FROM user_companies m
		CROSS JOIN expenses x ON x.company_id = m.company_id AND x.state = 'SUBMITTED'
		WHERE m.user_id = ${user} AND ${isHere(sql`m.company_id`)} AND ${isWanted} LIMIT ${limit}))`.as(
		'waiting',
	);

/** Counts the expenses that wait in the companies of the user whose pages the session of a cookie shows, up to a limit. */
export const waitingOfCookie = (db: Db, cookieHash: string, now: Instant, limit: number) =>
	db
		.select({
			expenses: expensesOf(
				sql`iif(sessions.viewed_until > ${now}, sessions.viewed_user_id, sessions.user_id)`,
				limit,
			),
		})
		.from(sessions)
		.where(eq(sessions.cookieHash, cookieHash));

/** Counts the expenses that wait in these companies of a user, up to a limit. */
export const waitingIn = (db: Db, userId: string, companyIds: readonly string[], limit: number) =>
	db
		.select({ expenses: expensesOf(sql`${userId}`, limit, sql`m.company_id IN ${oneOf(companyIds)}`) })
		.from(sql`(SELECT 1)`);
