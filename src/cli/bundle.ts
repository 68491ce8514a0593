import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import type { Bindings } from '../http/env.ts';
import { startRuntime, variablesAt } from './local-state.ts';
import { offeredAccounts } from './prepare.ts';
import { runWrangler } from './wrangler.ts';

/** The folder of the bundled Worker. */
export const BUNDLE = join('.wrangler', 'build');

const INPUTS = ['src/**/*', 'wrangler.toml', 'package-lock.json'];

/** The examples of the API reference depend on the day of the build, so a bundle lasts one day. */
const MAX_AGE_MS = 86_400_000;

/** Bundles what `npm run deploy` would upload, unless it was bundled today from the same files. */
export async function bundle(now: number): Promise<void> {
	const bundled = modified(join(BUNDLE, 'index.js'));
	const isFresh = now - bundled < MAX_AGE_MS && globSync(INPUTS).every((path) => modified(path) < bundled);
	if (!isFresh) await runWrangler(['deploy', '--dry-run', '--outdir', BUNDLE]);
}

/** Serves exactly what `npm run deploy` would upload, without wrangler's development proxy before it. */
export function serveBundle(port: number, settings: Partial<Bindings> = {}): Miniflare {
	const modules = [{ type: 'ESModule', path: join(BUNDLE, 'index.js') }];
	const variables = variablesAt(`http://localhost:${port}`);
	const bindings = { ...variables, DEMO_ACCOUNTS: offeredAccounts(), ...settings };
	return startRuntime(
		{ modules, modulesRoot: BUNDLE, bindings },
		{ host: 'localhost', port, unsafeTriggerHandlers: true, unsafeLocalExplorer: true },
	);
}

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
