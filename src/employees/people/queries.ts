import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import { shownState } from '../../mail/queries.ts';
import { hasLeft } from '../queries.ts';
import type { PersonStatus } from './rules.ts';

/** Returns the state of a person in the API, which is about the account. */
export const stateAt = (now: Instant): SQL => sql`CASE WHEN ${hasLeft(now)} THEN 'TERMINATED'
	WHEN users.date_closed IS NOT NULL THEN 'CLOSED' WHEN users.date_registered IS NOT NULL THEN 'REGISTERED'
	WHEN EXISTS (SELECT 1 FROM one_time_tokens WHERE user_id = users.id AND purpose = 'REGISTRATION') THEN 'INVITED' ELSE 'CREATED' END`;

/** The last invitation mail of somebody who has not registered; null without one. */
export const lastInvitation = (value: SQL): SQL =>
	sql`iif(users.date_registered IS NULL, (SELECT ${value} FROM mails m INDEXED BY mails_user WHERE m.user_id = users.id
		AND m.kind = 'invitation' AND m.company_id = employees.company_id ORDER BY m.id DESC LIMIT 1), NULL)`;
export const invitationMail = (now: Instant): SQL => lastInvitation(shownState(now));

/** The pause of the selected employee that covers the instant. */
const pauseAt = (value: SQL, now: Instant): SQL =>
	sql`(SELECT ${value} FROM pauses WHERE employee_id = employees.id AND date_deleted IS NULL
		AND valid_from <= ${now} AND coalesce(valid_until >= ${now}, TRUE))`;

/** Returns the status of the selected employee and its user. `PERSON_STATUSES` has the meanings. */
export const statusAt = (now: Instant): SQL => sql`CASE WHEN ${hasLeft(now)} THEN 'TERMINATED'
	WHEN users.date_closed IS NOT NULL THEN 'CLOSED' WHEN EXISTS ${pauseAt(sql`1`, now)} THEN 'PAUSED'
	WHEN employees.date_terminated IS NOT NULL THEN 'LEAVING'
	WHEN ${lastInvitation(sql`m.state`)} IN ('bounced', 'failed') THEN 'UNDELIVERED' ELSE ${stateAt(now)} END`;

/** The status, and the day that belongs to it: the end of a pause, the last working day, or that of the invitation. */
export const statusColumns = (now: Instant) => ({
	status: sql<PersonStatus>`${statusAt(now)}`.as('person_status'),
	statusDate: sql<Instant | null>`CASE ${statusAt(now)} WHEN 'PAUSED' THEN ${pauseAt(sql`valid_until`, now)}
		WHEN 'INVITED' THEN (SELECT date_created FROM one_time_tokens WHERE user_id = users.id AND purpose = 'REGISTRATION')
		WHEN 'LEAVING' THEN employees.date_terminated WHEN 'TERMINATED' THEN employees.date_terminated END`.as(
		'status_date',
	),
});
