import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUNDS } from '../../src/companies/look/rules.ts';

test('colours of companies are checked against the grounds of the pages', () => {
	const tokens = readFileSync(join(import.meta.dirname, '../../src/console/style/tokens.css'), 'utf8');
	const grounds = [...tokens.matchAll(/--(?:ground|sheet): light-dark\((#\w+), (#\w+)\)/g)];
	expect(grounds.flatMap(([, ...colors]) => colors).sort()).toEqual([...GROUNDS].sort());
});
