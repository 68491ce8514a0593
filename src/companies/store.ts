import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import type { Scope } from '../core/actor.ts';
import { notFound, type Refusal } from '../core/refusals.ts';
import { type Call, load } from '../db/call.ts';
import { oneOf } from '../db/columns.ts';
import { type Db, prepared, type Statement } from '../db/database.ts';
import { insertOnce } from '../db/records.ts';
import { isCompanyReached, isCompanyReachedByArguments, scopeArguments } from '../db/scope.ts';
import { companies } from './table.ts';

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

/** Reads the company and the given queries in one round trip. Refuses a company outside the scope. */
export const loadCompany = <R extends Statement[]>(
	call: Call,
	scope: Scope,
	id: string,
	queries: readonly [...R],
	refusal?: () => Refusal,
): Promise<[Company, ...BatchResponse<R>]> =>
	loadIfReached(call, companyInScope(call.db, { id, ...scopeArguments(scope) }), queries, refusal);

/** Reads the given queries about a company likewise, but not the company itself. */
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

/** The company's id as a subquery; empty when the company is outside the scope. */
export const companyIdInScope = (db: Db, scope: Scope, id: string): SQL =>
	sql`${db
		.select({ id: companies.id })
		.from(companies)
		.where(and(eq(companies.id, id), isCompanyReached(scope, companies.id)))}`;

export const companiesByIds = (db: Db, scope: Scope, ids: readonly string[]) =>
	db
		.select()
		.from(companies)
		.where(and(sql`${companies.id} IN ${oneOf(ids)}`, isCompanyReached(scope, companies.id)));

export const companiesPage = (db: Db, after: string, limit: number) =>
	db.select().from(companies).where(gt(companies.id, after)).orderBy(asc(companies.id)).limit(limit);

export const insertCompany = (db: Db, row: typeof companies.$inferInsert) => insertOnce(db, companies, row);

/** Fails with `stale_revision` after a concurrent change: `revision` must be the stored one plus one. */
export const saveCompany = (db: Db, { id, ...values }: Company) =>
	db.update(companies).set(values).where(eq(companies.id, id));

/** Advances the revision when something that belongs to the company changes; fails as `saveCompany` does. */
export const advanceCompany = (db: Db, { id, revision }: Company) =>
	db
		.update(companies)
		.set({ revision: revision + 1 })
		.where(eq(companies.id, id));
