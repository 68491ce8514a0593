import { sql } from 'drizzle-orm';
import { grants } from '../../cells/table.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/database.ts';

/** Has a cell learn again which users of D1 manage its company. */
export const doubtGrantsOf = (d1: Db, companyId: string, now: Instant): Statement =>
	d1.update(grants).set({ since: now }).where(sql`company_id = ${companyId}`);

/** Reads the users with these addresses who have registered. */
export const registeredUsers = (own: Db, addresses: readonly string[]) =>
	own
		.select({
			id: sql<string>`u.id`.as('user_id'),
			dateRegistered: sql<Instant>`u.date_registered`.as('registered'),
		})
		.from(
			sql`(SELECT id, date_registered FROM users WHERE date_registered IS NOT NULL
				AND email_key IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))) u`,
		);
