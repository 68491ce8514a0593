import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { companyDomains } from '../domains/table.ts';
import { identityProviders } from './table.ts';

export type IdentityProvider = typeof identityProviders.$inferSelect;

/** The provider of a company, and the e-mail domains whose users it signs in. */
export interface SingleSignOn extends IdentityProvider {
	domains: (typeof companyDomains.$inferSelect)[];
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
