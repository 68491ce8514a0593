import { env } from 'cloudflare:workers';

/** Every row of every table of ours, and how far the sequences have come. */
export async function everythingStored(): Promise<unknown[]> {
	const tables = await env.DB.prepare(
		`SELECT name FROM sqlite_master
			WHERE type = 'table' AND name NOT GLOB '_cf_*' AND (name = 'sqlite_sequence' OR name NOT GLOB 'sqlite_*')`,
	).all<{ name: string }>();
	const results = await env.DB.batch(
		tables.results.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)),
	);
	return results.map((result) => result.results);
}
