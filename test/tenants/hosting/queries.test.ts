import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SECRETS } from '../../../src/tenants/hosting/queries/rules.ts';
import { inCell, newCompanyInCell } from '../../harness/cells.ts';
import { cellOfCompany } from '../../harness/moving.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';

let company: TestCompany;
let platform: TestUser;
let cell: string;

beforeAll(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompanyInCell();
	cell = (await cellOfCompany(company.id)) ?? '';
	platform = await newUser(['PLATFORM_ADMIN']);
	for (let count = 0; count < 3; count++) await newEmployee(company);
	await inCell(cell).prepare(`UPDATE users SET password_hash = 'do-not-show'`).run();
});
beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
});

const ask = (sql: string, user = platform, { id } = company) =>
	as(user).post(`/companies/${id}/query`, { sql, reason: 'Ticket 4711' });

test('support reads rows of a company in a cell, and the access log has the reason and the statement without literals', async () => {
	const { status, body } = await ask(
		`SELECT u.email, e.id, 1.5, x'0aFF', NULL FROM employees e JOIN "users" u ON u.id = e.user_id -- by 'name'
			WHERE e.company_id = '${company.id}' /* all */ AND u.email LIKE "per%" ORDER BY u.email;`,
	);
	expect([status, body.isCut, body.rows?.length]).toEqual([200, false, 3]);
	expect(body.columns).toEqual(['email', 'id', '1.5', "x'0aFF'", 'NULL']);
	expect(body.rows[0].slice(2)).toEqual([1.5, "x'0aff'", null]);
	expect(body.rowsRead).toBeGreaterThan(2);
	const log = await as(company.admin).get(`/companies/${company.id}/access-events?userId=${platform.userId}`);
	expect(log.body).toMatchObject([{ type: 'query.read', companyId: company.id, userId: platform.userId }]);
	expect(log.body[0].request).toBe(
		`POST /api/v2/companies/${company.id}/query (Ticket 4711) SELECT u . email , e . id , ? , ? , NULL FROM employees e ` +
			'JOIN "users" u ON u . id = e . user_id WHERE e . company_id = ? AND u . email LIKE ? ORDER BY u . email',
	);
});

test('a query may name, join and repeat tables with secrets, and asks for its plan', async () => {
	const { body } = await ask(
		'WITH own AS (SELECT * FROM users) SELECT count(*), (SELECT count(*) FROM sessions) FROM own JOIN users USING (id)',
	);
	expect(body.rows[0]?.[0]).toBeGreaterThan(3);
	const all = (await ask('SELECT * FROM users LIMIT 1')).body;
	expect(all.columns).toContain('email');
	expect(all.columns).not.toContain('password_hash');
	const plan = (await ask(`EXPLAIN QUERY PLAN SELECT * FROM users WHERE email_key = 'a'`)).body;
	expect(JSON.stringify(plan.rows)).toContain('users_email_key');
});

test('a query has no facts of a draft, which only its person may read', async () => {
	const { columns } = (await ask('SELECT * FROM receipt_drafts')).body;
	expect(columns).toContain('employee_id');
	expect(columns).not.toContain('machine_facts');
	expect(await ask('SELECT machine_facts FROM receipt_drafts')).toMatchObject({ status: 400 });
});

