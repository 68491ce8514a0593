import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { schemaFiles } from '../src/entrances/site/schema.ts';
import { MOVE_TRIGGERS } from '../src/foundation/cells/move/triggers.ts';
import { FIRST_SCHEMA, SCHEMA } from '../src/foundation/cells/schema.ts';
import { RAISED } from '../src/foundation/db/commit.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MIGRATIONS = join(ROOT, 'migrations');
const read = (path: string) => readFileSync(join(MIGRATIONS, path), 'utf8');

// drizzle-kit's own packages can only be required.
const { generateSQLiteDrizzleJson, generateSQLiteMigration } = createRequire(import.meta.url)(
	'drizzle-kit/api',
) as typeof import('drizzle-kit/api');

const modules: Record<string, unknown>[] = await Promise.all(
	globSync('src/**/table.ts', { cwd: ROOT }).map((path) => import(join(ROOT, path))),
);
const schema = Object.assign({}, ...modules) as Record<string, unknown>;
const tables = Object.values(schema).filter((value) => value instanceof SQLiteTable);
const journal: { entries: { tag: string }[] } = JSON.parse(read('meta/_journal.json'));
const tags = journal.entries.map(({ tag }) => tag);

const byName = (columns: { [key: string]: unknown }[]) =>
	columns.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1));

/** Its columns are in the order of the table, so only this file may use it; callers give each value a name. */
const INSERT_SELECT = 'src/foundation/db/records.ts';
const UNNAMED_COLUMNS = /\bINSERT (OR \w+ )?INTO [\w`"${}]+\s+(SELECT|VALUES)\b/i;

/** The database after all migrations, without any of our code. */
const migrated = new DatabaseSync(':memory:');
for (const tag of tags) migrated.exec(read(`${tag}.sql`));

/** One for each migration that changes tables. */
const snapshots = globSync('meta/*_snapshot.json', { cwd: MIGRATIONS })
	.sort()
	.map((path) => JSON.parse(read(path)));

test('the journal names every migration in order, and each snapshot names the one before', () => {
	expect(globSync('*.sql', { cwd: MIGRATIONS }).sort()).toEqual(tags.map((tag) => `${tag}.sql`));
	expect(tags).toEqual(tags.toSorted());
	expect(snapshots.slice(1).map(({ prevId }) => prevId)).toEqual(snapshots.slice(0, -1).map(({ id }) => id));
});

test('a new cell starts with the schema and the rows that the migrations leave', () => {
	const created = new DatabaseSync(':memory:');
	const file: { name: string; sql: string } = JSON.parse(schemaFiles()['schema.json']);
	created.exec(file.sql);
	const contentOf = (db: DatabaseSync) => {
		const parts = db
			.prepare("SELECT * FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
			.all();
		const inTables = parts.filter(({ type }) => type === 'table').map(({ name }) => name);
		return {
			parts: parts.map(({ type, name, sql }) => [type, name, sql]),
			rows: inTables.map((name) => ({ name, rows: db.prepare(`SELECT * FROM "${name}"`).all() })),
		};
	};
	expect(file.name).toBe(tags.at(-1));
	expect(contentOf(created)).toEqual(contentOf(migrated));
	expect(contentOf(created).rows.some(({ rows }) => rows.length > 0)).toBe(true);
});

test('the first migration creates what drizzle-kit makes of its snapshot', async () => {
	const [first] = snapshots;
	const made = new DatabaseSync(':memory:');
	for (const statement of await generateSQLiteMigration({ ...first, tables: {} }, first))
		if (!BROKEN.test(statement)) made.exec(statement);
	const written = new DatabaseSync(':memory:');
	written.exec(read(`${tags[0]}.sql`));
	expect(shapeOf(written)).toEqual(shapeOf(made));
	expect(shapeOf(made).length).toBeGreaterThan(200);
});

/** drizzle-kit breaks the expression of this index at its comma. */
const BROKEN = /INDEX `places_hint`/;

/** The tables and indexes of a database. The order of columns, and where a reference is written, make no difference. */
function shapeOf(db: DatabaseSync): unknown[] {
	const parts = db
		.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
		.all();
	return parts.map(({ type, name, sql }) => {
		if (type !== 'table') return { name, sql };
		const oneLine = String(sql)
			.replaceAll(/\s+/g, ' ')
			.replace(/ \)( WITHOUT ROWID)?$/, '');
		const of = (query: string) => db.prepare(query).all(String(name));
		return {
			name,
			columns: of('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?) ORDER BY name'),
			references: of(
				'SELECT "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY 1, 2',
			),
			checks: oneLine.split(/,? CONSTRAINT /).slice(1),
		};
	});
}

test('tables without row ids are those that are read by their whole key', () => {
	const found = migrated.prepare('SELECT name FROM pragma_table_list WHERE wr ORDER BY name').all();
	expect(found.map(({ name }) => name)).toEqual(['addresses', 'claims', 'grants', 'people_index']);
});

test('the tables of the code need no migration beyond the latest snapshot', async () => {
	const latest = snapshots.at(-1);
	expect(tables.length).toBeGreaterThan(10);
	const current = await generateSQLiteDrizzleJson(schema, latest.id);
	expect(await generateSQLiteMigration(latest, current)).toEqual([]);
	expect(await generateSQLiteMigration({ ...latest, tables: {} }, current)).not.toEqual([]);
});

test.each(tables.map(getTableConfig).map(({ name, columns }) => ({ name, columns })))(
	'$name: the migrated database has the columns of the code',
	({ name, columns }) => {
		const stored = migrated.prepare(`SELECT name, type, "notnull" FROM pragma_table_info(?)`).all(name);
		const declared = columns.map((column) => ({
			name: column.name,
			type: column.getSQLType().toUpperCase(),
			notnull: Number(column.notNull),
		}));
		const found = stored.map((column) => ({ ...column, type: String(column.type).toUpperCase() }));
		expect(byName(found)).toEqual(byName(declared));
	},
);

test('no deletion cascades, and no migration drops or rebuilds a table', () => {
	const sql = tags.map((tag) => read(`${tag}.sql`)).join('\n');
	expect(sql).not.toMatch(/ON DELETE (CASCADE|SET)|DROP TABLE|PRAGMA foreign_keys|REFERENCES `?events\b/i);
});

