import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { EMPTIED, OF_USERS } from '../../../src/administration/sandboxes/reset/store.ts';
import { NAMED_USERS, PARTS } from '../../../src/foundation/cells/move/belonging.ts';
import { isForOwner, lineForOwner } from '../../../src/tenants/hosting/disaster-recovery/rules.ts';
import { SECRETS } from '../../../src/tenants/hosting/queries/rules.ts';

/** The database after all migrations. */
const db = new DatabaseSync(':memory:');
for (const path of globSync('migrations/*.sql').sort()) db.exec(readFileSync(path, 'utf8'));

const names = (query: string, ...values: string[]) =>
	db
		.prepare(query)
		.all(...values)
		.map(({ name }) => String(name));

/** Tables and views by where their rows are. A company that gets a cell takes all rows of `ofCompany` with it. */
const TABLES = {
	/** Rows of a company, its people and their sign-ins: in D1, or in the cell of the company. */
	ofCompany: `access_events address_changes api_keys approval_rules approval_seeds budget_expiries calendar_addresses companies company_domains company_logos cut_offs default_accesses
		directory_groups employee_groups employees event_archive_subjects event_archives event_authors event_files event_hours
		event_parties event_texts event_values events expenses external_identities flex_accesses grants identity_providers issued_vouchers
		known_devices mails muted_notices one_time_tokens pauses payroll_corrections payroll_file_names payroll_files
		payroll_held_over payroll_runs payroll_settings payroll_settlements payroll_transactions people_index people
		planned_vouchers proposal_subjects proposals push_subscriptions quota_usage receipt_addresses receipt_drafts receipts recovery_codes refresh_tokens sandboxes second_factors sessions sso_sign_ins standing_expenses standing_proofs
		tax_rule_template_companies tax_rule_templates user_companies users webhook_deliveries webhook_endpoints`,
	/** Counts and notes of one database, which each database keeps for itself. */
	ofDatabase: 'backups invitation_days job_runs mail_days mail_turns request_counts',
	/** Notes of one database that a company takes with it too, so that nothing happens twice. */
	ofBoth: 'idempotency_keys template_copies reminder_turns',
	/** Lists of D1 that each cell has a copy of. */
	ofService: 'known_tills',
	/** Sign-ins are counted in D1, because nobody knows yet in which database the person is. */
	ofEntrance: 'known_places login_attempts',
	/** Used in D1: where cells and their people are. */
	directory: 'addresses announcements claims forwards moves places',
	/** People of a company that is moving, in the databases between which it moves. */
	ofMove: 'movers',
	/** Used in cells. */
	ofCell: 'fences',
	/** Views, which hold no rows of their own. */
	views: 'administered_companies event_batches passages people_texts',
};

/**
 * Unique keys that begin with neither our own random id nor the id of an owner. The reason says why two databases may hold equal
 * ones, or why they cannot.
 */
const UNIQUE = {
	'The directory keeps them apart.': 'users_email_key company_domains_proven',
	'A secret that names its cell is hashed.':
		'api_keys_hash calendar_addresses_hash receipt_addresses_hash refresh_tokens sessions_cookie address_changes_key one_time_tokens_key sso_sign_ins sso_sign_ins_code',
	'The directory says which cell has a code.': 'address_changes_code_mark one_time_tokens_code_mark',
	'A push service gives each browser one of its own.': 'push_subscriptions_endpoint',
	'Each database numbers its own.': 'event_hours_position event_parties_uuid event_texts_text',
	'The key holds ids of its database.':
		'access_events_key event_archive_subjects event_archives_key event_files people_index',
	'Each database counts its own.':
		'invitation_days job_runs known_places login_attempts mail_turns quota_usage reminder_turns',
	'D1 has the list, and cells have copies of it.': 'known_tills_fingerprint',
	'The key is the directory’s or the cell’s own.': 'addresses claims fences forwards moves places_cell',
};

const classified = (groups: Record<string, string>) =>
	Object.values(groups).flatMap((text) => text.trim().split(/\s+/));

test('every table and view is classified by where its rows are', () => {
	const found = names(
		`SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*'`,
	);
	expect(classified(TABLES).sort()).toEqual(found.sort());
});

