import { env } from 'cloudflare:workers';

/** The tables of the product: neither those of SQLite and D1 nor the copies that the harness keeps. */
const OURS = ['sqlite_*', '_cf_*', 'd1_migrations', 'saved_*', 'first_*']
	.map((pattern) => `name NOT GLOB '${pattern}'`)
	.join(' AND ');

export const BUCKETS = [env.RECEIPTS, env.HISTORY];

/** The tables are those of the database, so that none is forgotten. */
export async function tableNames(): Promise<string[]> {
	const query = `SELECT name FROM sqlite_master WHERE type = 'table' AND ${OURS} ORDER BY name`;
	const { results } = await env.DB.prepare(query).all<{ name: string }>();
	return results.map(({ name }) => name);
}

export interface Trigger {
	of: string;
	name: string;
	sql: string;
}

/** The triggers that rows set off when they are inserted or deleted. */
export async function triggersOnRows(): Promise<Trigger[]> {
	const { results } = await env.DB.prepare(
		`SELECT tbl_name AS of, name, sql FROM sqlite_master WHERE type = 'trigger'`,
	).all<Trigger>();
	return results.filter(({ sql }) => !/^\s*CREATE TRIGGER\s+\S+\s+\w+\s+UPDATE\b/i.test(sql));
}

/**
 * Rewrites rows of these tables by statements of the harness, in one batch. Their triggers would refuse some of it, so they
 * are dropped meanwhile.
 */
export async function rewrite(
	tables: readonly string[],
	triggers: readonly Trigger[],
	statements: readonly string[],
): Promise<void> {
	const idle = triggers.filter(({ of }) => tables.includes(of));
	const steps = [
		'PRAGMA defer_foreign_keys = ON',
		...idle.map(({ name }) => `DROP TRIGGER ${name}`),
		...statements,
		...idle.map(({ sql }) => sql),
	];
	await env.DB.batch(steps.map((step) => env.DB.prepare(step)));
}
