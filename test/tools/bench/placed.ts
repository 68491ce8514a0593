import { createApp } from '../../../src/app.ts';
import { consoleRoutes } from '../../../src/console/routes.tsx';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { BOOKMARK, type Distances } from './placed-at.ts';

let passed = 0;
const newApp = () => createApp(() => Date.now() + passed, consoleRoutes);
const [app, beside] = [newApp(), newApp()];

export { Cell } from './no-cell.ts';

/** The round trips of the present request. */
let hops: string[] = [];

async function far<T>(name: string, ms: number, work: () => Promise<T>): Promise<T> {
	hops.push(name);
	await new Promise((resolve) => setTimeout(resolve, ms));
	return work();
}

/** D1 at these distances. A session with a bookmark reads the copy; everything else goes to the primary. */
function databaseAt(d1: D1Database, { primary, copy }: Distances): D1Database {
	const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
	const at = (name: string, ms: number) => {
		const watched = (statement: D1PreparedStatement): D1PreparedStatement => {
			const own = {
				bind: (...values: unknown[]) => watched(statement.bind(...values)),
				raw: () => far(name, ms, () => statement.raw()),
			} as unknown as D1PreparedStatement;
			originals.set(own, statement);
			return own;
		};
		const batch = (all: D1PreparedStatement[]) =>
			far(name, ms, () => d1.batch(all.map((one) => originals.get(one) ?? one)));
		return { prepare: (query: string) => watched(d1.prepare(query)), batch, getBookmark: () => BOOKMARK };
	};
	const [toPrimary, toCopy] = [at('p', primary), at('c', copy)];
	const withSession = (constraint: string) => (constraint === 'first-primary' ? toPrimary : toCopy);
	return { ...toPrimary, withSession } as unknown as D1Database;
}

export default {
	/** Serves a request in a placement. `Passed` moves the clock, by which the rights have to be asked for again. */
	async fetch(request, env, context) {
		const { forward, ...distances } = JSON.parse(request.headers.get('Distances') ?? '{}') as Distances;
		passed += Number(request.headers.get('Passed') ?? 0);
		hops = [];
		const { MAIL_QUEUE: _, ...others } = env;
		const near: Bindings = { ...others, DB: databaseAt(env.DB, distances) };
		if (forward !== undefined) {
			const there = { ...others, DB: databaseAt(env.DB, { primary: 5, copy: 5 }) };
			const serve = (sent: Request) => far('f', forward, async () => beside.fetch(sent, there, context));
			near.PRIMARY = { fetch: serve } as unknown as Fetcher;
		}
		const started = Date.now();
		const response = await app.fetch(request, near, context);
		const answer = new Response(response.body, response);
		answer.headers.set('Hops', hops.join(' '));
		answer.headers.set('Waited', String(Date.now() - started));
		return answer;
	},
} satisfies ExportedHandler<Bindings>;
