import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { oneTimeTokens } from '../../auth/one-time/table.ts';
import { companies } from '../../companies/table.ts';
import type { Instant } from '../../core/instant.ts';
import { bytesOf, oneOf } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import { type MailState, UNREACHED } from '../../mail/rules.ts';
import { mails } from '../../mail/table.ts';
import { users } from '../../users/table.ts';
import { hasLeft, isInGroup } from '../queries.ts';
import { employeeGroups, employees } from '../table.ts';
import { invitationMail, lastInvitation, stateAt, statusColumns } from './queries.ts';
import { INDEXED_LENGTH, type Lack, MIN_INNER_LENGTH, type PersonState } from './rules.ts';
import { people, peopleIndex } from './table.ts';

export interface PeopleFilter {
	/** The selected people. */
	ids?: readonly string[] | undefined;
	state?: PersonState | undefined;
	missing?: Lack | undefined;
	invitationMail?: MailState | undefined;
	group?: string | undefined;
	costCenter?: string | undefined;
}

/** A position in a list of people: the part of the text that was found, then the employee. */
export interface PersonKey {
	part: string;
	id: string;
}

export type Person = Awaited<ReturnType<typeof peopleFound>>[number];

/** Reads a page of people in order of creation. */
export const peopleOf = (
	db: Db,
	companyId: string,
	filter: PeopleFilter,
	after: PersonKey,
	now: Instant,
	limit: number,
) => {
	const { group, ...others } = filter;
	const isOfAll = group === undefined;
	const id = isOfAll ? sql`${employees.id}` : sql`g.employee_id`;
	return db
		.select({ ...columnsAt(now), part: sql<string>`''`.as('part') })
		.from(isOfAll ? sql`${companies} c` : sql`${employeeGroups} g`)
		.crossJoin(employees)
		.crossJoin(users)
		.where(
			and(
				isOfAll
					? sql`c.id = ${companyId} AND ${employees.companyId} = c.id`
					: sql`g.company_id = ${companyId} AND g.name = ${group} AND ${employees.id} = g.employee_id`,
				gt(id, after.id),
				eq(users.id, employees.userId),
				matches(others, now),
			),
		)
		.orderBy(id)
		.limit(limit);
};

/**
 * Reads a page of people whose text contains all words, ordered by what follows the first word. Only texts
 * with the first word are read, and its first place in a text counts.
 */
export function peopleFound(
	db: Db,
	companyId: string,
	[word = '', ...others]: readonly string[],
	filter: PeopleFilter,
	after: PersonKey,
	now: Instant,
	limit: number,
) {
	const indexed = [...word].slice(0, INDEXED_LENGTH).join('');
	const isInner = [...word].length >= MIN_INNER_LENGTH;
	const firstPlace = isInner ? sql`instr(t.text, ${word})` : sql`instr(' ' || t.text, ${` ${word}`})`;
	return db
		.select({ ...columnsAt(now), part: sql<string>`i.part`.as('part') })
		.from(
			sql`${peopleIndex} i CROSS JOIN ${people} t ON t.employee = i.employee CROSS JOIN event_parties p ON p.id = i.employee`,
		)
		.crossJoin(employees)
		.crossJoin(users)
		.where(
			and(
				sql`i.company = ${partyOf(companyId)} AND i.part >= max(${indexed}, ${after.part}) AND i.part < ${indexed + LAST_LETTER}`,
				sql`(i.part, i.employee) > (${after.part}, coalesce(${partyOf(after.id)}, 0))`,
				sql`i.place = ${firstPlace}`,
				...others.map((other) => sql`instr(t.text, ${other}) > 0`),
				sql`${employees.id} = ${UUID_OF_PARTY} AND ${users.id} = ${employees.userId}`,
				matches(filter, now),
			),
		)
		.orderBy(sql`i.part, i.employee`)
		.limit(limit);
}

/** Counts people by missing detail that an administrator can add, with the conditions that the list uses. */
export const lacking = (db: Db, companyId: SQL, now: Instant) => {
	const count = (lack: Lack) => sql<number>`coalesce(sum(${lackAt(now, lack)}), 0)`.as(lack);
	return db
		.select({
			PERSONNEL_NUMBER: count('PERSONNEL_NUMBER'),
			BUDGET: count('BUDGET'),
		})
		.from(employees)
		.where(sql`${employees.companyId} = ${companyId} AND ${isNull(employees.dateErased)}`);
};

