import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,tsx}', { cwd: SRC }).map((path) => ({
	path,
	text: readFileSync(join(SRC, path), 'utf8'),
}));

/**
 * The wings and their rooms. Each wing builds on the wings above it, each room on the rooms above and before it, and imports nothing of
 * the others. The console is a wing of pages, without rooms.
 */
const WINGS: Record<string, string> = {
	foundation: 'core db cells http lean',
	tenants: 'companies hosting users mail auth history',
	benefits: 'employees ledger goodies flex expenses balances payroll employment onboarding',
	administration: 'webhooks proposals accounts overview causes monitoring privacy sandboxes',
	entrances: 'scim mcp jobs site cli',
	console: '',
};

const roomsOf = (wing: string): string[] => (WINGS[wing] ?? '').split(' ').map((room) => join(wing, room));
const ROOMS = Object.keys(WINGS).flatMap(roomsOf);

/** The order of all code. `app.ts` mounts the entrances that serve requests. The site describes it, and the command line starts it. */
const ORDER = ROOMS.flatMap((room) => (room === 'entrances/site' ? ['app.ts', room] : [room])).concat(
	'index.ts',
);

/** Lists what a file of each kind may import from its own room or an earlier one. The console and contracts also take the types of records. */
const LAW: Record<string, string> = {
	core: 'core',
	db: 'core db',
	cells: 'core db cells',
	object: 'core db cells http',
	http: 'core db cells http',
	lean: 'lean',
	rules: 'core rules',
	table: 'core db rules table',
	contract: 'core http rules contract',
	queries: 'core db rules table queries',
	store: 'core db cells rules table queries',
	remote: 'core http rules remote',
	gate: 'core db cells rules table store gate',
	actions: 'core db cells rules table store remote gate actions',
	// Long work that several runs continue.
	steps: 'core db cells rules table store remote actions steps',
	bearer: 'core db cells http rules gate actions',
	routes: 'core db cells http rules contract gate bearer actions steps routes',
	scim: 'core db cells http rules table queries store actions scim',
	mcp: 'core db cells http actions mcp',
	jobs: 'core db cells http actions steps jobs',
	app: 'core db cells http rules bearer routes scim mcp',
	site: 'core http scim app site',
	cli: 'core db cells http rules table store remote actions jobs site cli',
	console: 'core db cells http rules contract gate bearer actions lean console',
	index: 'core db cells object http jobs app console',
};

/** Files that have a name of their own: their kind, the place where their room would have to stand, and the reason. */
const NAMED: Record<string, { kind: string; room: string; why: string }> = {
	'foundation/cells/object.ts': {
		kind: 'object',
		room: 'foundation/http',
		why: 'The object of a cell is an entry of its own, so it writes its errors to the log. Only the entry may import it.',
	},
	'benefits/expenses/signatures/curves.ts': {
		kind: 'rules',
		room: 'benefits/expenses',
		why: 'It is loaded when the first receipt needs it, and contains only what is loaded.',
	},
};
const MOST_NAMED = 6;

const wingOf = (path: string): string => path.split('/')[0] ?? '';

function roomOf(path: string): string {
	const wing = wingOf(path);
	if (NAMED[path] !== undefined) return NAMED[path].room;
	return WINGS[wing] ? path.split('/').slice(0, 2).join('/') : wing;
}

/** All files of these rooms have the kind of their room, and the others say theirs in their name. */
const OF_ONE_KIND = [...roomsOf('foundation'), ...roomsOf('entrances'), 'console'];

function kindOf(path: string): string {
	if (NAMED[path] !== undefined) return NAMED[path].kind;
	const room = roomOf(path);
	return basename(OF_ONE_KIND.includes(room) ? room : path).replace(/\.tsx?$/, '');
}

interface Import {
	from: string;
	to: string;
	isType: boolean;
}

