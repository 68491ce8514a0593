import { type SQL, sql } from 'drizzle-orm';

/**
 * True in SQL when a second person or the operator has released the company's provider and this verified domain. Without it, the provider
 * signs in nobody who has registered, and proves no address.
 */
export const isReleasedFor = (companyId: SQL, domain: SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM identity_providers p CROSS JOIN company_domains d ON d.company_id = p.company_id
		WHERE p.company_id = ${companyId} AND p.date_released IS NOT NULL AND d.domain = ${domain}
			AND d.date_verified IS NOT NULL AND d.date_released IS NOT NULL)`;

/** SQL of the domain of the user that a query selects as `users`. */
export const domainOfUser: SQL = sql`substr(users.email_key, instr(users.email_key, '@') + 1)`;