test.each([
	'SELECT password_hash FROM users',
	'SELECT u.password_hash AS email FROM users u',
	'SELECT "PASSWORD_HASH", 1 FROM [users] WHERE password_hash IS NOT NULL',
	'SELECT * FROM main.users',
	"SELECT * FROM 'main'.'users'",
	'SELECT * FROM "m"||"ain".users',
	'SELECT * FROM `MAIN` . users',
	'SELECT * FROM/**/[main]/**/./**/users',
	'SELECT main.users.password_hash FROM users',
	"SELECT 1 WHERE 'do-not-show' IN main.users",
	'SELECT json_group_array(u.password_hash) FROM users u',
	'SELECT (SELECT password_hash FROM users LIMIT 1)',
	'SELECT 1 FROM employees ORDER BY (SELECT password_hash FROM users LIMIT 1)',
	'SELECT 1) UNION ALL SELECT (SELECT password_hash FROM main.users LIMIT 1',
	'SELECT 1) UNION ALL SELECT password_hash FROM (SELECT * FROM users',
	'WITH users AS (SELECT * FROM users) SELECT * FROM users',
	'WITH RECURSIVE users(a) AS (SELECT password_hash FROM users) SELECT * FROM users',
	'WITH x AS (SELECT 1) DELETE FROM users RETURNING password_hash',
	'WITH x AS (SELECT 1) INSERT INTO users SELECT * FROM users RETURNING *',
	'WITH x AS (DELETE FROM users RETURNING *) SELECT * FROM x',
	'UPDATE users SET language = NULL RETURNING *',
	'REPLACE INTO users DEFAULT VALUES',
	'VALUES (1)',
	'SELECT 1; SELECT password_hash FROM users',
	'SELECT 1;; DELETE FROM users',
	"SELECT 1 -- '\n; DELETE FROM users -- '",
	"SELECT '/*'; DELETE FROM users /*'*/",
	'PRAGMA table_info(users)',
	"SELECT * FROM pragma_table_info('users')",
	`SELECT * FROM "pragma_table_info"('users')`,
	'SELECT sql FROM sqlite_master',
	'SELECT sql FROM "SQLITE_SCHEMA"',
	"SELECT * FROM 'sqlite_master'",
	'SELECT * FROM sqlite_sequence',
	'SELECT * FROM _cf_KV',
	'SELECT * FROM dbstat',
	'SELECT * FROM users()',
	'SELECT rowid, password_hash FROM users WHERE rowid = 1',
	'EXPLAIN SELECT 1',
	"ATTACH ':memory:' AS other",
	"SELECT load_extension('x')",
	'SELECT ?1',
	'SELECT :name, @name, $name',
	'SELECT 1 /* open',
	"SELECT 'open",
	'',
])('%s reads and changes nothing that it must not', async (sql) => {
	const { status, body } = await ask(sql);
	expect([status, body.errors?.[0]?.pointer]).toEqual([400, '#/sql']);
	expect(JSON.stringify(body)).not.toContain('do-not-show');
	const left = await inCell(cell).prepare('SELECT count(*) AS n FROM users').first<number>('n');
	expect(left).toBeGreaterThan(3);
});

test.each([
	'SELECT * FROM (SELECT * FROM users)',
	'SELECT u.*, s.* FROM users u LEFT JOIN sessions s',
	'SELECT * FROM users AS "a b" JOIN users USING (id)',
	'SELECT \u00a0.* FROM users \u00a0, users',
	"SELECT json_group_array(json_object('id', id)) FROM users",
	'SELECT * FROM USERS',
	'SELECT * FROM "users"',
	"SELECT * FROM 'users'",
	'SELECT 1) x, (SELECT * FROM users',
	'WITH x AS (WITH y AS (SELECT * FROM users) SELECT * FROM y) SELECT * FROM x',
	'SELECT * FROM people_texts',
])('%s returns rows without secrets', async (sql) => {
	const { status, body } = await ask(sql);
	expect([status, body.detail]).toEqual([200, undefined]);
	expect(body.rows.length).toBeGreaterThan(0);
	expect(JSON.stringify(body)).not.toMatch(/do-not-show|password_hash|cookie_hash/);
});

