import { env } from 'cloudflare:workers';

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
	const database = { prepare: (query: string) => known(env.DB.prepare(query), query), batch: send };
	return database as unknown as D1Database;
}

function elsewhere(): never {
	throw new Error('The service runs statements by batch() and raw() only');
}
