import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import { places } from '../../foundation/cells/table.ts';
import type { Scope } from '../../foundation/core/actor.ts';
import { type Instant, toYearMonth } from '../../foundation/core/instant.ts';
import { notFound, type Refusal } from '../../foundation/core/refusals.ts';
import { type Call, load } from '../../foundation/db/call.ts';
import { oneOf } from '../../foundation/db/columns.ts';
import type { Violations } from '../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../foundation/db/database.ts';
import { prepared } from '../../foundation/db/prepared.ts';
import { insertOnce } from '../../foundation/db/records.ts';
import {
	isCompanyReached,
	isCompanyReachedByArguments,
	isHere,
	isHereAfter,
	scopeArguments,
} from '../../foundation/db/scope.ts';
import { QUOTAS, type Quota, quotaReached } from './rules.ts';
import { companies, quotaUsage, sandboxes } from './table.ts';

export type Company = typeof companies.$inferSelect;

const companyInScope = prepared((db) =>
	db
		.select()
		.from(companies)
		.where(and(eq(companies.id, sql.placeholder('id')), isCompanyReachedByArguments(companies.id))),
);

const companyIdReached = prepared((db) =>
	db
		.select({ id: companies.id })
		.from(companies)
		.where(and(eq(companies.id, sql.placeholder('id')), isCompanyReachedByArguments(companies.id))),
);

/** Reads the company and runs the queries in one round trip. Refuses a company outside the scope. */
export const loadCompany = <R extends Statement[]>(
	call: Call,
	scope: Scope,
	id: string,
	queries: readonly [...R],
	refusal?: () => Refusal,
): Promise<[Company, ...BatchResponse<R>]> =>
	loadIfReached(call, companyInScope(call.db, { id, ...scopeArguments(scope) }), queries, refusal);

/** Runs queries about a company that is in the scope, without reading its settings. */
export async function loadInCompany<R extends Statement[]>(
	call: Call,
	scope: Scope,
	id: string,
	queries: readonly [...R],
): Promise<BatchResponse<R>> {
	const reached = companyIdReached(call.db, { id, ...scopeArguments(scope) });
	const [, ...results] = await loadIfReached(call, reached, queries);
	return results as unknown as BatchResponse<R>;
}

const loadIfReached = <C, R extends Statement[]>(
	call: Call,
	reached: Statement & PromiseLike<C[]>,
	queries: readonly [...R],
	refusal: () => Refusal = () => notFound('company'),
) =>
	load(call, [reached, ...queries], ([[company], ...results]) => {
		if (company === undefined) throw refusal();
		return [company, ...results] as [C, ...BatchResponse<R>];
	});

/** Returns a subquery of the company's id. It is empty when the company is outside the scope. */
export const companyIdInScope = (db: Db, scope: Scope, id: string): SQL =>
	sql`${db
		.select({ id: companies.id })
		.from(companies)
		.where(and(eq(companies.id, id), isCompanyReached(scope, companies.id)))}`;

export const companiesByIds = (db: Db, scope: Scope, ids: readonly string[]) =>
	db
		.select()
		.from(companies)
		.where(
			and(sql`${companies.id} IN ${oneOf(ids)}`, isHere(companies.id), isCompanyReached(scope, companies.id)),
		);

export const companiesPage = (db: Db, after: string, limit: number) =>
	db.select().from(companies).where(isHereAfter(companies.id, after)).orderBy(asc(companies.id)).limit(limit);

export const insertCompany = (db: Db, row: typeof companies.$inferInsert) => insertOnce(db, companies, row);

/** Inserts the clock of a new sandbox, which shows the real time at first. */
export const insertClock = (db: Db, companyId: string) =>
	db.insert(sandboxes).values({ companyId }).onConflictDoNothing();

/** Fails with `stale_revision` unless `revision` is the stored one plus one. */
export const saveCompany = (db: Db, { id, ...values }: Company) =>
	db.update(companies).set(values).where(eq(companies.id, id));

/** For changes to records that belong to the company. Like `saveCompany`, it fails with `stale_revision`. */
export const advanceCompany = (db: Db, { id, revision }: Company) =>
	db
		.update(companies)
		.set({ revision: revision + 1 })
		.where(eq(companies.id, id));

interface QuotaScope {
	companyIds: readonly string[];
	/** Set for quotas that are counted for each employee and month. */
	employeeId?: string;
}

/** Returns the refusals of writes that exceed a quota. Each reads the current use for its text. */
export const quotaViolations = (
	db: Db,
	owner: QuotaScope,
	now: Instant,
	quotas: readonly Quota[],
): Violations =>
	Object.fromEntries(
		quotas.map((quota) => [
			`quota_${quota}`,
			async () => {
				const [[found]] = await batch(db, [usageOf(db, owner, now, quota)]);
				return quotaReached(quota, found?.limit ?? 0, found?.used ?? 0);
			},
		]),
	);

/** Reads use and limit of a quota. For several companies, it returns those with the least left. */
function usageOf(db: Db, { companyIds, employeeId }: QuotaScope, now: Instant, quota: Quota) {
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

export const usageOfCompany = (db: Db, companyId: string) =>
	db
		.select({ quota: quotaUsage.quota, used: quotaUsage.used })
		.from(quotaUsage)
		.where(and(eq(quotaUsage.month, ''), eq(quotaUsage.ownerId, companyId)));

/** SQL of the first month whose counts `clearOldUsage` deletes. */
export const oldestUsage = sql<string | null>`SELECT min(month) FROM quota_usage WHERE month > ''`;

export function removeOldUsage(db: Db, now: Instant, limit: number) {
	const isOld = and(gt(quotaUsage.month, ''), lt(quotaUsage.month, toYearMonth(now)));
	const old = db.select({ rowid: sql`rowid` }).from(quotaUsage).where(isOld).limit(limit);
	return db.delete(quotaUsage).where(sql`rowid IN ${old}`).returning({ used: quotaUsage.used });
}

/** Reads the companies in cells with their summaries, as their cells last reported them. */
export const companiesInCells = (db: Db, after: string, limit: number) =>
	db
		.select({ company: places.company, people: places.people, summary: places.summary })
		.from(places)
		.where(gt(places.companyId, after))
		.orderBy(asc(places.companyId))
		.limit(limit);

export type InCell = Awaited<ReturnType<typeof companiesInCells>>[number];

/** Merges a page of companies of D1 and one of companies in cells, ordered by id. */
export const inOrder = <T extends { id: string }>(
	ofD1: readonly T[],
	inCells: readonly T[],
	limit = Number.POSITIVE_INFINITY,
): T[] => [...ofD1, ...inCells].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