test('an answer has at most 200 rows and 100 kB, and says that it is cut', async () => {
	const numbers = (count: number, value: string) =>
		`WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT ${value} FROM n`;
	for (const [count, value, rows, isCut] of [
		[200, 'i', 200, false],
		[201, 'i', 200, true],
		[50, 'hex(zeroblob(1000))', 49, true],
		[50, 'zeroblob(3000)', 16, true],
		[1, 'hex(zeroblob(60000))', 0, true],
	] as const) {
		const { body } = await ask(numbers(count, value));
		expect([body.rows.length, body.isCut], value).toEqual([rows, isCut]);
		expect(JSON.stringify(body.rows).length).toBeLessThan(101_000);
	}
});

test('whatever the cell itself is asked to write is undone', async () => {
	const object = env.CELLS.get(env.CELLS.idFromName(cell));
	const found = await object.query('DELETE FROM muted_notices RETURNING *', 10, 1000);
	expect(found).toMatchObject({ rows: [] });
	await inCell(cell).prepare(`INSERT INTO muted_notices SELECT id, 'invitation' FROM users LIMIT 1`).run();
	expect(await object.query('DELETE FROM muted_notices RETURNING kind', 10, 1000)).toMatchObject({
		rows: [['invitation']],
	});
	expect(await inCell(cell).prepare('SELECT count(*) AS n FROM muted_notices').first('n')).toBe(1);
});

test('others get no rows, and a shared database names wrangler', async () => {
	const count = () =>
		inCell(cell)
			.prepare(`SELECT count(*) AS n FROM access_events WHERE type = 'query.read'`)
			.first<number>('n');
	const before = await count();
	expect((await ask('SELECT 1', company.admin)).status).toBe(403);
	const shared = await newCompany();
	expect((await ask('SELECT 1', platform, shared)).body).toMatchObject({
		status: 409,
		code: 'shared_database',
		detail: expect.stringContaining('npx wrangler d1 execute'),
	});
	expect((await ask('SELECT 1', platform, { ...shared, id: platform.userId })).status).toBe(404);
	expect(await count()).toBe(before);
	expect((await ask('SELECT 42')).body.rows).toEqual([[42]]);
	expect(await count()).toBe((before ?? 0) + 1);
});

test('no row is read that the access log could not record', async () => {
	await inCell(cell)
		.prepare(`CREATE TRIGGER refuse BEFORE INSERT ON access_events BEGIN SELECT RAISE(ABORT, 'full'); END`)
		.run();
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { status, body } = await ask('SELECT 42');
	expect(status).toBeGreaterThanOrEqual(500);
	expect(JSON.stringify(body)).not.toContain('42]');
	await inCell(cell).prepare('DROP TRIGGER refuse').run();
});

/** Columns whose names sound like secrets, and are none. */
const HARMLESS = `event_texts.text people.text directory_groups.key event_archives.key event_files.key mails.attempts mails.date_attempted
	mail_days.attempts mail_turns.attempts login_attempts.attempts users.email_key address_changes.email_key invitation_days.email_key moves.key
	webhook_deliveries.attempts webhook_deliveries.date_attempted webhook_deliveries.response_body proposals.body approval_seeds.seed
	push_subscriptions.attempts receipts.invoice_mark known_tills.issuer_mark known_tills.fingerprint`;

test('every column whose name sounds like a secret is hidden or harmless', async () => {
	const { results } = await inCell(cell)
		.prepare(
			`SELECT m.name || '.' || c.name AS name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
				WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*'`,
		)
		.all<{ name: string }>();
	const all = results.map(({ name }) => name);
	const hidden = Object.entries(SECRETS).flatMap(([table, columns]) =>
		columns.map((one) => `${table}.${one}`),
	);
	expect(hidden.filter((one) => !all.includes(one))).toEqual([]);
	const suspicious =
		/\.(\w*(hash|secret|sealed|token|password|seed|verifier|nonce|finger|exchange|attempt|body|headers|mark)\w*|key|\w+_key|code\w*|value|text|last_step)$/;
	const known = [...hidden, ...HARMLESS.split(/\s+/)];
	expect(all.filter((one) => suspicious.test(one) && !known.includes(one))).toEqual([]);
});