test.each([
	['users.email_key', 'users', ['email_key']],
	['employees.personnel_number', 'employees', ['company_id', 'personnel_number']],
	['one employee a user', 'employees', ['user_id']],
	['one voucher an occurrence', 'issued_vouchers', ['planned_voucher_id', 'due_date']],
	['one monthly budget voucher a month', 'issued_vouchers', ['employee_id', null]],
	['one payroll run a month', 'payroll_runs', ['company_id', 'month']],
])('%s: %s is unique by %j', (_, table, columns) => {
	const indexes = migrated.prepare('SELECT name FROM pragma_index_list(?) WHERE "unique" = 1').all(table);
	const keys = indexes.map(({ name }) =>
		migrated
			.prepare('SELECT name FROM pragma_index_info(?)')
			.all(String(name))
			.map((column) => column.name),
	);
	expect(keys).toContainEqual(columns);
});

test.each([
	['overlap', 'flex_accesses'],
	['overlap', 'default_accesses'],
	['overlap', 'planned_vouchers'],
])('%s: a trigger of %s refuses it on insert and on update', (message, table) => {
	const events = triggersOf(table, message).map(
		(sql) => /BEFORE (INSERT|UPDATE OF [\w, ]+?) ON/.exec(sql)?.[1],
	);
	expect(events.sort()).toEqual(['INSERT', expect.stringMatching(/^UPDATE OF .*valid_from.*valid_until/)]);
});

