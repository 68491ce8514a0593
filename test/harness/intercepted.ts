import { env } from 'cloudflare:workers';

/**
 * A database that calls `intervene` in place of a batch that holds a matching statement; `run` executes the batch.
 */
export function intercepted(
	matching: RegExp,
	intervene: (run: () => Promise<D1Result[]>) => Promise<D1Result[]>,
) {
	let prepared: string[] = [];
	const d1 = {
		prepare(query: string) {
			prepared.push(query);
			return env.DB.prepare(query);
		},
		batch(statements: D1PreparedStatement[]) {
			const queries = prepared.join('\n');
			prepared = [];
			const run = () => env.DB.batch(statements);
			return matching.test(queries) ? intervene(run) : run();
		},
	};
	return d1 as unknown as D1Database;
}