/** Counts people whose invitation did not arrive, by its status. */
export const unreached = (db: Db, companyId: SQL) =>
	db
		.select({ state: mails.state, people: sql<number>`count(*)`.as('people') })
		.from(mails)
		.crossJoin(users)
		.crossJoin(employees)
		.where(
			and(
				sql`${mails.companyId} = ${companyId} AND ${mails.state} <> 'sent'`,
				inArray(mails.state, UNREACHED),
				eq(users.id, mails.userId),
				sql`${employees.userId} = ${users.id} AND ${employees.companyId} = ${mails.companyId}`,
				isNull(employees.dateErased),
				sql`${mails.id} = ${lastInvitation(sql`m.id`)}`,
			),
		)
		.groupBy(mails.state);

/** Reads the status of an employee and of its invitation. `employeeId` is a subquery, empty outside the scope. */
export const invitationOf = (db: Db, employeeId: SQL, now: Instant) =>
	db
		.select({
			dateRegistered: users.dateRegistered,
			dateClosed: users.dateClosed,
			dateInvited: sql<Instant | null>`${oneTimeTokens.dateCreated}`.as('date_invited'),
			dateExpires: oneTimeTokens.dateExpires,
			isPrinted: flag(sql`${oneTimeTokens.codeHash} IS NOT NULL`, 'is_printed'),
			mail: sql<MailState | null>`${invitationMail(now)}`.as('invitation_mail'),
			...statusColumns(now),
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.leftJoin(
			oneTimeTokens,
			and(eq(oneTimeTokens.userId, users.id), eq(oneTimeTokens.purpose, 'REGISTRATION')),
		)
		.where(sql`${employees.id} = ${employeeId}`);

/** Sorts behind every text with the same beginning. */
const LAST_LETTER = '\u{10FFFF}';

const partyOf = (id: string): SQL => sql`(SELECT id FROM event_parties WHERE uuid = ${bytesOf(sql`${id}`)})`;

const UUID_OF_PARTY = sql`(SELECT lower(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-'
	|| substr(h, 17, 4) || '-' || substr(h, 21)) FROM (SELECT hex(p.uuid) AS h))`;

const columnsAt = (now: Instant) => ({
	id: employees.id,
	userId: employees.userId,
	email: users.email,
	firstName: users.firstName,
	lastName: users.lastName,
	personnelNumber: employees.personnelNumber,
	costCenter: employees.costCenter,
	groups: employees.groups,
	dateRegistered: users.dateRegistered,
	dateClosed: users.dateClosed,
	dateTerminated: employees.dateTerminated,
	state: sql<PersonState>`${stateAt(now)}`.as('person_state'),
	...statusColumns(now),
	invitationMail: sql<MailState | null>`${invitationMail(now)}`.as('invitation_mail'),
	lacksNumber: flag(lackAt(now, 'PERSONNEL_NUMBER'), 'lacks_number'),
	lacksBudget: flag(lackAt(now, 'BUDGET'), 'lacks_budget'),
	lacksRegistration: flag(lackAt(now, 'REGISTRATION'), 'lacks_registration'),
});

const flag = (condition: SQL, name: string): SQL.Aliased<boolean> =>
	sql`(${condition})`.mapWith(Boolean).as(name) as SQL.Aliased<boolean>;

function lackAt(now: Instant, lack: Lack): SQL {
	const inForce = (table: SQL) => sql`EXISTS (SELECT 1 FROM ${table} WHERE employee_id = employees.id
		AND date_deleted IS NULL AND valid_from <= ${now} AND coalesce(valid_until >= ${now}, TRUE))`;
	const lacking: Record<Lack, SQL> = {
		PERSONNEL_NUMBER: sql`employees.personnel_number IS NULL`,
		BUDGET: sql`NOT (${inForce(sql`flex_accesses`)} OR ${inForce(sql`planned_vouchers`)})`,
		REGISTRATION: sql`users.date_registered IS NULL`,
	};
	return sql`NOT ${hasLeft(now)} AND ${lacking[lack]}`;
}

const matches = (
	{ ids, state, missing, group, costCenter, invitationMail: mail }: PeopleFilter,
	now: Instant,
): SQL | undefined =>
	and(
		isNull(employees.dateErased),
		ids === undefined ? undefined : sql`${employees.id} IN ${oneOf(ids)}`,
		isInGroup(group),
		costCenter === undefined ? undefined : eq(employees.costCenter, costCenter),
		state === undefined ? undefined : sql`${stateAt(now)} = ${state}`,
		missing === undefined ? undefined : lackAt(now, missing),
		mail === undefined ? undefined : sql`${invitationMail(now)} = ${mail}`,
	);
