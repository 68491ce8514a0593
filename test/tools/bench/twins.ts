import { cpSync } from 'node:fs';
import type { Side } from './load.ts';
import { bundle, withRuntime } from './runtime.ts';

/** The product, and the same routes written in other ways. */
const SIDES: Record<string, string> = {
	product: 'src/index.ts',
	'bare Hono': 'test/tools/bench/twins/bare.ts',
	'sequential Drizzle': 'test/tools/bench/twins/drizzle.ts',
};

/** Runs each side in a workerd of its own, over a copy of the origin's database. */
export async function withSides<T>(origin: string, work: (sides: Side[]) => Promise<T>): Promise<T> {
	for (const entry of Object.values(SIDES)) await bundle(entry);
	return start(Object.entries(SIDES), origin, [], work);
}

async function start<T>(
	[next, ...others]: [string, string][],
	origin: string,
	started: Side[],
	work: (sides: Side[]) => Promise<T>,
): Promise<T> {
	if (next === undefined) return work(started);
	const [name, entry] = next;
	const state = `${origin}-${started.length}`;
	cpSync(origin, state, { recursive: true });
	return withRuntime(({ url, cpuMs }) => start(others, origin, [...started, { name, url, cpuMs }], work), {
		entry,
		state,
	});
}
