import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { writeSite } from '../site/write.ts';
import { BUNDLE } from './bundle.ts';

/** Holds one file: the Worker of the last release with its suite. */
const FOLDER = join('test', 'released');

/** The tests that call a service from outside. They reach it through `SERVICE`. */
const SUITE = ['answers', 'export', 'sso', 'journeys'].map((name) => `test/whole/black-box/${name}.ts`);
const SERVICE = 'test/whole/black-box/service.ts';

/** The static files of the release. Their examples depend on the day, so a fixed day makes the same files each time. */
const ASSETS = '.assets';
const DAY = Date.UTC(2026, 2);

/**
 * Stores the bundled Worker with its static files, and the suite that tests it from outside. Later releases run both on their own
 * schema. The file replaces that of the release before.
 */
export function storeReleasedWorker(version: string): { path: string; bytes: number } {
	const site = join('.wrangler', 'released-site');
	writeSite(site, DAY);
	const assets = readdirSync(site, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.map((path) => [join(ASSETS, relative(site, path)), path] as const);
	const others = ['wrangler.toml', ...withImports(SUITE)].map((path) => [path, path] as const);
	const files = [...assets, ...others, ['index.js', join(BUNDLE, 'index.js')] as const].sort();
	const contents = files.map(([, path]) => readFileSync(path));
	const sizes = Object.fromEntries(files.map(([name], index) => [name, contents[index]?.length ?? 0]));
	const content = Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...contents]);
	const params = {
		[constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
		[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
	};
	const stored = brotliCompressSync(content, { params });
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER, { recursive: true });
	const path = join(FOLDER, `${version}.br`);
	writeFileSync(path, stored);
	return { path, bytes: stored.length };
}

/** Returns these files and all files of ours that they import, except `SERVICE`. */
function withImports(paths: readonly string[], known = new Set<string>([SERVICE])): string[] {
	return paths.flatMap((path) => {
		if (known.has(path)) return [];
		known.add(path);
		const imports = [...readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)].map(([, to = '']) =>
			relative('.', resolve(dirname(path), to)),
		);
		return [path, ...withImports(imports, known)];
	});
}

/** The unpacked Worker of the last release. */
export interface ReleasedWorker {
	version: string;
	/** The folder with `wrangler.toml`, `index.js` and the static files. */
	folder: string;
	/** The tests of its suite, which import the service of this repository. */
	suite: string[];
	migrations: { name: string; sql: string }[];
}

export function unpackReleasedWorker(to: string): ReleasedWorker {
	const [name = ''] = readdirSync(FOLDER);
	const folder = resolve(to);
	rmSync(folder, { recursive: true, force: true });
	for (const [path, content] of filesIn(brotliDecompressSync(readFileSync(join(FOLDER, name)))))
		write(join(folder, path), content);
	write(join(folder, SERVICE), `export * from ${JSON.stringify(resolve(SERVICE))};\n`);
	const migrations = JSON.parse(readFileSync(join(folder, ASSETS, 'migrations.json'), 'utf8'));
	return {
		version: name.replace('.br', ''),
		folder,
		suite: SUITE.map((path) => join(folder, path)),
		migrations,
	};
}

/** The files, by their path in the repository. The sizes in the first line divide the bytes after it. */
function filesIn(content: Buffer): [string, Buffer][] {
	let at = content.indexOf('\n') + 1;
	const sizes: Record<string, number> = JSON.parse(content.subarray(0, at).toString());
	return Object.entries(sizes).map(([path, size]) => {
		at += size;
		return [path, content.subarray(at - size, at)];
	});
}

function write(path: string, content: string | Buffer): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, content);
}
