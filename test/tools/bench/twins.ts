import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Side } from './load.ts';
import { bundle, withRuntime } from './runtime.ts';

/** The product, and the same routes written in other ways. */
const SIDES: Record<string, string> = {
	product: 'src/index.ts',
	'bare Hono': 'test/tools/bench/twins/bare.ts',
	'Prisma, a client a request': 'test/tools/bench/twins/prisma/worker.ts',
	'sequential Drizzle': 'test/tools/bench/twins/drizzle.ts',
};

const PRISMA = 'test/tools/bench/twins/prisma';

/** Runs each side in a workerd of its own, over a copy of the origin's database. */
export async function withSides<T>(origin: string, work: (sides: Side[]) => Promise<T>): Promise<T> {
	await installPrisma();
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

/** Prisma's own packages, and the client that it generates. The engine that it would download serves migrations only. */
async function installPrisma(): Promise<void> {
	await run('npm', ['ci', '--prefix', PRISMA, '--ignore-scripts', '--silent']);
	await run(join(PRISMA, 'node_modules/.bin/prisma'), [
		'generate',
		'--schema',
		join(PRISMA, 'schema.prisma'),
	]);
	await run('tsc', ['--noEmit', '-p', PRISMA]);
}

function run(command: string, args: string[]): Promise<void> {
	const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
	const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} failed`))));
	});
}
