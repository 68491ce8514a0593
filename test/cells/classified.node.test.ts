import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';

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
	ofCompany: `access_events address_changes api_keys calendar_addresses companies company_domains company_logos default_accesses
		directory_groups employee_groups employees event_archive_subjects event_archives event_authors event_files event_hours
		event_parties event_texts event_values events expenses external_identities flex_accesses identity_providers issued_vouchers
		known_devices mails muted_notices one_time_tokens pauses payroll_corrections payroll_file_names payroll_files
		payroll_held_over payroll_runs payroll_settings payroll_settlements payroll_transactions people_index people_texts
		planned_vouchers quota_usage receipts recovery_codes refresh_tokens second_factors sessions sso_sign_ins
		tax_rule_template_companies tax_rule_templates user_companies users`,
	/** Counts and notes of one database, which each database keeps for itself. */
	ofDatabase: 'idempotency_keys invitation_days job_runs mail_days mail_turns reminder_turns',
	/** Sign-ins are counted in D1, because nobody knows yet in which database the person is. */
	ofEntrance: 'known_places login_attempts',
	/** Used in D1: where cells and their people are. */
	directory: 'addresses announcements claims grants places',
	/** Used in cells. */
	ofCell: 'fences',
	/** Views, which hold no rows of their own. */
	views: 'administered_companies event_batches passages people',
};

/**
 * Unique keys that begin with neither our own random id nor the id of an owner. The reason says why two databases may hold equal
 * ones, or why they cannot.
 */
const UNIQUE = {
	'The directory keeps them apart.': 'users_email_key company_domains_proven',
	'A secret that names its cell is hashed.':
		'api_keys_hash calendar_addresses_hash refresh_tokens sessions_cookie address_changes_key one_time_tokens_key sso_sign_ins sso_sign_ins_code',
	'The directory says which cell has a code.': 'address_changes_code_mark one_time_tokens_code_mark',
	'Each database numbers its own.': 'event_hours_position event_parties_uuid event_texts_text',
	'The key holds ids of its database.':
		'access_events_key event_archive_subjects event_archives_key event_files people_index',
	'Each database counts its own.':
		'invitation_days job_runs known_places login_attempts mail_turns quota_usage reminder_turns',
	'The key is the directory’s or the cell’s own.': 'addresses announcements_cell claims fences places_cell',
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
