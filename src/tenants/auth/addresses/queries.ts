import { type SQL, sql } from 'drizzle-orm';
import { bytesOf, oneOf } from '../../../foundation/db/columns.ts';
import type { GivenLink } from './rules.ts';

const typeOf = (name: string): SQL => sql`(SELECT id FROM event_texts WHERE text = ${name})`;

/**
 * SQL of the event that asked for the change which a RESTORATION link takes back: its `person`, `session` and `position`. A change without a
 * request was made at once, and its own event counts.
 */
export const askedFor = ({ key, marks }: GivenLink): SQL => sql`(
	SELECT p.id AS party, p.uuid AS person, a.session_id AS session, e.position AS position FROM address_changes c
		CROSS JOIN event_parties p ON p.uuid = ${bytesOf(sql`c.user_id`)}
		CROSS JOIN events e ON e.subject = p.id AND iif(c.change_id IS NULL,
			e.type = ${typeOf('user.updated')} AND e.date >= c.date_created,
			e.type = ${typeOf('user.address_requested')} AND e.record_id = ${bytesOf(sql`c.change_id`)})
		CROSS JOIN event_authors a ON a.id = e.author
	WHERE (c.key = ${key} OR c.code_mark IN ${oneOf(marks)}) AND +c.kind = 'RESTORATION'
	ORDER BY e.position LIMIT 1)`;

/** SQL that is true if the newest of these events about the person is since the request, or of the session that asked. Null without one. */
export const isNewSinceAsked = (...types: string[]): SQL =>
	sql`(SELECT e.position >= asked.position OR a.session_id IS asked.session
		FROM events e CROSS JOIN event_authors a ON a.id = e.author
		WHERE e.subject = asked.party AND e.type IN (SELECT id FROM event_texts WHERE text IN ${oneOf(types)})
		ORDER BY e.position DESC LIMIT 1)`;
