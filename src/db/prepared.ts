import { fillPlaceholders, type Query } from 'drizzle-orm';
import type { Db, Statement } from './client.ts';

/** What `db.batch` asks of a statement. */
interface Template {
	getQuery(): Query;
	mapResult(response: unknown, isFromBatch?: boolean): unknown;
}

/**
 * A query for `batch` whose SQL is spelt once a database, not once a call: spelling it is most of what a cheap read costs.
 * `build` puts `sql.placeholder(name)` where the arguments go.
 */
export function prepared<A extends Record<string, unknown>, Q extends Statement>(
	build: (db: Db) => Q,
): (db: Db, args: A) => Q {
	const templates = new WeakMap<Db, Template>();
	return (db, args) => {
		const template = templates.get(db) ?? (build(db) as unknown as { _prepare(): Template })._prepare();
		templates.set(db, template);
		const { sql, params } = template.getQuery();
		const query = { sql, params: fillPlaceholders(params, args) };
		return {
			toSQL: () => query,
			_prepare: () => ({
				getQuery: () => query,
				stmt: db.$client.prepare(sql),
				mapResult: (response: unknown) => template.mapResult(response, true),
			}),
		} as unknown as Q;
	};
}
