import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const CONSOLE = join(ROOT, 'src', 'console');

/** What the Worker's bundle and the tests import, to name styles and scripts of the console. */
const NAMES = join(ROOT, '.assets-names.json');

/** A file that is served under a name which holds a hash of its content, so that it never changes. */
export interface Asset {
	name: string;
	address: string;
	text: string;
}

export function hashed(name: string, text: string): Asset {
	const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
	return { name, address: `/${name.replace('.', `.${hash}.`)}`, text };
}

/** The style of the console, whose files each bring a layer, and its scripts. */
export function consoleAssets(): Asset[] {
	const [order, ...rules] = filesIn('style', 'order.css').map((path) => readFileSync(path, 'utf8'));
	const scripts = filesIn('script').map((path) => hashed(basename(path), readFileSync(path, 'utf8')));
	return [hashed('console.css', [order, ...rules].join('\n')), ...scripts];
}

/** In the order of their names, after the one that comes first. */
const filesIn = (folder: string, first = ''): string[] =>
	globSync('*', { cwd: join(CONSOLE, folder) })
		.sort((a, b) => Number(b === first) - Number(a === first) || a.localeCompare(b))
		.map((name) => join(CONSOLE, folder, name));

/** Writes down how the assets are called now, unless it is written already. */
export function writeNames(): void {
	const names = Object.fromEntries(consoleAssets().map(({ name, address }) => [name, address]));
	const text = `${JSON.stringify(names, null, '\t')}\n`;
	if (!existsSync(NAMES) || readFileSync(NAMES, 'utf8') !== text) writeFileSync(NAMES, text);
}
