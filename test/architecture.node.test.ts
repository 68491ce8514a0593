import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,tsx}', { cwd: SRC }).map((path) => ({
	path,
	text: readFileSync(join(SRC, path), 'utf8'),
}));

/** What the product is about, in the order of the API reference. */
const ROOMS = 'auth users companies mail history employees flex expenses goodies payroll'.split(' ');
const FOUNDATION = 'core db http'.split(' ');
const ENTRANCES = 'jobs scim cli site lean console'.split(' ');

/** What a file of each kind may import, of any room. */
const LAW: Record<string, string> = {
	core: 'core',
	db: 'core db',
	http: 'core db http',
	rules: 'core',
	table: 'core db rules table',
	contract: 'core http rules',
	store: 'core db rules table',
	remote: 'core http rules remote',
	gate: 'core db rules table store gate',
	actions: 'core db rules table store remote gate',
	bearer: 'core db http rules gate actions',
	routes: 'core db http gate bearer',
	jobs: 'core db http actions jobs',
	scim: 'core db http rules table store actions scim',
	cli: 'core db http rules table store actions jobs cli site',
	site: 'core http app site',
	lean: 'lean',
	console: 'core db http rules contract gate bearer actions lean console',
	app: 'core db http rules bearer routes scim',
	index: 'core db http jobs app console',
};

/** What it may import of its own room besides; a contract takes the types of records of its own folder, the console those of all. */
const AT_HOME: Record<string, string> = {
	rules: 'rules',
	contract: 'contract',
	actions: 'actions',
	routes: 'rules contract actions routes',
};

/** Rules and routes that have a name of their own. */
const NAMED: Record<string, string> = {
	'auth/passwords.ts': 'rules',
	'auth/password/common.ts': 'rules',
	'auth/tokens.ts': 'rules',
	'auth/bearer.ts': 'bearer',
	'auth/invitations/letter.ts': 'contract',
	'mail/harmless.ts': 'rules',
	'mail/letter.ts': 'rules',
	'mail/texts.ts': 'rules',
	'mail/words.ts': 'rules',
	'companies/calendar/file.ts': 'rules',
	'employees/import/columns.ts': 'rules',
	'employees/import/rows.ts': 'contract',
	'employees/import/file.ts': 'contract',
	'employees/import/people.ts': 'actions',
	'employees/import/benefits.ts': 'actions',
	'employees/import/decision.ts': 'actions',
	'goodies/plans/new-plan.ts': 'rules',
	'payroll/calendar.ts': 'rules',
	'payroll/export/csv.ts': 'rules',
	'payroll/export/datev.ts': 'rules',
	'payroll/export/example.ts': 'rules',
};

const roomOf = (path: string): string => path.split('/')[0] ?? '';

function kindOf(path: string): string {
	if ([...FOUNDATION, ...ENTRANCES].includes(roomOf(path))) return roomOf(path);
	if (path.startsWith('mail/texts/')) return 'rules';
	return NAMED[path] ?? basename(path).replace(/\.tsx?$/, '');
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
	const own = [...statements].filter(([, , target = '']) => !/node_modules\/|\.json$/.test(target));
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
	if (isOfRecord && (kind === 'console' || (kind === 'contract' && dirname(from) === dirname(to))))
		return true;
	const atHome = roomOf(from) === roomOf(to) ? (AT_HOME[kind] ?? '') : '';
	return `${LAW[kind] ?? ''} ${atHome}`.split(' ').includes(kindOf(to));
}

const matching = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('a file imports only what the law allows its kind', () => {
	expect(imports.length).toBeGreaterThan(200);
	expect(imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
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
	expect(files.filter(({ path }) => path.split('/').length > 3).map(({ path }) => path)).toEqual([]);

	const served = [
		...(files.find(({ path }) => path === 'app.ts')?.text ?? '').matchAll(/^\t(\w+)Routes,$/gm),
	];
	expect(served.map(([, name]) => name)).toEqual(ROOMS);
});

test.each([
	['the clock', /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|performance\.now/, /^(index\.ts$|cli\/)/],
	['SQL', /['"]drizzle-orm/, /^(db|cli)\/|\/(table|store)\.ts$/],
	[
		'Hono and zod',
		/['"](hono|zod|@hono\/[\w-]+)['"/]/,
		/^(http|scim|cli|site|lean|console)\/|^app\.ts$|^auth\/(bearer|tokens|invitations\/letter)\.ts$|^mail\/letter\.ts$|^employees\/import\/rows\.ts$|\/contract\.ts$/,
	],
])('only its own rooms know %s', (_, pattern, rooms) => {
	const found = matching(pattern);
	expect(found).not.toEqual([]);
	expect(found.filter((path) => !rooms.test(path))).toEqual([]);
});

test('no catch-all folders, no barrels; half of the files have 70 lines or fewer, nine of ten 170', () => {
	const paths = files.map(({ path }) => path);
	expect(paths.filter((path) => /(^|\/)(utils|helpers|services|types|constants)\//.test(path))).toEqual([]);
	expect(paths.filter((path) => path.endsWith('/index.ts'))).toEqual([]);

	const lengths = files.map(({ text }) => text.trimEnd().split('\n').length).sort((a, b) => a - b);
	const share = (part: number) => lengths[Math.floor(lengths.length * part)];
	// Properties on lines of their own, and files of a few lines that join their only importer, raise the median.
	expect(share(0.5)).toBeLessThanOrEqual(70);
	expect(share(0.9)).toBeLessThanOrEqual(170);
});

/** Not those that run in Node, where each test file has its own modules. */
test('test files share their modules, and only the harness keeps anything from one to the next', () => {
	const shared = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
		(path) => !/\.test\.ts$|^(bench|black-box|contract-lint|mutation|random|tour)\//.test(path),
	);
	const keeping = shared.filter((path) =>
		/^(export )?let /m.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
	);
	expect(keeping).toEqual(['harness/service.ts']);
});
