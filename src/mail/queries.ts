import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { dayOf } from './rules.ts';
import { mailDays, mailTurns, mutedNotices } from './table.ts';

/** True when user `u` has registered, may sign in and has not turned off the notice. */
export const wants = (kind: unknown) => sql`u.date_registered IS NOT NULL AND u.date_closed IS NULL
	AND u.date_deleted IS NULL
	AND NOT EXISTS (SELECT 1 FROM ${mutedNotices} m WHERE m.user_id = u.id AND m.kind = ${kind})`;

/** The companies with waiting mails, each found by one step in an index. The last row, NULL, stands for mails of no company. */
const PARTIES = sql`parties(company_id) AS (
	SELECT min(company_id) FROM mails INDEXED BY mails_turn WHERE state = 'waiting'
	UNION ALL
	SELECT (SELECT min(company_id) FROM mails INDEXED BY mails_turn
		WHERE state = 'waiting' AND company_id > parties.company_id)
	FROM parties WHERE company_id IS NOT NULL)`;

/**
 * The limited mails that are next, with their turns: those of the companies with the fewest attempts today. It reads
 * at most `limit` mails of at most `limit` companies.
 */
export function inTurn(now: Instant, limit: number): SQL {
	const today = dayOf(now);
	const left = sql`(SELECT max(0, min(${limit}, per_day - attempts)) FROM ${mailDays} WHERE day = ${today})`;
	const due = (priority: number) =>
		sql`SELECT id FROM (SELECT id FROM mails INDEXED BY mails_turn WHERE state = 'waiting' AND company_id IS p.company_id
			AND priority = ${priority} AND date_due <= ${now} ORDER BY date_due, id LIMIT ${left})`;
	return sql`SELECT id, turn FROM (
		WITH RECURSIVE ${PARTIES}, turns AS (
			SELECT p.company_id, iif(t.day = ${today}, t.attempts, 0) AS used, t.day, t.ordinal
			FROM parties p LEFT JOIN ${mailTurns} t ON t.party = coalesce(p.company_id, '')
			WHERE EXISTS (${due(1)}) OR EXISTS (${due(2)})
			ORDER BY used, t.day, t.ordinal LIMIT ${left})
		SELECT d.value AS id, (SELECT attempts FROM ${mailDays} WHERE day = ${today})
			+ row_number() OVER (ORDER BY p.used + d.key, p.day, p.ordinal) AS turn
		FROM turns p
		CROSS JOIN json_each((SELECT json_group_array(id) FROM (${due(1)} UNION ALL ${due(2)} LIMIT ${left}))) d
		ORDER BY turn LIMIT ${left})`;
}
