import { env } from 'cloudflare:workers';
import type { Client } from '../../src/foundation/db/database.ts';

type Batch = (statements: D1PreparedStatement[], queries: readonly string[]) => Promise<D1Result[]>;

/**
 * A database that sends every round trip through `batch`, with the texts of its statements. This includes queries that the service runs alone. Other ways to run a statement are refused, because nobody would notice them.
 */
export function databaseOver(batch: Batch): D1Database {
	const texts = new WeakMap<D1PreparedStatement, string>();
	const send = (statements: D1PreparedStatement[]) =>
		batch(
			statements,
			statements.map((statement) => texts.get(statement) ?? ''),
		);
	const known = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
		texts.set(statement, query);
		const bind = statement.bind.bind(statement);
		const raw = async () => {
			const [result] = await send([statement]);
			return result?.results.map((row) => Object.values(row as object));
		};
		return Object.assign(statement, {
			bind: (...values: unknown[]) => known(bind(...values), query),
			raw,
			run: elsewhere,
			all: elsewhere,
			first: elsewhere,
		});
	};
	return withSessions({
		prepare: (query) => known(env.DB.prepare(query), query),
		batch: send as Client['batch'],
	});
}

/** Adds the sessions of D1 to a database of the harness. All of them read the same database, and give no bookmark. */
export const withSessions = (client: Client): D1Database =>
	({ ...client, withSession: () => ({ ...client, getBookmark: () => null }) }) as unknown as D1Database;

function elsewhere(): never {
	throw new Error('The service runs statements by batch() and raw() only');
}
