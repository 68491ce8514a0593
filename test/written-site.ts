import { execFileSync } from 'node:child_process';
import { globSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const INPUTS = ['src/**/*', 'migrations/*', 'package-lock.json', 'wrangler.toml'];

/** Writes the static files, unless that was done today from the same sources. It takes as long as the tests of a small room. */
export function writeSiteOnce(root: string, now: number): void {
	const folder = join(root, '.assets');
	const written = modified(folder);
	const isOfToday = new Date(written).toDateString() === new Date(now).toDateString();
	const isNewest = globSync(INPUTS, { cwd: root }).every((path) => modified(join(root, path)) < written);
	if (isOfToday && isNewest) return;
	// In a process of its own, so that the configuration of the tests need not load the whole service.
	execFileSync(process.execPath, ['src/entrances/cli/build.ts'], { cwd: root, stdio: 'inherit' });
	// Equal files are not written again, so the folder says when this was done.
	utimesSync(folder, now / 1000, now / 1000);
}

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
