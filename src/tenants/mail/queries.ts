import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import { dayOf, MOST_PLACES, tomorrow } from './rules.ts';
import { mailDays, mailTurns, mutedNotices } from './table.ts';

/** SQL that is true when user `u` has registered, may sign in and has not turned off the notice. */
export const wants = (kind: unknown) => sql`u.date_registered IS NOT NULL AND u.date_closed IS NULL
	AND u.date_deleted IS NULL
	AND NOT EXISTS (SELECT 1 FROM ${mutedNotices} m WHERE m.user_id = u.id AND m.kind = ${kind})`;

/**
 * The companies with waiting mails, each found by one step in an index. The last row is NULL and stands for mails without a company. If the
 * condition is false, it is the only row.
 */
const partiesIf = (condition: SQL): SQL => sql`parties(company_id) AS (
	SELECT min(company_id) FROM mails INDEXED BY mails_turn WHERE state = 'waiting' AND ${condition}
	UNION ALL
	SELECT (SELECT min(company_id) FROM mails INDEXED BY mails_turn
		WHERE state = 'waiting' AND company_id > parties.company_id)
	FROM parties WHERE company_id IS NOT NULL)`;

/** How many more limited mails may start on a day, up to `limit`. A cell without a grant may start none. */
const leftOf = (day: number, limit: number): SQL =>
	sql`(SELECT max(0, min(${limit}, coalesce(per_day, 0) - attempts)) FROM ${mailDays} WHERE day = ${day})`;

/** The due mails of company `p` with a priority, up to `left`. */
const dueOf = (priority: number, now: Instant, left: SQL): SQL =>
	sql`SELECT id FROM (SELECT id FROM mails INDEXED BY mails_turn WHERE state = 'waiting' AND company_id IS p.company_id
		AND priority = ${priority} AND date_due <= ${now} ORDER BY date_due, id LIMIT ${left})`;

/** The limited mails that are sent next, up to `limit`, with their turns. Companies with the fewest attempts today come first. */
export function inTurn(now: Instant, limit: number): SQL {
	const today = dayOf(now);
	const left = leftOf(today, limit);
	const due = (priority: number) => dueOf(priority, now, left);
	return sql`SELECT id, turn FROM (
		WITH RECURSIVE ${partiesIf(sql`${left} > 0`)}, turns AS (
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

/**
 * The cells with mails among the next `limit` turns, each with its number of turns. The turns of D1's companies are counted too, but those
 * mails are sent when D1 sends.
 */
export function turnsOfCells(now: Instant, limit: number): SQL {
	const today = dayOf(now);
	const left = leftOf(today, limit);
	const waits = sql`places INDEXED BY places_waiting WHERE waiting_mails > 0`;
	const isNeeded = sql`${left} > 0 AND EXISTS (SELECT 1 FROM ${waits})`;
	return sql`SELECT party, count(*) AS given FROM (
		WITH RECURSIVE ${partiesIf(isNeeded)}, numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${limit} - 1),
		waiting(party, mails) AS (
			SELECT p.company_id, (SELECT count(*) FROM (${dueOf(1, now, left)} UNION ALL ${dueOf(2, now, left)} LIMIT ${left}))
			FROM parties p
			UNION ALL SELECT company_id, waiting_mails FROM ${waits} AND ${left} > 0),
		turns AS (
			SELECT w.party, w.mails, iif(t.day = ${today}, t.attempts, 0) AS used, t.day, t.ordinal
			FROM waiting w LEFT JOIN ${mailTurns} t ON t.party = coalesce(w.party, '')
			WHERE w.mails > 0 ORDER BY used, t.day, t.ordinal LIMIT ${left})
		SELECT p.party FROM turns p CROSS JOIN numbers n WHERE n.i < p.mails
		ORDER BY p.used + n.i, p.day, p.ordinal LIMIT ${left})
	WHERE party IN (SELECT company_id FROM places) GROUP BY party`;
}

const isFull = (now: Instant): SQL =>
	sql`EXISTS (SELECT 1 FROM ${mailDays} WHERE day = ${dayOf(now)} AND attempts >= per_day)`;

/** The status of mail `m` as people see it. It is `held` while the mail waits for a later day because today's limit is used up. */
export const shownState = (now: Instant): SQL =>
	sql`iif(m.state = 'waiting' AND m.priority > 0 AND m.date_due < ${tomorrow(now)} AND ${isFull(now)}, 'held', m.state)`;

const heldOf = (company: SQL, now: Instant): SQL =>
	sql`mails INDEXED BY mails_turn WHERE state = 'waiting' AND company_id IS ${company} AND priority IN (1, 2)
		AND date_due < ${tomorrow(now)}`;

/** The ids of held mails with their places in the queue of their company. It is empty while the day's limit is not used up. */
export const placesOf = (companyId: SQL, now: Instant): SQL =>
	sql`(SELECT id, row_number() OVER (ORDER BY priority, date_due, id) AS place
		FROM ${heldOf(companyId, now)} AND ${isFull(now)} LIMIT ${MOST_PLACES})`;

/**
 * The held mails of all companies, each as a `Share`. For another company, it counts at most as many mails as the company itself has. It is
 * empty while the day's limit is not used up.
 */
export const sharesFor = (companyId: SQL, now: Instant): SQL => {
	const counted = (company: SQL, most: unknown) =>
		sql`(SELECT count(*) FROM (SELECT 1 FROM ${heldOf(company, now)} LIMIT ${most}))`;
	const lastTurn = sql`coalesce(t.day * 10000000 + t.ordinal, 0)`;
	return sql`(WITH RECURSIVE own(id, waiting, last_turn) AS (
			SELECT c.id, ${counted(sql`c.id`, MOST_PLACES)}, ${lastTurn}
			FROM (SELECT ${companyId} AS id) c LEFT JOIN ${mailTurns} t ON t.party = c.id
			WHERE ${isFull(now)}),
		${partiesIf(isFull(now))}
		SELECT p.company_id IS own.id AS is_own, ${lastTurn} < own.last_turn AS is_before,
			${counted(sql`p.company_id`, sql`(SELECT waiting FROM own)`)} AS waiting, d.per_day
		FROM ${mailDays} d CROSS JOIN own CROSS JOIN parties p
		LEFT JOIN ${mailTurns} t ON t.party = coalesce(p.company_id, '')
		WHERE d.day = ${dayOf(now)} AND d.attempts >= d.per_day)`;
};
