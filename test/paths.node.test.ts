import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** The folders whose paths texts name from the top of the repository, and the wings, whose paths begin in `src`. */
const PATH =
	/`((?:src|test|docs|clients|examples|migrations|\.ci|foundation|tenants|benefits|administration|entrances|console)\/[^`\s]*)`/g;

const exists = (path: string): boolean => [path, `src/${path}`].some((one) => existsSync(join(ROOT, one)));

const texts = globSync(['*.md', 'docs/*.md'], { cwd: ROOT });

test('every path that a text names in backticks exists', () => {
	const missing = texts.flatMap((text) =>
		[...readFileSync(join(ROOT, text), 'utf8').matchAll(PATH)]
			.map(([, path = '']) => path)
			// A path such as `src/console/<screen>/` is a pattern.
			.filter((path) => !path.includes('<') && !exists(path))
			.map((path) => `${text}: ${path}`),
	);
	expect(missing).toEqual([]);
});

const SECURITY = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

/** The last cell of each threat names test files, journeys in a browser, or folders that hold test files. */
const threats = [...SECURITY.matchAll(/^\| (?!Attacker)[^-].*$/gm)].map(([row]) => row.split(' | '));

test.each(threats)('the threat “%s: %s” leads to its tests', (...cells) => {
	const named = [...(cells.at(-1) ?? '').matchAll(/`(test\/[^`]*)`/g)].map(([, path = '']) => path);
	expect(named).not.toEqual([]);
	const isTest = (path: string) =>
		path.endsWith('.ts') || globSync('*.test.ts', { cwd: join(ROOT, path) }).length > 0;
	expect(named.filter((path) => !isTest(path))).toEqual([]);
});

test('texts that name paths were found', () => {
	expect(texts).toEqual(expect.arrayContaining(['SECURITY.md', 'docs/decisions.md']));
});
