import { eq, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { isHere } from '../../../foundation/db/scope.ts';
import { sessions } from '../../../tenants/auth/table.ts';

/** Counts the records that wait in the companies of a user, up to a limit of each kind. `isWanted` is another condition on the companies. */
function countsOf(user: SQL, limit: number, isWanted = sql`TRUE`) {
	const count = (waiting: SQL) =>
		sql<number>`(SELECT count(*) FROM (SELECT 1 FROM user_companies m CROSS JOIN ${waiting}
			WHERE m.user_id = ${user} AND ${isHere(sql`m.company_id`)} AND ${isWanted} LIMIT ${limit}))`;
	return {
		expenses: count(sql`expenses x ON x.company_id = m.company_id AND x.state = 'SUBMITTED'`).as('waiting'),
		// The condition equals that of the index of standing expenses, so that SQLite uses it.
		proofs: count(
			sql`standing_expenses x ON x.company_id = m.company_id AND (x.waiting_since IS NULL) = 0`,
		).as('waiting_proofs'),
		// The index does not contain the expiry. The cron marks expired proposals.
		proposals: count(sql`proposals x ON x.company_id = m.company_id AND x.state = 'OPEN'`).as(
			'open_proposals',
		),
	};
}

export const waitingOfCookie = (db: Db, cookieHash: string, now: Instant, limit: number) =>
	db
		.select(
			countsOf(sql`iif(sessions.viewed_until > ${now}, sessions.viewed_user_id, sessions.user_id)`, limit),
		)
		.from(sessions)
		.where(eq(sessions.cookieHash, cookieHash));

export const waitingIn = (db: Db, userId: string, companyIds: readonly string[], limit: number) =>
	db.select(countsOf(sql`${userId}`, limit, sql`m.company_id IN ${oneOf(companyIds)}`)).from(sql`(SELECT 1)`);
