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

/** Copies all rows in four round trips, because tests do it often. */
async function copyRows(): Promise<void> {
	const tables = await tableNames(env.DB);
	const columns = await columnsOf(tables);
	const namesOf = (table: string) => columns.get(table) ?? [];
	const found = await env.DB.batch<{ row: string }>(
		tables.map((table) => {
			const values = namesOf(table).map((name) => `quote(${name})`);
			return env.DB.prepare(`SELECT ${values.join(" || ',' || ")} AS row FROM ${table}`);
		}),
	);
	const inserts = tables.map((table, index) =>
		(found[index]?.results ?? []).map(
			({ row }) => `INSERT INTO ${table} (${namesOf(table).join()}) VALUES (${row})`,
		),
	);
	await run(env.COPY, [
		'PRAGMA defer_foreign_keys = ON',
		...tables.map((table) => `DELETE FROM ${table}`),
		...inserts.toReversed().flat(),
	]);
}

/** The columns of each table, in quotes. */
async function columnsOf(tables: readonly string[]): Promise<Map<string, string[]>> {
	const { results } = await env.DB.prepare(
		`SELECT t.value AS of, '"' || c.name || '"' AS name FROM json_each(?) t CROSS JOIN pragma_table_xinfo(t.value) c
			WHERE c.hidden = 0`,
	)
		.bind(JSON.stringify(tables))
		.all<{ of: string; name: string }>();
	const byTable = Map.groupBy(results, ({ of }) => of);
	return new Map([...byTable].map(([of, columns]) => [of, columns.map(({ name }) => name)]));
}
