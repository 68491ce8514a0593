import { fillPlaceholders, type Query } from 'drizzle-orm';
import type { Db, Statement } from './client.ts';

/** The methods of a statement that `db.batch` calls. */
interface Template {
	getQuery(): Query;
	mapResult(response: unknown, isFromBatch?: boolean): unknown;
}

/**
 * A query for `batch` whose SQL text is built once per database, not per call: building it is most of what a
 * cheap read costs. `build` puts `sql.placeholder(name)` in place of each argument.
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
