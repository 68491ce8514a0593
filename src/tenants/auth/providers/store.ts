import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Change, CRON } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { type Move, moving } from '../../../foundation/db/directory.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { CHECK_EVERY_MS } from './rules.ts';
import { companyDomains, identityProviders } from './table.ts';

export type IdentityProvider = typeof identityProviders.$inferSelect;

export interface SingleSignOn extends IdentityProvider {
	domains: (typeof companyDomains.$inferSelect)[];
	ended?: Ended;
}

/** The number of sessions that a change ends, and of their users. */
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

export const removeDomains = (db: Db, domains: readonly CompanyDomain[], now: Instant): Statement => {
	const ids = domains.map(({ id }) => id);
	const proven = domains.filter(({ dateVerified }) => dateVerified !== null);
	return moving(
		db.delete(companyDomains).where(sql`${companyDomains.id} IN ${oneOf(ids)}`),
		proven.map(({ id }) => ({ userId: id, address: null, now })),
	);
};

/** Fails with `company_domains.domain` when another company has verified the domain. */
export const saveDomain = (db: Db, domain: CompanyDomain, now: Instant): Statement => {
	const { id, ...values } = domain;
	return moving(db.update(companyDomains).set(values).where(eq(companyDomains.id, id)), [held(domain, now)]);
};

const held = ({ id, domain, dateVerified }: CompanyDomain, now: Instant): Move => ({
	userId: id,
	address: dateVerified === null ? null : domain,
	now,
});

/** SQL of the time at which `checkDomains` is due. */
export const domainsDueAt = sql`SELECT min(date_checked) + ${CHECK_EVERY_MS} FROM company_domains WHERE date_verified IS NOT NULL`;

export const dueDomains = (db: Db, until: Instant, limit: number) =>
	db
		.select()
		.from(companyDomains)
		.where(and(isNotNull(companyDomains.dateVerified), lte(companyDomains.dateChecked, until)))
		.orderBy(asc(companyDomains.dateChecked))
		.limit(limit);

/** SQL that is true while no other check has been stored. */
export const isUnchanged = ({ id, dateChecked }: CompanyDomain): SQL =>
	sql`EXISTS (SELECT 1 FROM company_domains WHERE id = ${id} AND date_checked = ${dateChecked} AND date_verified IS NOT NULL)`;

/** Stores a check and its events, unless another check was stored first. */
export const saveCheck = (
	db: Db,
	before: CompanyDomain,
	after: CompanyDomain,
	changes: readonly Change[],
	now: Instant,
): Statement[] => [
	...(changes.length === 0 ? [] : recordEvents(db, CRON, now, identified(changes, now), isUnchanged(before))),
	moving(
		db
			.update(companyDomains)
			.set({ ...after, dateModified: changes.length === 0 ? before.dateModified : now })
			.where(
				and(eq(companyDomains.id, before.id), sql`${companyDomains.dateChecked} = ${before.dateChecked}`),
			),
		[held(after, now)],
	),
];
