import { is, Param, Placeholder } from 'drizzle-orm';
import { type Db, type Ready, readyOf, type Statement } from './database.ts';

export type Arguments = Record<string, unknown>;

/**
 * Returns a query for `batch` whose SQL text is built only once, because building it is most of the cost of a cheap query. `build` uses
 * `sql.placeholder(name)` for each argument.
 */
export function prepared<A extends Arguments, Q extends Statement>(
	build: (db: Db) => Q,
): (db: Db, args: A) => Q {
	let template: Template | undefined;
	return (db, args) => {
		template ??= templateOf(build(db));
		return filled(template, args) as Q;
	};
}

/** Like `prepared`, for queries whose SQL also depends on a `kind`. The text is built once for each kind. */
export function preparedByKind<K, A extends Arguments, Q extends Statement>(
	build: (db: Db, kind: K) => Q,
): (db: Db, kind: K, args: A) => Q {
	const templates = new Map<K, Template>();
	return (db, kind, args) => {
		const template = templates.get(kind) ?? templateOf(build(db, kind));
		templates.set(kind, template);
		return filled(template, args) as Q;
	};
}

/** A statement with the source of each value: a constant, or the name and encoder of an argument. */
interface Template extends Ready {
	places: readonly { name?: string; encoder?: Param['encoder']; constant?: unknown }[];
}

function templateOf(statement: Statement): Template {
	const ready = readyOf(statement);
	const places = ready.params.map((param) => {
		const value = is(param, Param) ? param.value : param;
		if (!is(value, Placeholder)) return { constant: param };
		return is(param, Param) ? { name: value.name, encoder: param.encoder } : { name: value.name };
	});
	return { ...ready, places };
}

function filled({ sql, query, columns, places }: Template, args: Arguments): Statement {
	const params: unknown[] = [];
	for (const { name, encoder, constant } of places) {
		if (name !== undefined && !(name in args)) throw new Error(`No value for ${name}`);
		const value = name === undefined ? constant : (args[name] ?? null);
		params.push(encoder === undefined || value === null ? value : encoder.mapToDriverValue(value));
	}
	const ready: Ready = { sql, params, query, columns };
	return { ready, toSQL: () => ready } as unknown as Statement;
}
