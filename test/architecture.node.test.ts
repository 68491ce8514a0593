import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,tsx}', { cwd: SRC }).map((path) => ({
	path,
	text: readFileSync(join(SRC, path), 'utf8'),
}));

/** The parts of the product. Each builds on those before it, and imports nothing of those after it. */
const ROOMS =
	'companies hosting users mail auth history webhooks employees ledger goodies flex expenses balances payroll employment onboarding accounts overview monitoring proposals privacy sandboxes'.split(
		' ',
	);
const FOUNDATION = 'core db cells http'.split(' ');
const WINGS = 'foundation tenants benefits administration entrances'.split(' ');
const ENTRANCES = 'jobs scim mcp cli site lean console'.split(' ');

/** Lists what a file of each kind may import from its own room or an earlier one. The console and contracts also take the types of records. */
const LAW: Record<string, string> = {
	core: 'core',
	db: 'core db',
	cells: 'core db cells',
	object: 'core db cells http',
	http: 'core db cells http',
	rules: 'core rules',
	table: 'core db rules table',
	contract: 'core http rules contract',
	queries: 'core db rules table queries',
	store: 'core db cells rules table queries',
	remote: 'core http rules remote',
	gate: 'core db cells rules table store gate',
	actions: 'core db cells rules table store remote gate actions',
	bearer: 'core db cells http rules gate actions',
	routes: 'core db cells http rules contract gate bearer actions routes',
	jobs: 'core db cells http actions jobs',
	scim: 'core db cells http rules table queries store actions scim',
	mcp: 'core db cells http actions mcp',
	cli: 'core db cells http rules table store remote actions jobs cli site',
	site: 'core http scim app site',
	lean: 'lean',
	console: 'core db cells http rules contract gate bearer actions lean console',
	app: 'core db cells http rules bearer routes scim mcp',
	index: 'core db cells object http jobs app console',
};

/** Files that have a name of their own, and their kind. */
const NAMED: Record<string, string> = {
	// Only the entry imports it.
	'foundation/cells/object.ts': 'object',
	'tenants/auth/tokens.ts': 'rules',
	'tenants/mail/texts.ts': 'rules',
	'tenants/mail/words.ts': 'rules',
	'tenants/hosting/backups/erased.ts': 'remote',
	'benefits/expenses/signatures/curves.ts': 'rules',
	'tenants/hosting/backups/file.ts': 'remote',
	'tenants/hosting/backups/making.ts': 'actions',
	'tenants/hosting/backups/nightly.ts': 'actions',
	'tenants/hosting/moves/steps.ts': 'actions',
	'tenants/hosting/restores/files.ts': 'actions',
	'tenants/hosting/restores/loading.ts': 'actions',
	'tenants/hosting/restores/steps.ts': 'actions',
	'tenants/hosting/service/restoring.ts': 'actions',
	'tenants/hosting/service/shared.ts': 'actions',
	'tenants/hosting/service/uploads.ts': 'actions',
	'administration/privacy/erasure/again.ts': 'actions',
	'administration/privacy/reconciliation/comparing.ts': 'actions',
	'administration/privacy/reconciliation/noticing.ts': 'actions',
	'benefits/payroll/export/csv.ts': 'rules',
	'benefits/payroll/export/datev.ts': 'rules',
};

/** A wing holds rooms, except for the console, which is a wing of pages. */
const roomOf = (path: string): string => {
	const [wing = '', room = ''] = path.split('/');
	return WINGS.includes(wing) ? room : wing;
};

function kindOf(path: string): string {
	if (NAMED[path] !== undefined) return NAMED[path];
	if ([...FOUNDATION, ...ENTRANCES].includes(roomOf(path))) return roomOf(path);
	return basename(path).replace(/\.tsx?$/, '');
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

/** The number of a room in their order. Foundations come before all rooms, and entrances after them. */
const floorOf = (path: string): number => {
	const room = roomOf(path);
	return FOUNDATION.includes(room) ? -1 : ROOMS.includes(room) ? ROOMS.indexOf(room) : ROOMS.length;
};

const matching = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('a file imports only what the law allows its kind', () => {
	expect(imports.length).toBeGreaterThan(200);
	expect(imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('a room imports only rooms that stand before it', () => {
	const against = imports.filter(({ from, to }) => floorOf(to) > floorOf(from));
	expect(against.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
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

test('the house has these rooms, no third level, and serves them in their order', () => {
	const folders = new Set(files.filter(({ path }) => path.includes('/')).map(({ path }) => roomOf(path)));
	expect([...folders].sort()).toEqual([...ROOMS, ...FOUNDATION, ...ENTRANCES].sort());
	expect(
		files
			.filter(({ path }) => path.split('/').length > (path.startsWith('console/') ? 3 : 4))
			.map(({ path }) => path),
	).toEqual([]);

	const served = [
		...(files.find(({ path }) => path === 'app.ts')?.text ?? '').matchAll(/^\t(\w+)Routes,$/gm),
	];
	expect(served.map(([, name]) => name)).toEqual(
		ROOMS.filter((room) => !['users', 'monitoring'].includes(room)),
	);
});

test.each([
	['the clock', /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|performance\.now/, /^(index\.ts$|entrances\/cli\/)/],
	['SQL', /['"]drizzle-orm/, /^(foundation\/(db|cells)|entrances\/cli)\/|\/(table|queries|store)\.ts$/],
	[
		'Hono and zod',
		/['"](hono|zod|@hono\/[\w-]+)['"/]/,
		/^(foundation\/(http|lean)|entrances\/(scim|mcp|cli|site)|console)\/|^app\.ts$|^tenants\/(auth\/(bearer|tokens)|mail\/sending\/rules)\.ts$|\/contract\.ts$/,
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
