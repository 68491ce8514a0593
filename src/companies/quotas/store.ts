import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import { oneOf } from '../../db/columns.ts';
import type { Violations } from '../../db/commit.ts';
import { batch, type Db } from '../../db/database.ts';
import { companies } from '../table.ts';
import { QUOTAS, type Quota, quotaReached } from './rules.ts';
import { quotaUsage } from './table.ts';

interface Owner {
	companyIds: readonly string[];
	/** For quotas of an employee and month. */
	employeeId?: string;
}

/** The refusals of a write that would exceed these quotas. They read what is used, to tell it. */
export const quotaViolations = (db: Db, owner: Owner, now: Instant, quotas: readonly Quota[]): Violations =>
	Object.fromEntries(
		quotas.map((quota) => [
			`quota_${quota}`,
			async () => {
				const [[found]] = await batch(db, [usageOf(db, owner, now, quota)]);
				return quotaReached(quota, found?.limit ?? 0, found?.used ?? 0);
			},
		]),
	);

/** What is used of a quota, and the company's limit; of several companies, the one that has the least left. */
function usageOf(db: Db, { companyIds, employeeId }: Owner, now: Instant, quota: Quota) {
	const month = employeeId === undefined || quota === 'stored_bytes' ? '' : toYearMonth(now);
	const ownerId = month === '' ? companies.id : sql`${employeeId}`;
	const limit = companies[QUOTAS[quota].setting];
	const used = sql<number>`coalesce(${quotaUsage.used}, 0)`;
	return db
		.select({ limit: sql<number>`${limit}`.as('quota_limit'), used: used.as('quota_used') })
		.from(companies)
		.leftJoin(
			quotaUsage,
			and(eq(quotaUsage.month, month), eq(quotaUsage.ownerId, ownerId), eq(quotaUsage.quota, quota)),
		)
		.where(sql`${companies.id} IN ${oneOf(companyIds)}`)
		.orderBy(sql`${used} - ${limit} DESC`)
		.limit(1);
}

/** What a company uses of the quotas that do not begin anew each month. */
export const usageOfCompany = (db: Db, companyId: string) =>
	db
		.select({ quota: quotaUsage.quota, used: quotaUsage.used })
		.from(quotaUsage)
		.where(and(eq(quotaUsage.month, ''), eq(quotaUsage.ownerId, companyId)));

/** Removes up to `limit` rows of months before that of `now`. */
export function removeOldUsage(db: Db, now: Instant, limit: number) {
	const isOld = and(gt(quotaUsage.month, ''), lt(quotaUsage.month, toYearMonth(now)));
	const old = db.select({ rowid: sql`rowid` }).from(quotaUsage).where(isOld).limit(limit);
	return db.delete(quotaUsage).where(sql`rowid IN ${old}`).returning({ used: quotaUsage.used });
}
