import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { aboutUser, COMMAND_LINE, creation } from '../../foundation/core/history.ts';
import { newId } from '../../foundation/core/id.ts';
import { commit } from '../../foundation/db/commit.ts';
import { connect, type Db, readyOf, type Statement } from '../../foundation/db/database.ts';
import { identified, recordEvents } from '../../foundation/db/record-events.ts';
import { databaseMessage } from '../../foundation/db/retry.ts';
import { hashPassword, requireGoodPassword } from '../../tenants/auth/password/rules.ts';
import { insertUser } from '../../tenants/users/store.ts';
import { tellUser } from '../../tenants/users/table.ts';
import { misused, optionsOf } from './options.ts';
import { runWrangler } from './wrangler.ts';

/** A connection that prepares statements but has no database. The statements are only written to a file. */
const NEVER_ASKED = connect({ prepare: () => ({}) } as unknown as D1Database);

const USAGE = 'Usage: npm run admin:create -- --email you@company.example [--remote]';
const options = optionsOf(USAGE, { email: { type: 'string' }, remote: { type: 'boolean', default: false } });
const email = z.email().max(255).safeParse(options.email?.trim());
if (!email.success) misused(USAGE);

const password = randomBytes(18).toString('base64url');
requireGoodPassword(password, { email: email.data });
const passwordHash = await hashPassword(password);
try {
	await (options.remote ? executeRemotely(insertStatements(NEVER_ASKED)) : executeLocally());
	console.log(`Created the PLATFORM_ADMIN ${email.data} in the ${options.remote ? 'remote' : 'local'} database.
Password, shown only now: ${password}`);
} catch (error) {
	const message = databaseMessage(error);
	const isUsed = /users\.email_key|address_elsewhere/.test(message);
	console.error(isUsed ? `${email.data} is already used.` : message);
	process.exitCode = 1;
}

function insertStatements(db: Db): Statement[] {
	const now = Date.now();
	const dates = { dateCreated: now, dateModified: now, dateRegistered: now, dateProven: now };
	const roles = ['PLATFORM_ADMIN' as const];
	const admin = {
		id: newId(now),
		...dates,
		email: email.data ?? '',
		proof: 'OPERATOR' as const,
		roles,
		passwordHash,
	};
	const event = creation('user.created', aboutUser(admin.id, null), tellUser(admin));
	return [insertUser(db, admin), ...recordEvents(db, COMMAND_LINE, now, identified([event], now))];
}

async function executeLocally(): Promise<void> {
	// The local runtime takes a second to load.
	const [{ withLocalState }, { migrate }] = await Promise.all([
		import('./local-state.ts'),
		import('./migrate.ts'),
	]);
	await withLocalState(async ({ DB }) => {
		await migrate(DB);
		await commit(connect(DB), insertStatements(connect(DB)));
	});
}

/** Wrangler takes only text, so the values are written into the SQL; in a file, because others can read a command line. */
async function executeRemotely(statements: Statement[]): Promise<void> {
	const sql = statements.map((statement) => `${inlined(statement)};`);
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-'));
	const file = join(folder, 'admin.sql');
	try {
		writeFileSync(file, sql.join('\n'), { mode: 0o600 });
		await runWrangler(['d1', 'execute', 'DB', '--yes', '--file', file, '--remote']);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Returns SQL with its values in place of the parameters. Question marks in quotes are no parameters. */
function inlined(statement: Statement): string {
	const { sql, params } = readyOf(statement);
	let next = 0;
	return sql.replaceAll(/'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? literalOf(params[next++]) : found));
}

function literalOf(value: unknown): string {
	if (value === null || typeof value === 'number') return String(value);
	if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
	return `'${String(value).replaceAll("'", "''")}'`;
}
