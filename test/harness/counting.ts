import { env } from 'cloudflare:workers';

/** The database, counting round trips and rows. */
export function counting() {
	const counted = { trips: 0, rowsRead: 0, rowsWritten: 0 };
	const count = (results: D1Result[]) => {
		counted.trips++;
		for (const { meta } of results) {
			counted.rowsRead += meta.rows_read;
			counted.rowsWritten += meta.rows_written;
		}
	};
	const alone = (execute: () => Promise<D1Result>) => async () => {
		const result = await execute();
		count([result]);
		return result;
	};
	const uncounted = () => {
		throw new Error('first() and raw() do not tell the rows read');
	};
	const watched = (statement: D1PreparedStatement): D1PreparedStatement => {
		const bind = statement.bind.bind(statement);
		return Object.assign(statement, {
			bind: (...values: unknown[]) => watched(bind(...values)),
			run: alone(statement.run.bind(statement)),
			all: alone(statement.all.bind(statement)),
			first: uncounted,
			raw: uncounted,
		});
	};
	const DB = {
		prepare: (sql: string) => watched(env.DB.prepare(sql)),
		batch: async (statements: D1PreparedStatement[]) => {
			const results = await env.DB.batch(statements);
			count(results);
			return results;
		},
	};
	return { counted, bindings: { ...env, DB: DB as unknown as D1Database } };
}
