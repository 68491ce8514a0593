import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import type { Bindings } from '../../foundation/http/env.ts';
import { hasDemo, offeredAccounts } from './demo.ts';
import { startRuntime, variablesAt } from './local-state.ts';
import { runWrangler } from './wrangler.ts';

export const BUNDLE = join('.wrangler', 'build');

const INPUTS = ['src/**/*', 'wrangler.toml', 'package-lock.json'];

/** The examples of the API reference depend on the day of the build, so a bundle lasts one day. */
const MAX_AGE_MS = 86_400_000;

/** Bundles what `npm run deploy` would upload, unless it was bundled today from the same files. */
export async function bundle(now: number): Promise<void> {
	const made = modified(join(BUNDLE, 'index.js'));
	const isFresh = now - made < MAX_AGE_MS && globSync(INPUTS).every((path) => modified(path) < made);
	if (!isFresh) await runWrangler(['deploy', '--dry-run', '--outdir', BUNDLE]);
}

/** Serves exactly what `npm run deploy` would upload, without wrangler's development proxy before it. */
export function serveBundle(port: number, settings: Partial<Bindings> = {}): Miniflare {
	const variables = variablesAt(`http://localhost:${port}`);
	const bindings = {
		...variables,
		...(hasDemo() && { DEMO_ACCOUNTS: offeredAccounts() }),
		OPERATED_LOCALLY: '1',
		...settings,
	};
	return startRuntime(
		{ ...bundled(), bindings },
		{ host: 'localhost', port, unsafeTriggerHandlers: true, unsafeLocalExplorer: true },
	);
}

/** The bundled Worker, for `startRuntime`. */
export const bundled = () => ({
	modules: [{ type: 'ESModule', path: join(BUNDLE, 'index.js') }],
	modulesRoot: BUNDLE,
});

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
