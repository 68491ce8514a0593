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

/** True in SQL for an influence `i` that still counts at a request. A creation counts for a year. */
const counts = (dateCreated: SQL): SQL =>
	sql`(i.kind <> 'CREATED' OR i.date > ${dateCreated} - ${sql.raw(String(INFLUENCE_MS))})`;

/**
 * SQL that is true for an administrator of the company since seven days before a request, who is neither the asker nor the person. Nobody may
 * stand behind both: not the asker, not the person who created, promoted or moved the asker, and so on upwards. The operator stands behind
 * nobody.
 */
export const isSecondPerson = (candidateId: SQL, { companyId, askerId, userId, dateCreated }: Asked): SQL =>
	sql`EXISTS (SELECT 1 FROM users s WHERE s.id = ${candidateId} AND s.id IS NOT ${userId}
		AND s.home IS NULL AND s.date_closed IS NULL AND s.date_deleted IS NULL AND instr(s.roles, '"COMPANY_ADMIN"') > 0
		AND EXISTS (SELECT 1 FROM user_companies WHERE user_id = s.id AND company_id = ${companyId})
		AND coalesce((SELECT max(date) FROM ${influences} WHERE user_id = s.id AND kind = 'PROMOTED'), s.date_created)
			<= ${dateCreated} - ${sql.raw(String(ROLE_AGE_MS))}
		AND s.id NOT IN (WITH RECURSIVE behind(id) AS (
			SELECT ${askerId} WHERE ${askerId} IS NOT NULL
			UNION SELECT i.by_id FROM behind CROSS JOIN ${influences} i ON i.user_id = behind.id CROSS JOIN users o ON o.id = i.by_id
				WHERE ${counts(dateCreated)} AND instr(o.roles, '"PLATFORM_ADMIN"') = 0),
		under(id) AS (
			SELECT id FROM behind
			UNION SELECT i.user_id FROM under CROSS JOIN ${influences} i ON i.by_id = under.id WHERE ${counts(dateCreated)})
			SELECT id FROM under))`;
