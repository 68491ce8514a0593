import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { PARTS } from '../../../src/foundation/cells/move/belonging.ts';
import {
	CATALOGUE,
	isEmptied,
	OWNERS,
	rowOf,
	secretsIn,
	TABLES,
	type Table,
	type TableName,
	tablesWhere,
} from '../../../src/foundation/core/tables.ts';
import { isForOwner, lineForOwner } from '../../../src/tenants/hosting/disaster-recovery/rules.ts';

/** The database after all migrations. */
const db = new DatabaseSync(':memory:');
for (const path of globSync('migrations/*.sql').sort()) db.exec(readFileSync(path, 'utf8'));

const names = (query: string, ...values: string[]) =>
	db
		.prepare(query)
		.all(...values)
		.map(({ name }) => String(name));

/**
 * Unique keys that begin with neither our own random id nor the id of an owner. The reason says why two databases may hold equal
 * ones, or why they cannot.
 */
const UNIQUE = {
	'The directory keeps them apart.': 'users_email_key company_domains_proven',
	'A secret that names its cell is hashed.':
		'api_keys_hash calendar_addresses_hash receipt_addresses_hash refresh_tokens sessions_cookie address_changes_key address_proofs_key one_time_tokens_key sso_sign_ins sso_sign_ins_code',
	'The directory says which cell has a code.':
		'address_changes_code_mark address_proofs_code_mark one_time_tokens_code_mark',
	'A push service gives each browser one of its own.': 'push_subscriptions_endpoint',
	'Each database numbers its own.': 'event_hours_position event_parties_uuid event_texts_text',
	'The key holds ids of its database.':
		'access_events_key event_archive_subjects event_archives_key event_files identity_changes_open people_index',
	'Each database counts its own.':
		'invitation_days job_runs known_places login_attempts mail_turns quota_usage reminder_turns',
	'D1 has the list, and cells have copies of it.': 'known_tills_fingerprint',
	'The key is the directory’s or the cell’s own.': 'addresses claims fences forwards moves places_cell',
};

/** Views, which hold no rows of their own. */
const VIEWS = ['administered_companies', 'event_batches', 'passages', 'people_texts'];

test('every table has a row in the catalogue, and every view is known', () => {
	const found = (type: string) =>
		names(`SELECT name FROM sqlite_schema WHERE type = ? AND name NOT GLOB 'sqlite_*' ORDER BY name`, type);
	expect(Object.keys(TABLES).sort()).toEqual(found('table'));
	expect(VIEWS).toEqual(found('view'));
	const tables = globSync('src/**/table.ts').flatMap((path) => [
		...readFileSync(path, 'utf8').matchAll(/sqliteTable\(\s*'(\w+)'/g),
	]);
	expect(tables.map(([, name]) => name).sort()).toEqual(found('table'));
});

test('every column that a row of the catalogue names is in its table', () => {
	const files = { RECEIPTS: ['id', 'sha256', 'date_stored', 'date_discarded'], HISTORY: ['key', 'sha256'] };
	const named = CATALOGUE.flatMap(([name, table]) => {
		const { owner, orUser, pages, isTimeline, guests = [], internal = [], personal = [], file } = table;
		return [
			...(owner in OWNERS ? [owner] : []),
			...(orUser ? ['user_id'] : []),
			...(pages === undefined ? [] : [pages[0]]),
			...(isTimeline ? ['date_deleted'] : []),
			...guests,
			...secretsIn(table),
			...internal,
			...(personal === 'rows' ? [] : personal),
			...(file === undefined ? [] : files[file]),
		].map((column) => [name, column] as const);
	});
	expect(named.length).toBeGreaterThan(100);
	expect(named.filter(([name, column]) => !columnsOf(name).includes(column))).toEqual([]);
});

test('a column of owners names the table that its foreign key names', () => {
	const foreign = foreignKeys.filter(({ child, column }) => TABLES[child as TableName].owner === column);
	expect(foreign.length).toBeGreaterThan(30);
	expect(foreign.filter(({ column, parent }) => OWNERS[column as keyof typeof OWNERS] !== parent)).toEqual(
		[],
	);
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
	expect(
		Object.values(UNIQUE)
			.flatMap((text) => text.split(' '))
			.sort(),
	).toEqual(found.sort());
});

const columnsOf = (table: string) => names('SELECT name FROM pragma_table_info(?)', table);

/** All foreign keys. */
const foreignKeys = db
	.prepare(
		`SELECT m.name AS child, f."from" AS column_name, f."table" AS parent
			FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
	)
	.all()
	.map(({ child, column_name, parent }) => ({
		child: String(child),
		column: String(column_name),
		parent: String(parent),
	}));

test('a move takes every table with an owner, and no table of another database', () => {
	const moved = new Set(PARTS.map(({ table }) => table));
	const isMoved = ({ owner, isCopied }: Table) => isCopied || !['database', 'D1'].includes(owner);
	expect([...moved].sort()).toEqual(tablesWhere(isMoved).sort());
	for (const { child, parent } of foreignKeys) if (moved.has(child)) expect(moved, child).toContain(parent);
});

test('a move copies each table after those that its foreign keys name', () => {
	const first = (table: string) => PARTS.findIndex((part) => part.table === table);
	expect(foreignKeys.length).toBeGreaterThan(50);
	expect(foreignKeys.filter(({ child, parent }) => first(child) < first(parent))).toEqual([]);
});

test('a move brings everybody who is named by a record without belonging to the company', () => {
	const named = foreignKeys
		.filter(({ parent }) => parent === 'users')
		.map(({ child, column }) => `${child}.${column}`);
	const known = CATALOGUE.flatMap(([name, { guests = [] }]) => guests.map((column) => `${name}.${column}`));
	// Rows of these are chosen by the user, so that each user belongs to the company.
	const own = PARTS.filter(({ where }) => /^user_id IN/.test(where)).map(({ table }) => `${table}.user_id`);
	own.push('sessions.user_id', 'user_companies.user_id', 'employees.user_id');
	expect(named.filter((column) => ![...known, ...own].includes(column))).toEqual([]);
	expect(known.filter((column) => !named.includes(column))).toEqual([]);
});

test('an owner gets no secret of a company, and no row that names a row which is left out', () => {
	for (const table of new Set(PARTS.map((part) => part.table))) {
		if (!isForOwner(table)) continue;
		const secrets = [
			...secretsIn(rowOf(table)),
			...(table === 'users' ? ['date_registered', 'date_proven', 'proof'] : []),
		];
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

test('a reset keeps no row that names a row which goes', () => {
	const kept = foreignKeys.filter(({ child }) => !isEmptied(TABLES[child as TableName]));
	const inPart = ['users'];
	expect(kept.length).toBeGreaterThan(10);
	const gone = kept.filter(
		({ parent }) => isEmptied(TABLES[parent as TableName]) && !inPart.includes(parent),
	);
	expect(gone).toEqual([]);
});