test('every unique key that does not begin with an id is classified by its reason', () => {
	const tables = names(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'`);
	const found = tables.flatMap((table) =>
		names('SELECT name FROM pragma_index_list(?) WHERE "unique"', table)
			.filter(
				(index) => !/^(id|\w+_id)$/.test(names('SELECT name FROM pragma_index_info(?)', index)[0] ?? ''),
			)
			.map((index) => (index.startsWith('sqlite_') ? table : index)),
	);
	expect(classified(UNIQUE).sort()).toEqual(found.sort());
});

const columnsOf = (table: string) => names('SELECT name FROM pragma_table_info(?)', table);

test('a move takes every table of a company with it, and no other', () => {
	const moved = new Set(PARTS.map(({ table }) => table));
	const { ofCompany, ofBoth, ofCell, ofMove } = TABLES;
	expect([...moved].sort()).toEqual(classified({ ofCompany, ofBoth, ofCell, ofMove }).sort());
});

test('a move copies each table after those that its foreign keys name', () => {
	const first = (table: string) => PARTS.findIndex((part) => part.table === table);
	const foreign = db
		.prepare(
			`SELECT m.name AS child, f."table" AS parent FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
		)
		.all()
		.map(({ child, parent }) => [String(child), String(parent)] as const);
	expect(foreign.length).toBeGreaterThan(50);
	expect(foreign.filter(([child, parent]) => first(child) < first(parent))).toEqual([]);
});

test('a move brings everybody who is named by a record without belonging to the company', () => {
	const named = db
		.prepare(
			`SELECT m.name AS child, f."from" AS column_name FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
			WHERE m.type = 'table' AND f."table" = 'users'`,
		)
		.all()
		.map(({ child, column_name }) => `${child}.${column_name}`);
	const known = Object.entries(NAMED_USERS).flatMap(([table, { columns }]) =>
		columns.map((column) => `${table}.${column}`),
	);
	// Rows of these are chosen by the user, so that each user belongs to the company.
	const own = PARTS.filter(({ where }) => /^user_id IN/.test(where)).map(({ table }) => `${table}.user_id`);
	own.push('sessions.user_id', 'user_companies.user_id', 'employees.user_id');
	expect(named.filter((column) => ![...known, ...own].includes(column))).toEqual([]);
	expect(known.filter((column) => !named.includes(column))).toEqual([]);
});

test('an owner gets no secret of a company, and no row that names a row which is left out', () => {
	for (const table of new Set(PARTS.map((part) => part.table))) {
		if (!isForOwner(table)) continue;
		const secrets = [...(SECRETS[table] ?? []), ...(table === 'users' ? ['date_registered'] : [])];
		const required = names('SELECT name FROM pragma_table_info(?) WHERE "notnull" OR pk', table);
		expect(
			required.filter((name) => secrets.includes(name)),
			table,
		).toEqual([]);
		const columns = columnsOf(table);
		const line = lineForOwner({ table, part: 0, columns }, JSON.stringify(columns));
		expect(JSON.parse(line), table).toEqual(columns.map((name) => (secrets.includes(name) ? null : name)));
		const parents = names('SELECT "table" AS name FROM pragma_foreign_key_list(?)', table);
		expect(
			parents.filter((parent) => !isForOwner(parent)),
			table,
		).toEqual([]);
	}
	const leftOut = PARTS.map((part) => part.table).filter((table) => !isForOwner(table));
	expect([...new Set(leftOut)].sort()).toEqual(
		`access_events address_changes api_keys approval_seeds calendar_addresses external_identities idempotency_keys identity_providers known_devices
			one_time_tokens push_subscriptions receipt_addresses recovery_codes refresh_tokens second_factors sessions sso_sign_ins webhook_deliveries webhook_endpoints`.split(
			/\s+/,
		),
	);
});

test('no table has more columns than one function of D1 takes arguments', () => {
	expect(PARTS.filter(({ table }) => columnsOf(table).length > 32)).toEqual([]);
});

test('each page of a move finds its rows and its keys by an index', () => {
	// A part that is copied at once may take a scan.
	const scans = PARTS.flatMap(({ table, where, keys }) =>
		(keys === null ? [] : [`SELECT * FROM ${table} WHERE ${where}`, `${keys} ORDER BY k LIMIT 1 OFFSET ?3`])
			.flatMap((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
			.map(({ detail }) => `${table}: ${detail}`)
			.filter((detail) => /\bSCAN (?!\(|counted|CONSTANT|m\b)\w/.test(detail)),
	);
	expect([...new Set(scans)]).toEqual([]);
});

test('a reset of a sandbox empties each table of the company, or leaves it for a reason', () => {
	const left = `access_events api_keys approval_rules calendar_addresses companies company_domains company_logos event_authors event_parties event_texts
		identity_providers payroll_settings sandboxes tax_rule_template_companies tax_rule_templates user_companies webhook_endpoints`;
	const inParts = ['users', 'refresh_tokens', 'events'];
	expect([...EMPTIED, ...OF_USERS, ...inParts, ...left.split(/\s+/)].sort()).toEqual(
		expect.arrayContaining(TABLES.ofCompany.split(/\s+/)),
	);
});
