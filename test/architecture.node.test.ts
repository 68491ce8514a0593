import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd: SRC }).map((path) => ({
	path,
	text: readFileSync(join(SRC, path), 'utf8'),
}));

/** Which kinds a kind may import: of any feature, of its own feature, and of its own feature types only. */
const LAW: Record<string, { any: string; own?: string; ownTypes?: string }> = {
	core: { any: 'core' },
	db: { any: 'core db' },
	http: { any: 'core db http' },
	contract: { any: 'core http', ownTypes: 'store rules' },
	table: { any: 'core db table' },
	rules: { any: 'core' },
	store: { any: 'core db table', own: 'rules' },
	actions: { any: 'core db table rules store' },
	routes: { any: 'core db http', own: 'contract rules actions' },
	jobs: { any: 'core db actions jobs' },
	console: { any: 'core db http table rules store actions jobs console' },
	app: { any: 'core db http rules routes' },
	index: { any: 'core db http jobs app' },
};

function kindOf(path: string): string {
	if (/^auth\/(policy|passwords|tokens)\.ts$/.test(path)) return 'rules';
	if (path === 'auth/bearer.ts') return 'routes';
	const folder = dirname(path);
	return ['core', 'db', 'http', 'jobs', 'console'].includes(folder) ? folder : basename(path, '.ts');
}

function importsOf({ path, text }: { path: string; text: string }) {
	const statements = text.matchAll(
		/\b(?:import|export)\b\s*\(?([^;'"()]*?)(?:\bfrom\s*)?['"](\.[^'"]+)['"]/g,
	);
	return [...statements].map(([, names = '', target = '']) => ({
		from: path,
		to: relative(SRC, resolve(SRC, dirname(path), target)),
		isType: /^type\s/.test(names) || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names),
	}));
}

function isAllowed({ from, to, isType }: ReturnType<typeof importsOf>[number]): boolean {
	const { any, own = '', ownTypes = '' } = LAW[kindOf(from)] ?? { any: '' };
	const ofOwnFeature = dirname(from) === dirname(to) ? `${own} ${isType ? ownTypes : ''}` : '';
	return `${any} ${ofOwnFeature}`.split(' ').includes(kindOf(to));
}

const matching = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('a file imports only what the law allows its kind', () => {
	const imports = files.flatMap(importsOf);
	expect(imports.length).toBeGreaterThan(200);
	expect(imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test.each([
	['the clock', /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|performance\.now/, /^(index\.ts$|console\/)/],
	['SQL', /['"]drizzle-orm/, /^(db|console)\/|\/(table|store)\.ts$/],
	[
		'Hono and zod',
		/['"](hono|zod|@hono\/[\w-]+)['"/]/,
		/^(http\/|console\/|app\.ts$|auth\/(bearer|tokens)\.ts$)|\/contract\.ts$/,
	],
])('only its own rooms know %s', (_, pattern, rooms) => {
	const found = matching(pattern);
	expect(found).not.toEqual([]);
	expect(found.filter((path) => !rooms.test(path))).toEqual([]);
});

test('no catch-all folders, no barrels, no file over 200 lines', () => {
	const paths = files.map(({ path }) => path);
	expect(paths.filter((path) => /(^|\/)(utils|helpers|services|types|constants)\//.test(path))).toEqual([]);
	expect(paths.filter((path) => path.endsWith('/index.ts'))).toEqual([]);
	expect(files.filter(({ text }) => text.trimEnd().split('\n').length > 200).map(({ path }) => path)).toEqual(
		[],
	);
});
