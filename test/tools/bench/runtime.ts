import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { startRuntime, withLocalState } from '../../../src/entrances/cli/local-state.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { stateDir } from '../../../src/entrances/cli/state-folder.ts';
import { runWrangler } from '../../../src/entrances/cli/wrangler.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import type { Session } from './seed.ts';

const WORKER = 'test/tools/bench/worker.ts';
const JWT_SECRET = 'the-secret-of-the-benchmark-is-no-secret-at-all';
const ENCRYPTION_KEY = 'the-key-of-the-benchmark-is-no-secret-at-all';

export const tokens = await createTokens(JWT_SECRET, undefined);

export const bearerOf = async (session: Session): Promise<{ Authorization: string }> => ({
	Authorization: `Bearer ${await tokens.issue(session, Date.now())}`,
});

/** Bundles the benchmark's worker as for production and creates the empty database. */
export async function prepare(): Promise<void> {
	await bundle(WORKER);
	await withLocalState(({ DB }) => migrate(DB));
}

export const bundle = (entry: string): Promise<string> =>
	runWrangler(['deploy', entry, '--dry-run', '--outdir', bundleDir(entry)]);

export interface Runtime {
	url: URL;
	bindings: Bindings;
	/** Resident memory of workerd in megabytes; NaN where there is no /proc. */
	residentMb(): number;
	/** The processor time that workerd has used; NaN if unknown. */
	cpuMs(): number;
	/** The processor time of its first thread, on which a worker starts, to the microsecond; NaN if unknown. */
	firstThreadMs(): number;
}

/**
 * Runs a bundled worker over the database of a folder in a new workerd, on a loopback port, while `work` lasts. `files` is the folder
 * that it reads by its binding ASSETS.
 */
export async function withRuntime<T>(
	work: (runtime: Runtime) => Promise<T>,
	{
		entry = WORKER,
		state = stateDir(),
		v8Flags = '',
		files,
		settings = {},
	}: {
		entry?: string;
		state?: string;
		v8Flags?: string;
		files?: string;
		settings?: Record<string, string>;
	} = {},
): Promise<T> {
	process.env.MINIFLARE_WORKERD_V8_FLAGS = v8Flags;
	const before = new Set(workerdPids());
	const worker = {
		name: 'bench',
		...modulesOf(entry),
		// The receiver of webhooks is on this machine.
		bindings: { JWT_SECRET, ENCRYPTION_KEY, WEBHOOKS_ALLOW_LOCAL: '1', ...settings },
		// The router that serves the files locally is not in front of the worker, because it costs as much as a small request.
		assets: undefined,
		serviceBindings: {
			ASSETS: files ? { disk: { path: files, writable: false } } : () => new Response(null, { status: 404 }),
		},
	};
	const miniflare = startRuntime(worker, {
		host: '127.0.0.1',
		port: 0,
		resourcePersistencePath: join(state, 'v3'),
	});
	try {
		const url = await miniflare.ready;
		const pid = workerdPids().find((candidate) => !before.has(candidate));
		const bindings = await miniflare.getBindings<Bindings & Record<string, unknown>>();
		return await work({
			url,
			bindings,
			residentMb: () => residentMb(pid),
			cpuMs: () => cpuMs(pid),
			firstThreadMs: () => firstThreadMs(pid),
		});
	} finally {
		await miniflare.dispose();
	}
}

export const bundleDir = (entry: string): string => join(stateDir(), 'bundle', entry.replaceAll('/', '-'));

/** The worker itself comes first, then what it imports, such as compiled code. */
function modulesOf(entry: string) {
	const folder = bundleDir(entry);
	const compiled = readdirSync(folder).filter((name) => name.endsWith('.wasm'));
	return {
		rootPath: folder,
		modulesRoot: folder,
		modules: [
			{ type: 'ESModule', path: join(folder, `${basename(entry, extname(entry))}.js`) },
			...compiled.map((name) => ({ type: 'CompiledWasm', path: join(folder, name) })),
		],
	};
}

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

function firstThreadMs(pid: string | undefined): number {
	if (pid === undefined) return Number.NaN;
	return Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'utf8'), 10) / 1e6;
}
