import { env } from 'cloudflare:workers';
import { databaseOver } from './database.ts';

/**
 * A database that calls `intervene` in place of a batch that holds a matching statement; `run` executes the batch.
 */
export const intercepted = (
	matching: RegExp,
	intervene: (run: () => Promise<D1Result[]>) => Promise<D1Result[]>,
): D1Database =>
	databaseOver((statements, queries) => {
		const run = () => env.DB.batch(statements);
		return queries.some((query) => matching.test(query)) ? intervene(run) : run();
	});
