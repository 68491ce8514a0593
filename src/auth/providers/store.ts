import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Change, CRON } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import { type Claimed, claiming } from '../../db/claims.ts';
import { oneOf } from '../../db/columns.ts';
import type { Db, Statement } from '../../db/database.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import { insertOnce } from '../../db/records.ts';
import { companyDomains, identityProviders } from './table.ts';

export type IdentityProvider = typeof identityProviders.$inferSelect;

export interface SingleSignOn extends IdentityProvider {
	domains: (typeof companyDomains.$inferSelect)[];
	/** The sessions that a change has ended. */
	ended?: Ended;
}

/** The number of sessions that a change ends, and of the people who opened them. */
export interface Ended {
	people: number;
	sessions: number;
}

export const providerOf = (db: Db, companyId: SQL) =>
	db.select().from(identityProviders).where(sql`${identityProviders.companyId} = ${companyId}`);

export const saveProvider = (db: Db, provider: IdentityProvider) =>
	db
		.insert(identityProviders)
		.values(provider)
		.onConflictDoUpdate({ target: identityProviders.companyId, set: provider });

export const removeProvider = (db: Db, companyId: string) =>
	db.delete(identityProviders).where(eq(identityProviders.companyId, companyId));

export type CompanyDomain = typeof companyDomains.$inferSelect;

export const domainsOf = (db: Db, companyId: SQL) =>
	db
		.select()
		.from(companyDomains)
		.where(sql`${companyDomains.companyId} = ${companyId}`)
		.orderBy(asc(companyDomains.domain));

export const insertDomain = (db: Db, row: CompanyDomain): Statement => insertOnce(db, companyDomains, row);

export const removeDomains = (db: Db, domains: readonly CompanyDomain[]): Statement =>
	claiming(
		db.delete(companyDomains).where(sql`${companyDomains.id} IN ${oneOf(domains.map(({ id }) => id))}`),
		{
			kind: 'DOMAIN',
			values: domains.map(({ domain }) => domain),
			since: null,
		},
	);

/** Fails with `company_domains.domain` when another company has verified the domain. */
export const saveDomain = (db: Db, domain: CompanyDomain): Statement => {
	const { id, ...values } = domain;
	return claiming(db.update(companyDomains).set(values).where(eq(companyDomains.id, id)), verified(domain));
};

const verified = ({ domain, dateVerified, dateChecked }: CompanyDomain): Claimed => ({
	kind: 'DOMAIN',
	values: [domain],
	since: dateVerified === null ? null : dateChecked,
});

/** Reads verified domains that were last checked at `until` or before. */
export const dueDomains = (db: Db, until: Instant, limit: number) =>
	db
		.select()
		.from(companyDomains)
		.where(and(isNotNull(companyDomains.dateVerified), lte(companyDomains.dateChecked, until)))
		.orderBy(asc(companyDomains.dateChecked))
		.limit(limit);

/** True when no other check has been stored in the meantime. */
export const isUnchanged = ({ id, dateChecked }: CompanyDomain): SQL =>
	sql`EXISTS (SELECT 1 FROM company_domains WHERE id = ${id} AND date_checked = ${dateChecked} AND date_verified IS NOT NULL)`;

/** Stores a check with its events, unless another check came first. */
export const saveCheck = (
	db: Db,
	before: CompanyDomain,
	after: CompanyDomain,
	changes: readonly Change[],
	now: Instant,
): Statement[] => [
	...(changes.length === 0 ? [] : recordEvents(db, CRON, now, identified(changes, now), isUnchanged(before))),
	claiming(
		db
			.update(companyDomains)
			.set({ ...after, dateModified: changes.length === 0 ? before.dateModified : now })
			.where(
				and(eq(companyDomains.id, before.id), sql`${companyDomains.dateChecked} = ${before.dateChecked}`),
			),
		verified(after),
	),
];
