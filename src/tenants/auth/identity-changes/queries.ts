import { type SQL, sql } from 'drizzle-orm';
import { INFLUENCE_MS, ROLE_AGE_MS } from '../../users/identity/rules.ts';
import { influences } from '../../users/identity/table.ts';

/** The columns of a request, as a query names them. */
interface Asked {
	companyId: SQL;
	askerId: SQL;
	userId: SQL;
	dateCreated: SQL;
}

/**
 * SQL that is true for an administrator of the company since seven days before a request, neither the asker nor the person. The asker has
 * not created, promoted or moved the user, nor has anybody under the asker. Old creations do not count.
 */
export const isSecondPerson = (candidateId: SQL, { companyId, askerId, userId, dateCreated }: Asked): SQL =>
	sql`EXISTS (SELECT 1 FROM users s WHERE s.id = ${candidateId} AND s.id IS NOT ${userId}
		AND s.home IS NULL AND s.date_closed IS NULL AND s.date_deleted IS NULL AND instr(s.roles, '"COMPANY_ADMIN"') > 0
		AND EXISTS (SELECT 1 FROM user_companies WHERE user_id = s.id AND company_id = ${companyId})
		AND coalesce((SELECT max(date) FROM ${influences} WHERE user_id = s.id AND kind = 'PROMOTED'), s.date_created)
			<= ${dateCreated} - ${sql.raw(String(ROLE_AGE_MS))}
		AND s.id NOT IN (WITH RECURSIVE under(id) AS (
			SELECT ${askerId} WHERE ${askerId} IS NOT NULL
			UNION SELECT i.user_id FROM under CROSS JOIN ${influences} i ON i.by_id = under.id
				WHERE i.kind <> 'CREATED' OR i.date > ${dateCreated} - ${sql.raw(String(INFLUENCE_MS))})
			SELECT id FROM under))`;
