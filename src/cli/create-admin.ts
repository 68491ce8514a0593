import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SQLWrapper } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { hashPassword } from '../auth/passwords.ts';
import { aboutUser, CONSOLE, creation } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { connect } from '../db/client.ts';
import { identified, recordEvents } from '../db/history.ts';
import { insertUser } from '../users/store.ts';
import { tellUser } from '../users/table.ts';
import { migrateLocal, stateDir } from './local-state.ts';
import { runWrangler } from './wrangler.ts';

const { values: options } = parseArgs({
	options: { email: { type: 'string' }, remote: { type: 'boolean', default: false } },
});
const email = z.email().max(255).safeParse(options.email?.trim());
if (!email.success) {
	console.error('Usage: npm run admin:create -- --email you@company.example [--remote]');
	process.exit(2);
}

const password = randomBytes(18).toString('base64url');
try {
	if (!options.remote) await migrateLocal();
	await execute(insertStatements(email.data, await hashPassword(password)));
	console.log(`Created the PLATFORM_ADMIN ${email.data} in the ${options.remote ? 'remote' : 'local'} database.
Password, shown only now: ${password}`);
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	console.error(message.includes('users.email_key') ? `${email.data} is already used.` : message);
	process.exitCode = 1;
}

/** SQL that inserts the user and its event. Wrangler takes only text, so the values are written into it. */
function insertStatements(address: string, passwordHash: string): string {
	const now = Date.now();
	const dates = { dateCreated: now, dateModified: now, dateRegistered: now };
	const roles = ['PLATFORM_ADMIN' as const];
	const admin = { id: newId(now), ...dates, email: address, roles, passwordHash };
	const neverUsed = connect({} as D1Database);
	const event = creation('user.created', aboutUser(admin.id, null), tellUser(admin));
	const statements = [
		insertUser(neverUsed, admin),
		...recordEvents(neverUsed, CONSOLE, now, identified([event], now)),
	];
	const dialect = new SQLiteSyncDialect();
	return statements
		.map(
			(statement) =>
				`${dialect.sqlToQuery((statement as typeof statement & SQLWrapper).getSQL().inlineParams()).sql};`,
		)
		.join('\n');
}

/** Passes the SQL in a file, because other users of this machine can read a command line. */
async function execute(statement: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-'));
	const file = join(folder, 'admin.sql');
	try {
		writeFileSync(file, statement, { mode: 0o600 });
		const target = options.remote ? ['--remote'] : ['--local', '--persist-to', stateDir()];
		await runWrangler(['d1', 'execute', 'DB', '--yes', '--file', file, ...target]);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
