import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { created, id, instant, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../companies/table.ts';

export const identityProviders = sqliteTable(
	'identity_providers',
	{
		companyId: reference('company_id', () => companies.id).primaryKey(),
		...created(),
		issuer: text('issuer').notNull(),
		clientId: text('client_id').notNull(),
		/** Encrypted by the vault. */
		clientSecret: text('client_secret').notNull(),
		/** True when users of verified domains must sign in through the provider. */
		onlySso: integer('only_sso', { mode: 'boolean' }).notNull().default(false),
		/** When a second person or the operator released this issuer and client. A trigger clears it when they change. */
		dateReleased: instant('date_released'),
	},
	// A sealed text begins with the id of its key, so that this index finds all texts of one key.
	(t) => [index('identity_providers_sealed').on(t.clientSecret)],
);

export const tellProvider = teller(identityProviders, [
	'companyId',
	'issuer',
	'clientId',
	'onlySso',
	'dateReleased',
]);

/** A verified domain belongs to one company only. */
export const companyDomains = sqliteTable(
	'company_domains',
	{
		/** The id is part of the DNS record. */
		id: id(),
		...created(),
		companyId: reference('company_id', () => companies.id),
		domain: text('domain').notNull(),
		dateVerified: instant('date_verified'),
		dateChecked: instant('date_checked'),
		dateMissing: instant('date_missing'),
		/** When a second person or the operator released the verified domain. A trigger clears it with the verification. */
		dateReleased: instant('date_released'),
	},
	(t) => [
		uniqueIndex('company_domains_company').on(t.companyId, t.domain),
		uniqueIndex('company_domains_proven').on(t.domain).where(sql`date_verified IS NOT NULL`),
		index('company_domains_due').on(t.dateChecked).where(sql`date_verified IS NOT NULL`),
		check('company_domains_missing', sql`${t.dateMissing} IS NULL OR ${t.dateVerified} IS NOT NULL`),
	],
);

export const tellDomain = teller(companyDomains, [
	'id',
	'companyId',
	'domain',
	'dateVerified',
	'dateMissing',
	'dateReleased',
]);
