import { env } from 'cloudflare:workers';
import { databaseOver } from './database.ts';

/** The database, counting round trips and rows. */
export function counting() {
	const counted = { trips: 0, rowsRead: 0, rowsWritten: 0 };
	const DB = databaseOver(async (statements) => {
		const results = await env.DB.batch(statements);
		counted.trips++;
		for (const { meta } of results) {
			counted.rowsRead += meta.rows_read;
			counted.rowsWritten += meta.rows_written;
		}
		return results;
	});
	return { counted, bindings: { ...env, DB } };
}
