import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BUNDLE, bundle } from '../src/entrances/cli/bundle.ts';
import { clonesIn, type Source } from './clones.ts';
import { LIMITS } from './limits.ts';
import { changed, price } from './tools/price-of-a-change/change.ts';
import { CHANGES } from './tools/price-of-a-change/changes.ts';

const ROOT = resolve(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const linesOf = (text: string): number => text.split('\n').length - 1;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe('code that stands twice', () => {
	const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
		.sort()
		.map((path): Source => ({ path, text: textOf(path) }));
	const share = (clones: { lines: number }[], of: readonly Source[]) =>
		(100 * sum(clones.map(({ lines }) => lines))) / sum(of.map(({ text }) => linesOf(text)));

	test('is less of src than its limit', () => {
		const clones = clonesIn(sources);
		const longest = clones.toSorted((one, other) => other.lines - one.lines).slice(0, 20);
		const places = longest.map(
			({ first, second, lines }) => `${lines} lines of ${second} are also at ${first}`,
		);
		expect(share(clones, sources), places.join('\n')).toBeLessThanOrEqual(LIMITS.clones);
	});

	/** Each of these lines has eight words and signs. */
	const code = Array.from({ length: 8 }, (_, index) => `const value${index} = read(${index});`);
	const original = { path: 'original.ts', text: `import { read } from './a.ts';\n\n${code.join('\n')}\n` };
	const copyOf = (lines: readonly string[]) =>
		clonesIn([original, { path: 'copy.ts', text: `/** Another file. */\n${lines.join('\n')}\n` }]);

	test('is found although it is indented, wrapped and commented in another way', () => {
		const lines = code.map((line) => `\t// Why?\n\t${line.replace(' = ', ' =\n\t\t')}`);
		expect(copyOf(lines)).toEqual([{ first: 'original.ts:3', second: 'copy.ts:3', lines: 23 }]);
	});

	test('is not found when it is shorter than a clone, or has another word', () => {
		expect(copyOf(code.slice(2))).toEqual([]);
		expect(copyOf(code.with(3, 'const value3 = write(3);'))).toEqual([]);
	});

	test('exceeds the limit when one of two hundred files is copied', () => {
		const copies = sources
			.filter((_, index) => index % 100 === 0)
			.map(({ path, text }) => ({ path: `copy of ${path}`, text }));
		const all = [...sources, ...copies];
		expect(share(clonesIn(all), all)).toBeGreaterThan(LIMITS.clones);
	});
});

describe('the price of a change', () => {
	test.each(CHANGES)('for $name is no more files of src than its limit', (change) => {
		expect(() => changed(change, textOf)).not.toThrow();
		expect(price(change)).toBeLessThanOrEqual(LIMITS.price[change.name]);
	});

	test('is known only while the change fits, and a change that does not fit says how to renew it', () => {
		const [change = CHANGES[0]] = CHANGES;
		expect(() => changed(change, () => '')).toThrow(
			/does not fit any more: .+ stands 0 times in src\/.+ Make the change by hand .+ write what it needed into test\/tools\/price-of-a-change\/employee-text\.ts/,
		);
	});
});

test('the Worker is bundled, and is no larger after gzip than its limit', { timeout: 120_000 }, async () => {
	await bundle(Date.now());
	const bytes = gzipSync(readFileSync(join(ROOT, BUNDLE, 'index.js'))).length;
	expect(bytes / 1024).toBeLessThanOrEqual(LIMITS.workerKiB);
});
