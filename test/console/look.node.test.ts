import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUNDS } from '../../src/tenants/companies/branding/rules.ts';

const STYLE = join(import.meta.dirname, '../../src/console/style');

test('all text has a size of the scale', () => {
	// Pictures have a scale of their own, and paper is measured in points.
	const files = globSync('*.css', { cwd: STYLE }).filter((file) => !/^(print|year)/.test(file));
	const sizes = files.flatMap((file) => [
		...readFileSync(join(STYLE, file), 'utf8').matchAll(/font-size: ([^;]+)/g),
	]);
	expect(sizes.length).toBeGreaterThan(10);
	// A desk is read at 14 px.
	const odd = sizes
		.map(([, size]) => size)
		.filter((size) => !/^(1rem|87\.5%|var\(--\w+\))$/.test(String(size)));
	expect(odd).toEqual([]);
});

test('colours of companies are checked against the grounds of the pages', () => {
	const tokens = readFileSync(join(STYLE, 'tokens.css'), 'utf8');
	const grounds = [...tokens.matchAll(/--(?:ground|sheet): light-dark\((#\w+), (#\w+)\)/g)];
	expect(grounds.flatMap(([, ...colors]) => colors).sort()).toEqual([...GROUNDS].sort());
});
