import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { bytesOf, oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { companies, quotaUsage } from '../../../tenants/companies/table.ts';
import type { MailState } from '../../../tenants/mail/rules.ts';
import { nameColumns, users } from '../../../tenants/users/table.ts';
import { isInGroup, textColumns } from '../queries.ts';
import { employeeGroups, employees } from '../table.ts';
import { flag, invitationMail, lackAt, mayProveAt, stateAt, statusAt, statusColumns } from './queries.ts';
import {
	type AddressState,
	INDEXED_LENGTH,
	type Lack,
	MIN_INNER_LENGTH,
	PERSON_STATUSES,
	type PeopleSort,
	type PersonState,
	type PersonStatus,
} from './rules.ts';
import { people, peopleIndex } from './table.ts';

export interface PeopleFilter {
	ids?: readonly string[] | undefined;
	state?: PersonState | undefined;
	status?: PersonStatus | undefined;
	missing?: Lack | undefined;
	invitationMail?: MailState | undefined;
	address?: AddressState | undefined;
	group?: string | undefined;
	costCenter?: string | undefined;
}

/** A position in a list of people: the matching part of the text, then the employee. */
export interface PersonKey {
	part: string;
	id: string;
}

export type Person = Awaited<ReturnType<typeof peoplePage>>[number];

interface PeopleQuery extends PeopleFilter {
	words: readonly string[];
	sort?: PeopleSort | undefined;
}

/** Reads a page of people in the requested order. Without one, the order is that of the search, or that of creation. */
export function peoplePage(
	db: Db,
	companyId: string,
	{ sort, ...wanted }: PeopleQuery,
	after: PersonKey,
	now: Instant,
	limit: number,
) {
	const { from, where, part, behind, order } = sourceOf(companyId, wanted, after, now);
	if (sort === undefined) {
		return db
			.select({ ...columnsAt(now), part: part.as('part') })
			.from(from)
			.crossJoin(employees)
			.crossJoin(users)
			.where(and(where, behind))
			.orderBy(order)
			.limit(limit);
	}
	const key = SORT_KEYS[sort](now);
	const place = sql`(SELECT ${key}, employees.id FROM employees CROSS JOIN users
		WHERE employees.id = ${after.id} AND users.id = employees.user_id)`;
	const page = db
		.select({ id: sql<string>`${employees.id}`.as('sorted_id'), key: key.as('sort_key') })
		.from(from)
		.crossJoin(employees)
		.crossJoin(users)
		.where(and(where, after.id === '' ? undefined : sql`(${key}, ${employees.id}) > ${place}`))
		.orderBy(sql`sort_key, sorted_id`)
		.limit(limit)
		.as('page');
	return db
		.select({ ...columnsAt(now), part: sql<string>`''`.as('part') })
		.from(page)
		.crossJoin(employees)
		.crossJoin(users)
		.where(and(eq(employees.id, page.id), eq(users.id, employees.userId)))
		.orderBy(sql`sort_key, sorted_id`);
}

export function peopleCount(db: Db, companyId: string, wanted: PeopleQuery, now: Instant) {
	const { from, where } = sourceOf(companyId, wanted, { part: '', id: '' }, now);
	return db
		.select({ count: sql<number>`count(*)`.as('found') })
		.from(from)
		.crossJoin(employees)
		.crossJoin(users)
		.where(where);
}

/** Counts all people of a company as its quota does, but without the erased ones. */
export const allPeople = (db: Db, companyId: string) =>
	db
		.select({
			count:
				sql<number>`${quotaUsage.used} - (SELECT count(*) FROM employees INDEXED BY employees_erased WHERE company_id = ${companyId}
				AND date_erased IS NOT NULL)`.as('people'),
		})
		.from(quotaUsage)
		.where(
			and(eq(quotaUsage.month, ''), eq(quotaUsage.ownerId, companyId), eq(quotaUsage.quota, 'employees')),
		);

/** The SQL by which people are sorted. Sorting reads all matching people, because no index has names or statuses. */
const SORT_KEYS: Record<PeopleSort, (now: Instant) => SQL> = {
	NAME: () =>
		foldedBy(
			sql`coalesce(${users.lastName} || ' ', '') || coalesce(${users.firstName} || ' ', '') || ${users.email}`,
		),
	NUMBER: () => sql`coalesce(${employees.personnelNumber}, ${LAST_LETTER})`,
	STATUS: (now) => sql`-instr(${PERSON_STATUSES.join(' ')}, ${statusAt(now)})`,
};

/** German letters, which SQLite would sort after all others. */
const GERMAN = Object.entries({ ä: 'a', Ä: 'a', ö: 'o', Ö: 'o', ü: 'u', Ü: 'u', ß: 'ss' });

const foldedBy = (text: SQL): SQL =>
	GERMAN.reduce((folded, [letter, by]) => sql`replace(${folded}, ${letter}, ${by})`, sql`lower(${text})`);

/** Returns the query of the people with all words and filters, in the order that a list has without a sort. */
const sourceOf = (
	companyId: string,
	{ words, ...filter }: Omit<PeopleQuery, 'sort'>,
	after: PersonKey,
	now: Instant,
) =>
	words.length === 0 ? allOf(companyId, filter, after, now) : foundBy(companyId, words, filter, after, now);

function allOf(companyId: string, { group, ...others }: PeopleFilter, after: PersonKey, now: Instant) {
	const isOfAll = group === undefined;
	const id = isOfAll ? sql`${employees.id}` : sql`g.employee_id`;
	return {
		from: isOfAll ? sql`${companies} c` : sql`${employeeGroups} g`,
		where: and(
			isOfAll
				? sql`c.id = ${companyId} AND ${employees.companyId} = c.id`
				: sql`g.company_id = ${companyId} AND g.name = ${group} AND ${employees.id} = g.employee_id`,
			eq(users.id, employees.userId),
			matches(others, now),
		),
		part: sql<string>`''`,
		behind: gt(id, after.id),
		order: id,
	};
}

/** Finds people whose text contains all words, ordered by the text after the first word, which alone selects the texts to read. */
function foundBy(
	companyId: string,
	[word = '', ...others]: readonly string[],
	filter: PeopleFilter,
	after: PersonKey,
	now: Instant,
) {
	const indexed = [...word].slice(0, INDEXED_LENGTH).join('');
	const isInner = [...word].length >= MIN_INNER_LENGTH;
	const firstPlace = isInner ? sql`instr(t.text, ${word})` : sql`instr(' ' || t.text, ${` ${word}`})`;
	return {
		from: sql`${peopleIndex} i CROSS JOIN ${people} t ON t.employee = i.employee CROSS JOIN event_parties p ON p.id = i.employee`,
		where: and(
			sql`i.company = ${partyOf(companyId)} AND i.part >= max(${indexed}, ${after.part}) AND i.part < ${indexed + LAST_LETTER}`,
			sql`i.place = ${firstPlace}`,
			...others.map((other) => sql`instr(t.text, ${other}) > 0`),
			sql`${employees.id} = ${UUID_OF_PARTY} AND ${users.id} = ${employees.userId}`,
			matches(filter, now),
		),
		part: sql<string>`i.part`,
		behind: sql`(i.part, i.employee) > (${after.part}, coalesce(${partyOf(after.id)}, 0))`,
		order: sql`i.part, i.employee`,
	};
}

/** Sorts after every text with the same beginning. */
const LAST_LETTER = '\u{10FFFF}';

const partyOf = (id: string): SQL => sql`(SELECT id FROM event_parties WHERE uuid = ${bytesOf(sql`${id}`)})`;

const UUID_OF_PARTY = sql`(SELECT lower(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-'
	|| substr(h, 17, 4) || '-' || substr(h, 21)) FROM (SELECT hex(p.uuid) AS h))`;

const columnsAt = (now: Instant) => ({
	id: employees.id,
	userId: employees.userId,
	...nameColumns,
	...textColumns,
	groups: employees.groups,
	dateRegistered: users.dateRegistered,
	dateProven: users.dateProven,
	dateClosed: users.dateClosed,
	dateTerminated: employees.dateTerminated,
	state: sql<PersonState>`${stateAt(now)}`.as('person_state'),
	...statusColumns(now),
	invitationMail: sql<MailState | null>`${invitationMail(now)}`.as('invitation_mail'),
	lacksNumber: flag(lackAt(now, 'PERSONNEL_NUMBER'), 'lacks_number'),
	lacksBudget: flag(lackAt(now, 'BUDGET'), 'lacks_budget'),
	lacksRegistration: flag(lackAt(now, 'REGISTRATION'), 'lacks_registration'),
});

const matches = (
	{ ids, state, status, missing, group, costCenter, address, invitationMail: mail }: PeopleFilter,
	now: Instant,
): SQL | undefined =>
	and(
		isNull(employees.dateErased),
		ids === undefined ? undefined : sql`${employees.id} IN ${oneOf(ids)}`,
		isInGroup(group),
		costCenter === undefined ? undefined : eq(employees.costCenter, costCenter),
		state === undefined ? undefined : sql`${stateAt(now)} = ${state}`,
		status === undefined ? undefined : sql`${statusAt(now)} = ${status}`,
		missing === undefined ? undefined : lackAt(now, missing),
		mail === undefined ? undefined : sql`${invitationMail(now)} = ${mail}`,
		address === undefined ? undefined : mayProveAt(now),
	);
