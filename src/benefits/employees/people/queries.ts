import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Instant } from '../../../foundation/core/instant.ts';
import { jsonColumn } from '../../../foundation/db/columns.ts';
import { shownState } from '../../../tenants/mail/queries.ts';
import { isUnproven } from '../../../tenants/users/identity/queries.ts';
import { hasLeft } from '../queries.ts';
import type { Lack, PersonShown, PersonStatus, ShownStatus } from './rules.ts';

/** Returns SQL of the state of a person in the API, which depends on the account. */
export const stateAt = (now: Instant): SQL => sql`CASE WHEN ${hasLeft(now)} THEN 'TERMINATED'
	WHEN users.date_closed IS NOT NULL THEN 'CLOSED' WHEN users.date_registered IS NOT NULL THEN 'REGISTERED'
	WHEN EXISTS (SELECT 1 FROM one_time_tokens WHERE user_id = users.id AND purpose = 'REGISTRATION') THEN 'INVITED' ELSE 'CREATED' END`;

/** SQL of a value of the last invitation mail to a person who has not registered; null if there is none. */
export const lastInvitation = (value: SQL): SQL =>
	sql`iif(users.date_registered IS NULL, (SELECT ${value} FROM mails m WHERE m.id = (
		SELECT max(id) FROM mails INDEXED BY mails_user
		WHERE user_id = users.id AND kind = 'invitation' AND company_id = employees.company_id)), NULL)`;
export const invitationMail = (now: Instant): SQL => lastInvitation(shownState(now));

/** SQL of a value of the pause that covers the instant. */
const pauseAt = (value: SQL, now: Instant): SQL =>
	sql`(SELECT ${value} FROM pauses WHERE employee_id = employees.id AND date_deleted IS NULL
		AND valid_from <= ${now} AND coalesce(valid_until >= ${now}, TRUE))`;

const invitation = (value: SQL): SQL =>
	sql`(SELECT ${value} FROM one_time_tokens WHERE user_id = users.id AND purpose = 'REGISTRATION')`;

/** The statuses of the selected employee and user, each with its condition and the day to show. The first that holds is shown. */
const statuses = (now: Instant): readonly (readonly [status: PersonStatus, applies: SQL, date: SQL])[] => [
	['TERMINATED', hasLeft(now), sql`employees.date_terminated`],
	['CLOSED', sql`users.date_closed IS NOT NULL`, sql`NULL`],
	['PAUSED', sql`EXISTS ${pauseAt(sql`1`, now)}`, pauseAt(sql`valid_until`, now)],
	['LEAVING', sql`employees.date_terminated IS NOT NULL`, sql`employees.date_terminated`],
	['UNDELIVERED', sql`${lastInvitation(sql`m.state`)} IN ('bounced', 'failed')`, sql`NULL`],
	['REGISTERED', sql`users.date_registered IS NOT NULL`, sql`NULL`],
	['INVITED', sql`EXISTS ${invitation(sql`1`)}`, invitation(sql`date_created`)],
	['CREATED', sql`TRUE`, sql`NULL`],
];

/** Returns SQL of a value that depends on the status. `then` gets the status as SQL, and its day. */
const byStatus = (now: Instant, then: (status: SQL, date: SQL) => SQL): SQL => {
	const cases = statuses(now).map(
		([status, applies, date]) => sql`WHEN ${applies} THEN ${then(sql.raw(`'${status}'`), date)}`,
	);
	return sql`CASE ${sql.join(cases, sql` `)} END`;
};

/** Returns SQL of the status of the selected employee and user. `PERSON_STATUSES` has the meanings. */
export const statusAt = (now: Instant): SQL => byStatus(now, (status) => status);

export const statusColumns = (now: Instant) => ({
	status: sql<PersonStatus>`${statusAt(now)}`.as('person_status'),
	statusDate: sql<Instant | null>`${byStatus(now, (_, date) => date)}`.as('status_date'),
});

/** Returns SQL of an employee's status as JSON; null without an instant. The id must not come from a table named `employees`. */
export const statusJson = (employeeId: SQL, at: Instant | undefined): SQL =>
	at === undefined
		? sql`NULL`
		: sql`(SELECT ${byStatus(at, (status, date) => sql`json_object('status', ${status}, 'statusDate', ${date})`)}
			FROM employees CROSS JOIN users ON users.id = employees.user_id WHERE employees.id = ${employeeId})`;

/** A column with an employee's status, for lists that name people. */
export const statusOf = (employeeId: SQL, at: Instant | undefined) =>
	jsonColumn<ShownStatus | null>(statusJson(employeeId, at), 'shown_status');

/** A column with the present name and number of an employee, and the status at an instant. */
export const personOf = (employeeId: SQLiteColumn | SQL, at: Instant | undefined) =>
	jsonColumn<PersonShown>(
		sql`(SELECT json_object('firstName', u.first_name, 'lastName', u.last_name, 'personnelNumber', e.personnel_number,
				'personStatus', json(${statusJson(sql`e.id`, at)}))
			FROM employees e CROSS JOIN users u ON u.id = e.user_id WHERE e.id = ${employeeId})`,
		'person',
	);

/** True when a person lacks a detail. */
export function lackAt(now: Instant, lack: Lack): SQL {
	const inForce = (table: SQL) => sql`EXISTS (SELECT 1 FROM ${table} WHERE employee_id = employees.id
		AND date_deleted IS NULL AND valid_from <= ${now} AND coalesce(valid_until >= ${now}, TRUE))`;
	const lacking: Record<Lack, SQL> = {
		PERSONNEL_NUMBER: sql`employees.personnel_number IS NULL`,
		BUDGET: sql`NOT (${inForce(sql`flex_accesses`)} OR ${inForce(sql`planned_vouchers`)})`,
		REGISTRATION: sql`users.date_registered IS NULL`,
	};
	return sql`NOT ${hasLeft(now)} AND ${lacking[lack]}`;
}

/** True when a registered person should prove the address. */
export const mayProveAt = (now: Instant): SQL =>
	sql`NOT ${hasLeft(now)} AND users.date_closed IS NULL AND ${isUnproven}`;

/** A condition as a column. */
export const flag = (condition: SQL, name: string): SQL.Aliased<boolean> =>
	sql`(${condition})`.mapWith(Boolean).as(name) as SQL.Aliased<boolean>;
