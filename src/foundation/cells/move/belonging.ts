/**
 * Rows of a table that move with a company. They are copied in pages. In the SQL, `?1` is the company, and a page has the keys after `?2` up
 * to `?3`.
 */
export interface Part {
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

/** The parts of the history: events, and the rows of other tables that they share with other events. */
const historyOf = (where: string, range: Range): Part[] => [
	part('events', where, range),
	part('event_authors', `id IN (SELECT author FROM events WHERE ${where})`, range, true),
	part('event_parties', `id IN (SELECT subject FROM events WHERE ${where})`, range, true),
	part(
		'event_values',
		`id IN (SELECT after FROM events WHERE ${where} AND typeof(after) = 'blob')`,
		range,
		true,
	),
];

export const part = (table: string, where: string, range: Range | null = null, isShared = false): Part => ({
	table,
	where,
	keys: range?.keys ?? null,
	size: range?.size ?? 0,
	isByNumber: range?.isByNumber === true,
	isShared,
});

/** A part whose pages are ranges of one of its own columns. */
export const byOwn = (table: string, where: string, key: string, size: number, isByNumber?: true): Part =>
	part(table, `${where} AND ${key} > ?2 AND ${key} <= ?3`, {
		keys: `SELECT ${key} AS k FROM ${table} WHERE ${where} AND ${key} > ?2`,
		size,
		...(isByNumber && { isByNumber }),
	});

const ofCompany = (table: string) => part(table, 'company_id = ?1');
const ofUsers = (table: string, column = 'user_id') => part(table, `${column} IN (${USERS})`, BY_USER);
const ofEmployees = (table: string) => part(table, `employee_id IN (${EMPLOYEES})`, BY_EMPLOYEE);

const TIMELINES = ['flex_accesses', 'default_accesses', 'planned_vouchers'];
/**
 * Rows that are not deleted, in pages of employees. The index leaves deleted rows out, so the few deleted ones are read in one scan as
 * another part.
 */
const present = (table: string) =>
	part(table, `date_deleted IS NULL AND employee_id IN (${EMPLOYEES})`, BY_EMPLOYEE);
const deleted = (table: string) =>
	part(table, 'date_deleted IS NOT NULL AND employee_id IN (SELECT id FROM employees WHERE company_id = ?1)');

/**
 * All rows of a company, its people and their sign-ins, in the order of the foreign keys. Parts with the same keys stand together. A test
 * compares the list with the schema.
 */
export const PARTS: readonly Part[] = [
	part('movers', 'company_id = ?1 AND id > ?2 AND id <= ?3', BY_USER),
	part('companies', 'id = ?1'),
	part('users', `id IN (${people(`'USER', 'GUEST'`)})`, BY_USER),
	part('event_parties', `uuid IN (${bytesIn(people(`'USER', 'GUEST'`))})`, BY_USER, true),
	...'user_companies api_keys'.split(' ').map(ofCompany),
	{
		...part(
			'tax_rule_templates',
			`id <> 'default' AND id IN (SELECT template_id FROM tax_rule_template_companies WHERE company_id = ?1
				UNION SELECT tax_rule_template_id FROM flex_accesses WHERE employee_id IN (SELECT id FROM employees WHERE company_id = ?1))`,
			null,
			true,
		),
		whereThere: `id <> 'default'`,
	},
	...'tax_rule_template_companies company_domains identity_providers company_logos webhook_endpoints calendar_addresses payroll_settings approval_rules approval_seeds cut_offs sandboxes directory_groups'
		.split(' ')
		.map(ofCompany),
	...'external_identities sso_sign_ins payroll_runs'.split(' ').map(ofCompany),
	part('quota_usage', `month IN ${MONTHS} AND owner_id = ?1`),
	part('event_parties', `uuid = unhex(replace(?1, '-', ''))`, null, true),
	part('event_archives', EVENTS_OF_COMPANY),
	part('event_archive_subjects', `subject = ${NUMBER}`),
	part('event_files', `key >= ?1 || '/' AND key < ?1 || '0'`),
	// A stopped attempt may still write to the old cell, so the new one needs its fences. Two databases may store the same copy of a template.
	...'event_texts reminder_turns fences template_copies'
		.split(' ')
		.map((table) => part(table, 'TRUE', null, true)),
	...'sessions one_time_tokens address_changes second_factors recovery_codes known_devices muted_notices push_subscriptions grants'
		.split(' ')
		.map((table) => ofUsers(table)),
	part('refresh_tokens', `session_id IN (SELECT id FROM sessions WHERE user_id IN (${USERS}))`, BY_USER),
	ofUsers('idempotency_keys', 'caller_id'),
	part('mails', `company_id IS NULL AND user_id IN (${USERS})`, BY_USER),
	part('event_archive_subjects', `subject IN (${numbersOf(USERS)})`, BY_USER),
	part('access_events', `company_id IS NULL AND user_id IN (${USERS})`, BY_USER),
	...historyOf(eventsOfNone(USERS), BY_USER),
	byOwn('employees', 'company_id = ?1', 'id', 500),
	byOwn('employee_groups', 'company_id = ?1', 'name', 2000),
	ofEmployees('pauses'),
	...TIMELINES.map(present),
	part('quota_usage', `month IN ${MONTHS} AND owner_id IN (${EMPLOYEES})`, BY_EMPLOYEE),
	part('event_parties', `uuid IN (${bytesIn(EMPLOYEES)})`, BY_EMPLOYEE, true),
	part('people', `employee IN (${numbersOf(EMPLOYEES)})`, BY_EMPLOYEE),
	part('event_archive_subjects', `subject IN (${numbersOf(EMPLOYEES)})`, BY_EMPLOYEE),
	...TIMELINES.map(deleted),
	ofEmployees('budget_expiries'),
	ofEmployees('issued_vouchers'),
	byOwn('standing_expenses', 'company_id = ?1', 'id', 1000),
	byOwn(
		'standing_proofs',
		'standing_expense_id IN (SELECT id FROM standing_expenses WHERE company_id = ?1)',
		'standing_expense_id',
		500,
	),
	byOwn('expenses', 'company_id = ?1', 'id', 1000),
	part('receipts', `expense_id IN (${EXPENSES})`, BY_EXPENSE),
	ofEmployees('receipt_drafts'),
	ofEmployees('receipt_addresses'),
	byOwn('payroll_transactions', 'company_id = ?1', 'id', 1000),
	byOwn('payroll_corrections', 'company_id = ?1', 'transaction_id', 1000),
	byOwn('payroll_settlements', 'company_id = ?1', 'transaction_id', 1000),
	part('payroll_held_over', 'run_id IN (SELECT id FROM payroll_runs WHERE company_id = ?1)'),
	part('payroll_files', 'run_id IN (SELECT id FROM payroll_runs WHERE company_id = ?1)'),
	ofEmployees('payroll_file_names'),
	byOwn('proposals', 'company_id = ?1', 'id', 100),
	byOwn(
		'proposal_subjects',
		'proposal_id IN (SELECT id FROM proposals WHERE company_id = ?1)',
		'proposal_id',
		500,
	),
	byOwn('mails', 'company_id = ?1', 'id', 1000),
	byOwn('webhook_deliveries', 'company_id = ?1', 'id', 1000),
	byOwn('people_index', `company = ${NUMBER}`, 'part', 2000),
	byOwn('access_events', 'company_id = ?1', 'position', 2000, true),
	...historyOf(`${EVENTS_OF_COMPANY} AND position > ?2 AND position <= ?3`, BY_EVENT),
	part(
		'event_hours',
		`position <= (SELECT max(last) FROM (SELECT max(position) AS last FROM events WHERE ${EVENTS_OF_COMPANY}
			UNION ALL SELECT max(position) FROM events WHERE ${eventsOfNone(ALL_USERS)}))`,
		null,
		true,
	),
];

/** Consecutive parts with the same keys, which are read together. */
export const GROUPS: readonly (readonly [Part, ...Part[]])[] = PARTS.reduce<[Part, ...Part[]][]>(
	(groups, one) => {
		const last = groups.at(-1);
		if (last?.[0].keys === one.keys && last[0].size === one.size) last.push(one);
		else groups.push([one]);
		return groups;
	},
	[],
);

/** Columns of the company's tables that can name users from outside the company. */
export const NAMED_USERS: Readonly<Record<string, { where: string; columns: readonly string[] }>> = {
	api_keys: { where: 'company_id = ?1', columns: ['user_id', 'maker_id'] },
	external_identities: { where: 'company_id = ?1', columns: ['user_id'] },
	sso_sign_ins: { where: 'company_id = ?1', columns: ['user_id'] },
	expenses: { where: 'company_id = ?1', columns: ['author_id', 'decider_id', 'returner_id'] },
	standing_expenses: { where: 'company_id = ?1', columns: ['author_id', 'ender_id'] },
	standing_proofs: {
		where: 'standing_expense_id IN (SELECT id FROM standing_expenses WHERE company_id = ?1)',
		columns: ['author_id', 'decider_id'],
	},
	payroll_runs: { where: 'company_id = ?1', columns: ['closed_by'] },
	payroll_corrections: { where: 'company_id = ?1', columns: ['author_id'] },
	payroll_settlements: { where: 'company_id = ?1', columns: ['author_id'] },
	payroll_files: {
		where: 'run_id IN (SELECT id FROM payroll_runs WHERE company_id = ?1)',
		columns: ['author_id'],
	},
	proposals: { where: 'company_id = ?1', columns: ['author_id', 'person_id', 'decider_id'] },
	mails: { where: 'company_id = ?1', columns: ['user_id'] },
	one_time_tokens: { where: `user_id IN (${ALL_USERS})`, columns: ['author_id'] },
};

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
			home: `coalesce(home, 'D1')`,
		}).map(([column, value]) => [
			column,
			`iif((SELECT kind FROM movers WHERE company_id = ?1 AND movers.id = users.id) = 'GUEST', ${value}, ${column})`,
		]),
	),
};
