import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import { created } from '../../db/columns.ts';
import { soleCompanyOf } from '../../db/scope.ts';
import { teller } from '../../db/teller.ts';

/** The OpenID Connect provider of each company that has one. */
export const identityProviders = sqliteTable(
	'identity_providers',
	{
		companyId: text('company_id')
			.primaryKey()
			.references(() => companies.id),
		...created(),
		issuer: text('issuer').notNull(),
		clientId: text('client_id').notNull(),
		/** Sealed in the vault. */
		clientSecret: text('client_secret').notNull(),
		/** Whether the users whose domain is proven may sign in in this way only. */
		onlySso: integer('only_sso', { mode: 'boolean' }).notNull().default(false),
	},
	// A sealed text begins with the id of its key.
	(t) => [index('identity_providers_sealed').on(t.clientSecret)],
);

export const tellProvider = teller(identityProviders, ['companyId', 'issuer', 'clientId', 'onlySso']);

/** Whether the selected user may sign in by the provider of its only company alone. */
export const isBoundToSso = sql<boolean>`EXISTS (SELECT 1 FROM company_domains d JOIN identity_providers p ON p.company_id = d.company_id
	WHERE d.domain = substr(users.email_key, instr(users.email_key, '@') + 1) AND d.date_verified IS NOT NULL AND p.only_sso
		AND d.company_id = ${soleCompanyOf(sql`users.id`)})`;
