import { CATALOGUE, OWNERS, TABLES, type Table, type TablesWith } from '../../core/tables.ts';

/** Rows of a table that move with a company, in pages. In the SQL, `?1` is the company, and a page has the keys after `?2` up to `?3`. */
export interface TablePart {
	table: string;
	where: string;
	/** The condition for the same rows in the copy, if `where` reads rows that are copied later. */
	whereThere?: string;
	/** SQL that selects the keys after `?2`, in whose order the part is divided into pages. Null for a part that is one page. */
	keys: string | null;
	size: number;
	isByNumber: boolean;
	/** True for rows that other companies use too. They are copied, and stay in the old database. */
	isShared: boolean;
}

interface Range {
	keys: string;
	size: number;
	isByNumber?: true;
}

const people = (kinds: string) =>
	`SELECT id FROM movers WHERE company_id = ?1 AND kind IN (${kinds}) AND id > ?2 AND id <= ?3`;
const USERS = people(`'USER'`);
const EMPLOYEES = 'SELECT id FROM employees WHERE company_id = ?1 AND id > ?2 AND id <= ?3';
const EXPENSES = 'SELECT id FROM expenses WHERE company_id = ?1 AND id > ?2 AND id <= ?3';
const bytesIn = (ids: string) => `SELECT unhex(replace(id, '-', '')) FROM (${ids})`;
const numbersOf = (ids: string) => `SELECT id FROM event_parties WHERE uuid IN (${bytesIn(ids)})`;
/** SQL of the number that stands for the company in the history. */
const NUMBER = `(SELECT id FROM event_parties WHERE uuid = unhex(replace(?1, '-', '')))`;
/** SQL of the months with counted usage. They are found one by one, because the key of the table begins with the month. */
const MONTHS = `(WITH RECURSIVE counted(month) AS (SELECT min(month) FROM quota_usage
	UNION ALL SELECT (SELECT min(month) FROM quota_usage WHERE month > counted.month) FROM counted WHERE month IS NOT NULL)
	SELECT month FROM counted)`;

const BY_USER: Range = { keys: 'SELECT id AS k FROM movers WHERE company_id = ?1 AND id > ?2', size: 300 };
const BY_EMPLOYEE: Range = {
	keys: 'SELECT id AS k FROM employees WHERE company_id = ?1 AND id > ?2',
	size: 100,
};
const BY_EXPENSE: Range = {
	keys: 'SELECT id AS k FROM expenses WHERE company_id = ?1 AND id > ?2',
	size: 1000,
};
export const EVENTS_OF_COMPANY = `company = ${NUMBER}`;
export const BY_EVENT: Range = {
	keys: `SELECT position AS k FROM events WHERE ${EVENTS_OF_COMPANY} AND position > ?2`,
	size: 2000,
	isByNumber: true,
};
/** A condition for events about the company's users that were recorded without a company. */
const eventsOfNone = (users: string) => `company IS NULL AND subject IN (${numbersOf(users)})`;
const ALL_USERS = `SELECT id FROM movers WHERE company_id = ?1 AND kind = 'USER'`;

export const part = (
	table: string,
	where: string,
	range: Range | null = null,
	isShared = false,
): TablePart => ({
	table,
	where,
	keys: range?.keys ?? null,
	size: range?.size ?? 0,
	isByNumber: range?.isByNumber === true,
	isShared,
});

/** A part whose pages are ranges of one of its own columns. */
export const byOwn = (
	table: string,
	where: string,
	key: string,
	size: number,
	isByNumber?: true,
): TablePart =>
	part(table, `${where} AND ${key} > ?2 AND ${key} <= ?3`, {
		keys: `SELECT ${key} AS k FROM ${table} WHERE ${where} AND ${key} > ?2`,
		size,
		...(isByNumber && { isByNumber }),
	});

/** A copy takes the parts of all tables in this order, so that those with the same keys stand together. */
const STAGES = ['people', 'company', 'user', 'key', 'employee', 'event'] as const;
type Staged = readonly [stage: (typeof STAGES)[number], part: TablePart];