test('stale_revision: a trigger refuses any step of a revision but one', () => {
	migrated.exec(`INSERT INTO companies (id, date_created, date_modified, name, payroll_reference_day, tax_affiliation, revision)
		VALUES ('c', 0, 0, 'C', 7, 'DE', 4);
		INSERT INTO users (id, date_created, date_modified, email, email_key, roles, revision)
		VALUES ('u', 0, 0, 'u', 'u', '["EMPLOYEE"]', 4);
		INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision)
		VALUES ('e', 0, 0, 'c', 'u', '[]', 4)`);
	for (const table of ['companies', 'users', 'employees']) {
		const advance = (to: number) => migrated.exec(`UPDATE ${table} SET revision = ${to}`);
		for (const step of [3, 4, 6]) expect(() => advance(step)).toThrow('stale_revision');
		expect(() => advance(5)).not.toThrow();
	}
});

test.each([
	['decided', 'expenses', ['UPDATE OF state']],
	['committed', 'payroll_transactions', ['DELETE', 'UPDATE']],
	['period_closed', 'payroll_transactions', ['INSERT']],
	['too_many_receipts', 'receipts', ['INSERT']],
	['receipt_discarded', 'receipts', ['UPDATE OF date_stored']],
])('%s: triggers on %s refuse it, before %j', (message, table, expected) => {
	const events = triggersOf(table, message).map(
		(sql) => /BEFORE (INSERT|DELETE|UPDATE(?: OF [\w, ]+?)?) ON/.exec(sql)?.[1],
	);
	expect(events).toEqual(expect.arrayContaining(expected));
});

test('the triggers that stop writes during a move are those of the catalogue of tables', () => {
	const found = migrated
		.prepare(
			`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB '*_race_move*' ORDER BY name`,
		)
		.all();
	const generated = MOVE_TRIGGERS.map(({ name, sql }) => [name, sql.slice(sql.indexOf('CREATE'), -1)]);
	expect(generated.length).toBeGreaterThan(30);
	expect(found.map(({ name, sql }) => [name, sql])).toEqual(generated.sort());
});

test('the words that the code knows of triggers are those that they raise', () => {
	const sql = tags.map((tag) => read(`${tag}.sql`)).join('\n');
	const raised = new Set([...sql.matchAll(/RAISE\(ABORT, '(\w+)'\)/g)].map(([, word]) => word));
	expect([...raised].sort()).toEqual([...RAISED].sort());
});

test('every INSERT … SELECT in the code and in triggers names its columns', () => {
	const files = globSync(['src/**/*.{ts,tsx}', 'migrations/*.sql'], { cwd: ROOT }).filter(
		(path) => path !== INSERT_SELECT,
	);
	const unnamed = files.filter((path) => {
		const text = readFileSync(join(ROOT, path), 'utf8');
		return /\.insert\([^()]*\)\s*\.select\(/.test(text) || UNNAMED_COLUMNS.test(text);
	});
	expect(unnamed).toEqual([]);
	expect(readFileSync(join(ROOT, INSERT_SELECT), 'utf8')).toMatch(/\.insert\(table\)\.select\(/);
});

test('every trigger says in its name and in a line of its own why it is there', () => {
	const found = migrated
		.prepare(`SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'`)
		.all();
	const named = found.filter(
		({ name, tbl_name }) => !new RegExp(`^${tbl_name}_(race|guard|follow|write)(_|$)`).test(String(name)),
	);
	expect(named).toEqual([]);
	const lines = tags.flatMap((tag) => read(`${tag}.sql`).split('\n'));
	const silent = lines.filter(
		(line, n) => line.startsWith('CREATE TRIGGER') && !/^-- .+\.$/.test(lines[n - 1] ?? ''),
	);
	expect(silent).toEqual([]);
});

function triggersOf(table: string, message: string): string[] {
	const found = migrated
		.prepare(`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?`)
		.all(table);
	return found.map(({ sql }) => String(sql)).filter((sql) => sql.includes(`RAISE(ABORT, '${message}')`));
}

test('the code names the first migration and the last, which cells need', () => {
	expect([FIRST_SCHEMA, SCHEMA]).toEqual([tags[0], tags.at(-1)]);
});
