import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runWrangler } from './wrangler.ts';

/** Where the bundled Worker is. */
export const BUNDLE = join('.wrangler', 'build');

const INPUTS = ['src/**/*', 'wrangler.toml', 'package-lock.json'];

/** A bundle of yesterday is made anew: the examples of the API reference lie around the day of the build. */
const MAX_AGE_MS = 86_400_000;

/** Bundles what `npm run deploy` would upload, unless it was bundled today from the same files. */
export async function bundle(now: number): Promise<void> {
	const bundled = modified(join(BUNDLE, 'index.js'));
	const isFresh = now - bundled < MAX_AGE_MS && globSync(INPUTS).every((path) => modified(path) < bundled);
	if (!isFresh) await runWrangler(['deploy', '--dry-run', '--outdir', BUNDLE]);
}

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
