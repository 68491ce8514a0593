import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { createTokens } from '../../src/auth/tokens.ts';
import { migrateLocal, stateDir } from '../../src/cli/local-state.ts';
import { runWrangler } from '../../src/cli/wrangler.ts';
import type { Bindings } from '../../src/http/env.ts';

const JWT_SECRET = 'the-secret-of-the-benchmark-is-no-secret-at-all';

export const tokens = await createTokens(JWT_SECRET, undefined);

/** What of Miniflare is used here. */
interface Miniflare {
	ready: Promise<URL>;
	getBindings(): Promise<Bindings>;
	dispose(): Promise<void>;
}

/** Wrangler's own Miniflare: `wrangler dev` would put a proxy before the worker, which slows every request alike. */
const { Miniflare, convertV4MiniflareOptions } = createRequire(import.meta.resolve('wrangler'))(
	'miniflare',
) as {
	Miniflare: new (options: object) => Miniflare;
	convertV4MiniflareOptions(options: object): object;
};

/** Bundles the benchmark's worker as for production and creates the empty database. */
export async function prepare(): Promise<void> {
	await runWrangler(['deploy', 'test/bench/worker.ts', '--dry-run', '--minify', '--outdir', bundleDir()]);
	await migrateLocal();
}

export interface Runtime {
	url: URL;
	bindings: Bindings;
	/** Resident memory of workerd in megabytes; NaN where there is no /proc. */
	residentMb(): number;
	/** What workerd has used of the processors; NaN likewise. */
	cpuMs(): number;
}

/** Runs the worker and its database in a new workerd, on a loopback port, while `work` lasts. */
export async function withRuntime<T>(work: (runtime: Runtime) => Promise<T>): Promise<T> {
	const { workerOptions } = unstable_getMiniflareWorkerOptions('wrangler.toml');
	const { assets: _, ...options } = workerOptions;
	const modules = [{ type: 'ESModule', path: join(bundleDir(), 'worker.js') }];
	const worker = { ...options, name: 'bench', rootPath: bundleDir(), modules, bindings: { JWT_SECRET } };
	const before = new Set(workerdPids());
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			host: '127.0.0.1',
			port: 0,
			resourcePersistencePath: join(stateDir(), 'v3'),
			workers: [worker],
		}),
	);
	try {
		const url = await miniflare.ready;
		const pid = workerdPids().find((candidate) => !before.has(candidate));
		const bindings = await miniflare.getBindings();
		return await work({ url, bindings, residentMb: () => residentMb(pid), cpuMs: () => cpuMs(pid) });
	} finally {
		await miniflare.dispose();
	}
}

const bundleDir = (): string => join(stateDir(), 'bundle');

/** The workerd processes that this process started. */
function workerdPids(): string[] {
	try {
		return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOwnWorkerd(pid));
	} catch {
		return [];
	}
}

function isOwnWorkerd(pid: string): boolean {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		return /^Name:\s+workerd$/m.test(status) && new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status);
	} catch {
		return false;
	}
}

function residentMb(pid: string | undefined): number {
	if (pid === undefined) return Number.NaN;
	const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return Number(kilobytes) / 1024;
}

/** User and system time, which Linux counts in hundredths of a second. */
function cpuMs(pid: string | undefined): number {
	if (pid === undefined) return Number.NaN;
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /, '')
		.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}
