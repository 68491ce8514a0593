import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import type { Bindings } from '../../foundation/http/env.ts';
import { stateDir } from './state-folder.ts';

// Wrangler's library would announce each file of secrets that it reads.
process.env.WRANGLER_LOG ??= 'error';

const SECRETS = '.dev.vars';

const LOCAL_URL = 'http://localhost:8787';

/** Settings of local runs besides `wrangler.toml`. Mail does not leave the machine (see docs/operating.md). */
const LOCAL_SETTINGS: Record<string, () => string> = {
	JWT_SECRET: () => randomBytes(48).toString('base64url'),
	ENCRYPTION_KEY: () => randomBytes(48).toString('base64url'),
	OPERATOR_KEY: () => randomBytes(48).toString('base64url'),
	PUBLIC_URL: () => LOCAL_URL,
	MAIL_FROM: () => 'Zubrot <zubrot@demo.example>',
	RECEIPTS_DOMAIN: () => 'in.demo.example',
};

/** Writes missing settings once, so that tokens and sealed texts survive a restart. */
export function ensureSettings(): void {
	const present = existsSync(SECRETS) ? readFileSync(SECRETS, 'utf8') : '';
	const set = variables();
	const missing = Object.entries(LOCAL_SETTINGS).filter(
		([name]) => !(name in set) && !new RegExp(`^${name}=`, 'm').test(present),
	);
	if (missing.length === 0) return;
	const separator = present === '' || present.endsWith('\n') ? '' : '\n';
	const lines = missing.map(([name, value]) => `${name}=${value()}\n`);
	appendFileSync(SECRETS, separator + lines.join(''), { mode: 0o600 });
	chmodSync(SECRETS, 0o600);
}

/** The settings from `wrangler.toml` and `.dev.vars` for a Worker on this machine. */
export const workerOptions = () => unstable_getMiniflareWorkerOptions('wrangler.toml').workerOptions;

export const variables = () => (workerOptions().bindings as Record<string, unknown> | undefined) ?? {};

/** Returns the variables of a run that serves at this address. A `PUBLIC_URL` that somebody has set stays. */
export function variablesAt(address: string): Record<string, unknown> {
	const set = variables();
	return set.PUBLIC_URL === LOCAL_URL ? { ...set, PUBLIC_URL: address } : set;
}

export function startRuntime(worker: object, options: object = {}): Miniflare {
	return new Miniflare(
		convertV4MiniflareOptions({
			log: new Log(LogLevel.ERROR),
			resourcePersistencePath: join(stateDir(), 'v3'),
			workers: [{ ...workerOptions(), modulesRules: undefined, name: 'zubrot', ...worker }],
			...options,
		} as unknown as Parameters<typeof convertV4MiniflareOptions>[0]),
	);
}

/** Removes the addresses of requests, with their queries, that `wrangler dev` has kept without bound in the local state. */
export const forgetRequests = (): void =>
	rmSync(join(stateDir(), 'v3', 'observability'), { recursive: true, force: true });

/** A Worker that does nothing, for work that needs only the database and the files. */
const IDLE = {
	modules: [{ type: 'ESModule', path: 'idle.js', contents: 'export default {}' }],
	assets: undefined,
	durableObjects: undefined,
};

/** Opens the local database and files, never remote ones, while `work` runs. Cells need the bundled Worker. */
export async function withLocalState<T>(
	work: (bindings: Bindings) => Promise<T>,
	worker: object = IDLE,
): Promise<T> {
	mkdirSync(stateDir(), { recursive: true });
	const runtime = startRuntime(worker);
	try {
		return await work(await runtime.getBindings<Bindings & Record<string, unknown>>());
	} finally {
		await runtime.dispose();
	}
}
