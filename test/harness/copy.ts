import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { run, tableNames, triggersOnRows } from './storage.ts';

export interface Replicated {
	bindings: Bindings;
	/** The database of each round trip in its order, as the service asked for it. */
	asked: string[];
	/** Brings the copy to the present state. Until then it lags behind. */
	replicate(): Promise<void>;
}

/**
 * The database with a copy. As in production, a session with a bookmark reads the copy if that is new enough, and else the
 * primary. A copy refuses writes, so that none goes there unnoticed.
 */
export async function replicated(): Promise<Replicated> {
	await prepareCopy();
	const asked: string[] = [];
	let bookmark = '';

	const watched = (client: Client, of: D1Database, name: string) => ({
		prepare: (query: string) => watchedStatement(of.prepare(query), name),
		batch: (statements: D1PreparedStatement[]) => {
			asked.push(name);
			return client.batch(statements);
		},
	});
	const watchedStatement = (statement: D1PreparedStatement, name: string): D1PreparedStatement => {
		const [bind, raw] = [statement.bind.bind(statement), statement.raw.bind(statement)];
		return Object.assign(statement, {
			bind: (...values: unknown[]) => watchedStatement(bind(...values), name),
			raw: () => {
				asked.push(name);
				return raw();
			},
		});
	};
	const withSession = (constraint: string) => {
		const isNearby = /^[\da-f]{8}-/.test(constraint) && constraint <= bookmark;
		if (isNearby) return { ...watched(env.COPY, env.COPY, 'copy'), getBookmark: () => bookmark };
		const session = env.DB.withSession(constraint);
		const name = constraint === 'first-primary' ? constraint : 'caught up';
		const on = session as unknown as D1Database;
		return { ...watched(session, on, name), getBookmark: () => session.getBookmark() };
	};
	const DB = { ...watched(env.DB, env.DB, 'primary'), withSession } as unknown as D1Database;
	const replicate = async () => {
		await copyRows();
		const session = env.DB.withSession('first-primary');
		await session.prepare('SELECT 1').run();
		bookmark = session.getBookmark() ?? '';
	};
	await replicate();
	return { bindings: { ...env, DB }, asked, replicate };
}

type Client = Pick<D1Database, 'batch'>;

async function prepareCopy(): Promise<void> {
	if ((await tableNames(env.COPY)).length > 0) return;
	await run(
		env.COPY,
		env.MIGRATIONS.flatMap(({ queries }) => queries),
	);
	await run(
		env.COPY,
		(await triggersOnRows(env.COPY)).map(({ name }) => `DROP TRIGGER ${name}`),
	);
}

async function copyRows(): Promise<void> {
	const tables = await tableNames(env.DB);
	const inserts = await Promise.all(tables.map(insertsOf));
	await run(env.COPY, [
		'PRAGMA defer_foreign_keys = ON',
		...tables.map((table) => `DELETE FROM ${table}`),
		...inserts.toReversed().flat(),
	]);
}

/** A statement for each row. */
async function insertsOf(table: string): Promise<string[]> {
	const { results } = await env.DB.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
		.bind(table)
		.all<{ name: string }>();
	const names = results.map(({ name }) => `"${name}"`);
	const values = names.map((name) => `quote(${name})`).join(" || ',' || ");
	const rows = await env.DB.prepare(`SELECT ${values} AS row FROM ${table}`).all<{ row: string }>();
	return rows.results.map(({ row }) => `INSERT INTO ${table} (${names.join()}) VALUES (${row})`);
}