/** Events of users and of the company, or rows that these events name and share with others. */
const ofEvents = (table: string, whereOf: (events: string) => string, isShared = true): Staged[] => [
	['user', part(table, whereOf(eventsOfNone(USERS)), BY_USER, isShared)],
	[
		'event',
		part(table, whereOf(`${EVENTS_OF_COMPANY} AND position > ?2 AND position <= ?3`), BY_EVENT, isShared),
	],
];

const TEMPLATES: TablePart = {
	...part(
		'tax_rule_templates',
		`id <> 'default' AND id IN (SELECT template_id FROM tax_rule_template_companies WHERE company_id = ?1
				UNION SELECT tax_rule_template_id FROM flex_accesses WHERE employee_id IN (SELECT id FROM employees WHERE company_id = ?1))`,
		null,
		true,
	),
	whereThere: `id <> 'default'`,
};

/** The parts of tables whose rows have several owners, or name them by their numbers in the history. */
const SPECIAL: Readonly<Record<TablesWith<{ owner: 'special' }>, readonly Staged[]>> = {
	movers: [['people', part('movers', 'company_id = ?1 AND id > ?2 AND id <= ?3', BY_USER)]],
	companies: [['people', part('companies', 'id = ?1')]],
	users: [['people', part('users', `id IN (${people(`'USER', 'GUEST'`)})`, BY_USER)]],
	tax_rule_templates: [['company', TEMPLATES]],
	quota_usage: [
		['company', part('quota_usage', `month IN ${MONTHS} AND owner_id = ?1`)],
		['employee', part('quota_usage', `month IN ${MONTHS} AND owner_id IN (${EMPLOYEES})`, BY_EMPLOYEE)],
	],
	people: [['employee', part('people', `employee IN (${numbersOf(EMPLOYEES)})`, BY_EMPLOYEE)]],
	people_index: [['key', byOwn('people_index', `company = ${NUMBER}`, 'part', 2000)]],
	events: ofEvents('events', (events) => events, false),
	event_authors: ofEvents('event_authors', (events) => `id IN (SELECT author FROM events WHERE ${events})`),
	event_parties: [
		['people', part('event_parties', `uuid IN (${bytesIn(people(`'USER', 'GUEST'`))})`, BY_USER, true)],
		['company', part('event_parties', `uuid = unhex(replace(?1, '-', ''))`, null, true)],
		['employee', part('event_parties', `uuid IN (${bytesIn(EMPLOYEES)})`, BY_EMPLOYEE, true)],
		...ofEvents('event_parties', (events) => `id IN (SELECT subject FROM events WHERE ${events})`),
	],
	event_values: ofEvents(
		'event_values',
		(events) => `id IN (SELECT after FROM events WHERE ${events} AND typeof(after) = 'blob')`,
	),
	event_hours: [
		[
			'event',
			part(
				'event_hours',
				`position <= (SELECT max(last) FROM (SELECT max(position) AS last FROM events WHERE ${EVENTS_OF_COMPANY}
			UNION ALL SELECT max(position) FROM events WHERE ${eventsOfNone(ALL_USERS)}))`,
				null,
				true,
			),
		],
	],
	event_archives: [['company', part('event_archives', EVENTS_OF_COMPANY)]],
	event_archive_subjects: [
		['company', part('event_archive_subjects', `subject = ${NUMBER}`)],
		['user', part('event_archive_subjects', `subject IN (${numbersOf(USERS)})`, BY_USER)],
		['employee', part('event_archive_subjects', `subject IN (${numbersOf(EMPLOYEES)})`, BY_EMPLOYEE)],
	],
	event_files: [['company', part('event_files', `key >= ?1 || '/' AND key < ?1 || '0'`)]],
};

type OwnerColumn = keyof typeof OWNERS;

