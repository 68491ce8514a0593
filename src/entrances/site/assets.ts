import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { releasedFiles } from './released.ts';
import { schemaFiles } from './schema.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CONSOLE = join(ROOT, 'src', 'console');
const ZXING = join(ROOT, 'node_modules', 'zxing-wasm', 'dist');
/** Libraries that are put before a script. A worker cannot import them, because it does not know the hashes in their names. */
const BEFORE: Record<string, string> = {
	'phone-worker.js': join(ROOT, 'node_modules', 'idb-keyval', 'dist', 'umd.js'),
};

/** The file with the names of the console's styles and scripts, for the Worker's bundle and the tests. */
const NAMES = join(ROOT, '.assets-names.json');

/** A file with a hash of its content in its name, so that browsers can cache it forever. */
export interface Asset {
	name: string;
	address: string;
	content: string | Buffer;
}

export function hashed(name: string, content: string | Buffer): Asset {
	const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
	return { name, address: `/${name.replace('.', `.${hash}.`)}`, content };
}

/** The console's style sheet, joined from one file per layer, its scripts, and the library that reads codes in pictures. */
export function consoleAssets(): Asset[] {
	const [order, ...rules] = filesIn('style', 'tokens.css').map((path) => readFileSync(path, 'utf8'));
	const scripts = filesIn('script').map((path) => {
		const parts = [BEFORE[basename(path)] ?? [], path].flat();
		return hashed(basename(path), parts.map((part) => readFileSync(part, 'utf8')).join('\n'));
	});
	return [
		hashed('console.css', withoutNotes([order, ...rules].join('\n'))),
		...scripts,
		hashed('zxing.js', readFileSync(join(ZXING, 'iife', 'reader', 'index.js'))),
		hashed('zxing.wasm', readFileSync(join(ZXING, 'reader', 'zxing_reader.wasm'))),
	];
}

/** Returns a style sheet without comments, indentation and empty lines: a fifth of what a first view transfers. */
const withoutNotes = (css: string): string =>
	css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s*\n\s*/g, '\n');

/** Sorts the files by name, except for the one that must come first. */
const filesIn = (folder: string, first = ''): string[] =>
	globSync('*', { cwd: join(CONSOLE, folder) })
		.sort((a, b) => Number(b === first) - Number(a === first) || a.localeCompare(b))
		.map((name) => join(CONSOLE, folder, name));

/** Writes the file with the names of the assets, and the files that the Worker reads. Files that are the same are left alone. */
export function writeNames(): void {
	const names = Object.fromEntries(consoleAssets().map(({ name, address }) => [name, address]));
	writeChanged(NAMES, `${JSON.stringify(names, null, '\t')}\n`);
	for (const [name, text] of Object.entries({ ...schemaFiles(), ...releasedFiles() }))
		writeChanged(join(ROOT, '.assets', name), text);
}

function writeChanged(path: string, text: string): void {
	if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
