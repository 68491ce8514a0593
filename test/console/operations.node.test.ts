import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/entrances/site/document.ts';
import { WITHOUT_PAGE } from './without-page.ts';

const SRC = resolve(import.meta.dirname, '../../src');
const textOf = (path: string): string => readFileSync(join(SRC, path), 'utf8');

const { paths } = openApiDocument(Date.parse('2023-03-07')) as unknown as {
	paths: Record<string, Record<string, { operationId: string }>>;
};
const operations = Object.values(paths).flatMap((path) =>
	Object.values(path).map(({ operationId }) => operationId),
);

interface Import {
	from: string;
	/** The file of an action, and its name there. */
	path: string;
	action: string;
}

/** The actions that a file imports. */
const importsOf = (from: string): Import[] =>
	[...textOf(from).matchAll(/^import \{([^}]*)\} from '([^']+\/(?:actions|gate)\.ts)'/gm)].flatMap(
		([, names = '', target = '']) =>
			names
				.split(',')
				.map((name) => name.trim().split(' as ')[0] ?? '')
				.filter((name) => name !== '' && !name.startsWith('type '))
				.map((action) => ({ from, path: relative(SRC, resolve(SRC, dirname(from), target)), action })),
	);

/** The statements at the top of a file, by their names. All of it begins in the first column. */
function partsOf(path: string): Map<string, string> {
	const parts = textOf(path).split(/^(?=(?:export )?(?:async )?(?:function|const) )/m);
	return new Map(parts.map((part) => [/(?:function|const)\*? (\w+)/.exec(part)?.[1] ?? '', part]));
}

/** The operations that an action authorizes, itself or by what it calls of its file. */
function authorizedBy({ path, action }: Import): string[] {
	const parts = partsOf(path);
	const reached = new Set([action]);
	for (const name of reached) {
		const words = new Set(parts.get(name)?.match(/\w+/g));
		for (const other of parts.keys()) if (words.has(other)) reached.add(other);
	}
	const text = [...reached].map((name) => parts.get(name)).join('');
	return operations.filter((id) => text.includes(`'${id}'`));
}

/** The operations by the names of their routes. */
const idOf = new Map(
	globSync('**/contract.ts', { cwd: SRC }).flatMap((path) =>
		[
			...textOf(path).matchAll(
				/^export const (\w+) = (?:createRoute\(\{.*?operationId: |(?:operations\([^)]*\)\.)?(?:list|read|open|write|change)(?:\.\w+)?\(\s*)'(\w+)'/gms,
			),
		].map(([, route = '', id = '']) => [route, id] as const),
	),
);

/** Finds the actions of the routes that are operations. */
const routed = globSync('**/routes.ts', { cwd: SRC }).flatMap((from) => {
	const actions = importsOf(from);
	return textOf(from)
		.split('.openapi(')
		.slice(1)
		.flatMap((text) => {
			const [route = ''] = text.split(',', 1);
			return actions
				.filter(({ action }) => new RegExp(`\\b${action}\\(`).test(text))
				.map((one) => ({ ...one, id: idOf.get(route.trim()) ?? '' }));
		});
});

/** The folders of the console whose pages use each operation, by the actions that they import. */
const used = new Map<string, Set<string>>();
for (const one of globSync('console/**/*.{ts,tsx}', { cwd: SRC }).flatMap(importsOf)) {
	const served = routed.filter(({ path, action }) => path === one.path && action === one.action);
	const folder = one.from.split('/')[1] ?? '';
	for (const id of [...served.map((route) => route.id), ...authorizedBy(one)]) {
		// The platform's keys share their actions with the keys of companies, but only these folders have pages for them.
		if (/Platform/.test(id) && !['platform', 'keys'].includes(folder)) continue;
		used.set(id, (used.get(id) ?? new Set()).add(folder));
	}
}
const pagesOf = (id: string): string[] => [...(used.get(id) ?? [])].sort();

test.each(operations)('a page of the console uses %s, or it is said why none does', (id) => {
	expect(pagesOf(id).length > 0 || id in WITHOUT_PAGE, 'add a page, or a reason to without-page.ts').toBe(
		true,
	);
});

test('no reason stands for an operation that a page uses, or that is none', () => {
	const reasons = Object.keys(WITHOUT_PAGE);
	expect(reasons.filter((id) => used.has(id)).map((id) => `${id}: ${pagesOf(id)}`)).toEqual([]);
	expect(reasons.filter((id) => !operations.includes(id))).toEqual([]);
});

test('the actions that pages import tell what they use, and an action that none imports is used by none', () => {
	expect(operations.length).toBeGreaterThan(100);
	expect(pagesOf('approveExpense')).toEqual(['verify']);
	expect(pagesOf('listEvents')).toEqual(['history', 'today']);
	expect(pagesOf('closeUser')).toContain('users');
	expect(pagesOf('login')).toEqual(['sign-in']);
	expect(pagesOf('requestPasswordReset')).toEqual(['sign-in']);
	expect(pagesOf('createPlatformApiKey')).toEqual(['platform']);
	expect(pagesOf('refresh')).toEqual([]);
});
