import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** The folders whose paths texts name from the top of the repository. */
const PATH = /`((?:src|test|docs|migrations|\.ci)\/[^`\s]*)`/g;

const texts = globSync(['*.md', 'docs/*.md'], { cwd: ROOT });

test('every path that a text names in backticks exists', () => {
	const missing = texts.flatMap((text) =>
		[...readFileSync(join(ROOT, text), 'utf8').matchAll(PATH)]
			.map(([, path = '']) => path)
			// A path such as `src/console/<screen>/` is a pattern.
			.filter((path) => !path.includes('<') && !existsSync(join(ROOT, path)))
			.map((path) => `${text}: ${path}`),
	);
	expect(missing).toEqual([]);
});

test('texts that name paths were found', () => {
	expect(texts).toEqual(expect.arrayContaining(['SECURITY.md', 'docs/decisions.md']));
});