/** Returns the condition for all rows of a company, by the column that names their owner. */
function allOf(column: OwnerColumn): string {
	const table = OWNERS[column];
	if (table === 'companies') return `${column} = ?1`;
	if (table === 'users') return `${column} IN (${ALL_USERS})`;
	return `${column} IN (SELECT id FROM ${table} WHERE ${allOf(TABLES[table].owner)})`;
}

/** Owners with many rows each. A page has the rows of some of them. */
const MANY: Partial<Record<string, readonly [Staged[0], owners: string, Range]>> = {
	users: ['user', USERS, BY_USER],
	sessions: ['user', `SELECT id FROM sessions WHERE user_id IN (${USERS})`, BY_USER],
	expenses: ['key', EXPENSES, BY_EXPENSE],
	employees: ['employee', EMPLOYEES, BY_EMPLOYEE],
};

function ownedBy(column: OwnerColumn, table: string, { pages, isTimeline }: Table): Staged[] {
	const [stage, owners, range] = MANY[OWNERS[column]] ?? [];
	if (stage !== undefined) {
		const where = `${column} IN (${owners})`;
		if (!isTimeline) return [[stage, part(table, where, range)]];
		// The index holds no deleted rows. There are few of them, so they are copied at once, in one scan.
		return [
			['key', part(table, `date_deleted IS NOT NULL AND ${allOf(column)}`)],
			[stage, part(table, `date_deleted IS NULL AND ${where}`, range)],
		];
	}
	if (pages !== undefined) return [['key', byOwn(table, allOf(column), ...pages)]];
	return [[OWNERS[column] === 'companies' ? 'company' : 'key', part(table, allOf(column))]];
}

function partsOf(name: string, table: Table): readonly Staged[] {
	const { owner, orUser, isCopied } = table;
	if (owner === 'special') return SPECIAL[name as keyof typeof SPECIAL];
	if (owner === 'database' || owner === 'D1')
		return isCopied ? [['company', part(name, 'TRUE', null, true)]] : [];
	const own = ownedBy(owner, name, table);
	if (!orUser) return own;
	return [['user', part(name, `company_id IS NULL AND user_id IN (${USERS})`, BY_USER)], ...own];
}

const STAGED = CATALOGUE.flatMap(([name, table]) => partsOf(name, table));

/** All rows of a company, its people and their sign-ins, in the order of the foreign keys. */
export const PARTS: readonly TablePart[] = STAGES.flatMap((stage) =>
	STAGED.flatMap(([its, one]) => (its === stage ? [one] : [])),
);

/** Consecutive parts with the same keys, which are read together. */
export const GROUPS: readonly (readonly [TablePart, ...TablePart[]])[] = PARTS.reduce<
	[TablePart, ...TablePart[]][]
>((groups, one) => {
	const last = groups.at(-1);
	if (last?.[0].keys === one.keys && last[0].size === one.size) last.push(one);
	else groups.push([one]);
	return groups;
}, []);

/** Queries of users who are named by rows of a company, but need not belong to it. */
export const NAMED_USERS: readonly string[] = CATALOGUE.flatMap(([table, { owner, guests = [] }]) =>
	guests.map(
		(column) =>
			`SELECT ${column} AS id FROM ${table} WHERE ${allOf(owner as OwnerColumn)} AND ${column} IS NOT NULL`,
	),
);

/** Expressions that a copy stores in place of a column. Guests bring neither address, name nor password with them. */
export const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	movers: { is_closed: '0' },
	users: Object.fromEntries(
		Object.entries({
			email: `id || '@guest.invalid'`,
			email_key: 'id',
			password_hash: 'NULL',
			first_name: 'NULL',
			last_name: 'NULL',
			date_registered: 'NULL',
			date_proven: 'NULL',
			proof: 'NULL',
			home: `coalesce(home, 'D1')`,
		}).map(([column, value]) => [
			column,
			`iif((SELECT kind FROM movers WHERE company_id = ?1 AND movers.id = users.id) = 'GUEST', ${value}, ${column})`,
		]),
	),
};
