import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LABELS, SHARED } from '../../src/console/words.ts';

const CONSOLE = resolve(import.meta.dirname, '../../src/console');
const PAIR = /\[\s*'([^']*)',\s*'([^']*)',?\s*\]/g;

test('no page repeats a text of the common dictionary', () => {
	const shared = new Map(
		Object.entries(SHARED)
			.filter(([name]) => !(name in LABELS))
			.map(([name, pair]) => [String(pair), name]),
	);
	const repeated = globSync('**/*.{ts,tsx}', { cwd: CONSOLE })
		.filter((path) => path !== 'words.ts')
		.flatMap((path) =>
			[...readFileSync(join(CONSOLE, path), 'utf8').matchAll(PAIR)].flatMap(([text, ...pair]) => {
				const name = shared.get(String(pair));
				return name === undefined ? [] : [`${path}: ${text} is SHARED.${name}`];
			}),
		);
	expect(repeated).toEqual([]);
});