function importsOf({ path, text }: { path: string; text: string }): Import[] {
	const statements = text.matchAll(
		/\b(?:import|export)\b\s*\(?([^;'"()]*?)(?:\bfrom\s*)?['"](\.[^'"]+)['"]/g,
	);
	const own = [...statements].filter(([, , target = '']) => /^(?!.*node_modules).*\.tsx?$/.test(target));
	return own.map(([, names = '', target = '']) => ({
		from: path,
		to: relative(SRC, resolve(SRC, dirname(path), target)),
		isType: /^type\s/.test(names) || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names),
	}));
}

const imports = files.flatMap(importsOf);

function isAllowed({ from, to, isType }: Import): boolean {
	const kind = kindOf(from);
	const isOfRecord = isType && /^(store|table)$/.test(kindOf(to));
	if (isOfRecord && (kind === 'console' || kind === 'contract')) return true;
	return (LAW[kind] ?? '').split(' ').includes(kindOf(to));
}

const matching = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
const told = (some: readonly Import[]) => some.map(({ from, to }) => `${from} imports ${to}`);

test('a file has the name of a kind, except for a few', () => {
	expect(files.filter(({ path }) => LAW[kindOf(path)] === undefined)).toEqual([]);
	const named = Object.keys(NAMED);
	expect(named.length).toBeLessThanOrEqual(MOST_NAMED);
	expect(named.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
});

test('a file imports only what the law allows its kind', () => {
	expect(imports.length).toBeGreaterThan(200);
	expect(told(imports.filter((one) => !isAllowed(one)))).toEqual([]);
});

test('a room imports only rooms that stand before it, and a wing only such wings', () => {
	const rank = (path: string) => ORDER.indexOf(roomOf(path));
	expect(files.filter(({ path }) => rank(path) < 0)).toEqual([]);
	expect(told(imports.filter(({ from, to }) => rank(to) > rank(from)))).toEqual([]);
});

test('only the app and the entry call the entrances and the console', () => {
	const calls = imports.filter(
		({ from, to }) => /^(entrances|console)$/.test(wingOf(to)) && wingOf(from) !== wingOf(to),
	);
	expect([...new Set(calls.map(({ from }) => from))].sort()).toEqual(['app.ts', 'index.ts']);
});

test('no file imports itself, by whatever way around', () => {
	const open = new Set(files.map(({ path }) => path));
	for (let before = -1; before !== open.size; ) {
		before = open.size;
		for (const path of open) {
			if (imports.every(({ from, to, isType }) => isType || from !== path || !open.has(to)))
				open.delete(path);
		}
	}
	expect([...open]).toEqual([]);
});

test('the house has these rooms, and no fourth level', () => {
	const folders = new Set(files.map(({ path }) => roomOf(path)));
	expect([...folders].sort()).toEqual(ORDER.toSorted());
	const depth = (path: string) => path.split('/').length;
	expect(files.filter(({ path }) => depth(path) > (wingOf(path) === 'console' ? 3 : 4))).toEqual([]);
});

test('each inner room has a test file or a folder of tests with its name', () => {
	const inner = new Set(
		files.map(({ path }) => dirname(path)).filter((folder) => folder.split('/').length === 3),
	);
	const tests = globSync('*/*/**/*.test.ts', { cwd: import.meta.dirname });
	const isTested = (room: string) =>
		tests.some((path) => path.startsWith(`${room}/`) || path.startsWith(`${room}.`));
	expect([...inner].filter((room) => !isTested(room))).toEqual([]);
	expect(inner.size).toBeGreaterThan(100);
});

test('all routes of rooms are mounted, and each of them once', () => {
	const served = files.filter(({ path }) => kindOf(path) === 'routes' || path === 'entrances/scim/routes.ts');
	const exported = served.flatMap(({ text }) => [
		...text.matchAll(/^export (?:const|function) (\w+Routes)\b/gm),
	]);
	const mounted = [...served, ...files.filter(({ path }) => path === 'app.ts')].flatMap(({ text }) => [
		...text.matchAll(/^\t(\w+Routes),$|\.route\([^,()]+, (\w+Routes)\b/gm),
	]);
	expect(mounted.map(([, one, other]) => one ?? other).sort()).toEqual(
		exported.map(([, name]) => name).sort(),
	);
	expect(exported.length).toBeGreaterThan(20);
});

test.each([
	['the clock', /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|performance\.now/, /^(index\.ts$|entrances\/cli\/)/],
	['SQL', /['"]drizzle-orm/, /^(foundation\/(db|cells)|entrances\/cli)\/|\/(table|queries|store)\.ts$/],
	[
		'Hono and zod',
		/['"](hono|zod|@hono\/[\w-]+)['"/]/,
		/^(foundation\/(http|lean)|entrances\/(scim|mcp|cli|site)|console)\/|^app\.ts$|^tenants\/(auth\/(bearer|tokens\/rules)|mail\/sending\/rules)\.ts$|\/contract\.ts$/,
	],
])('only its own rooms know %s', (_, pattern, rooms) => {
	const found = matching(pattern);
	expect(found).not.toEqual([]);
	expect(found.filter((path) => !rooms.test(path))).toEqual([]);
});

test('no catch-all folders, no barrels; half of the files have 110 lines or fewer, nine of ten 220', () => {
	const paths = files.map(({ path }) => path);
	expect(paths.filter((path) => /(^|\/)(utils|helpers|services|types|constants)\//.test(path))).toEqual([]);
	expect(paths.filter((path) => path.endsWith('/index.ts'))).toEqual([]);

	const lengths = files.map(({ text }) => text.trimEnd().split('\n').length).sort((a, b) => a - b);
	const share = (part: number) => lengths[Math.floor(lengths.length * part)];
	// Properties on lines of their own, and files of a few lines that join their only importer, raise the median.
	expect(share(0.5)).toBeLessThanOrEqual(110);
	expect(share(0.9)).toBeLessThanOrEqual(220);
});

/** Not those that run in Node, where each test file has its own modules. */
test('test files share their modules, and only the harness keeps anything from one to the next', () => {
	const shared = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
		(path) =>
			!/\.test\.ts$|^(console\/(journeys|service)|tools\/(bench|clients|contract-lint|invoice-samples|mutation|random|tour)|whole\/black-box)\b/.test(
				path,
			),
	);
	const keeping = shared.filter((path) =>
		/^(export )?let /m.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
	);
	expect(keeping).toEqual(['harness/service.ts']);
});
