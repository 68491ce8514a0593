import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changed, SCHEMA_FILE } from './tools/price-of-a-change/change.ts';
import { CHANGES } from './tools/price-of-a-change/changes.ts';

const ROOT = resolve(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'zubrot-price-'));

/** Packages are linked, and what commands have written before is left out. */
const isCopied = (name: string): boolean => !/^(node_modules|tmp|\.(?!ci$).*)$/.test(name);

const LONGEST_MS = 10 * 60_000;

function run(command: string, ...args: readonly string[]): { status: number | null; said: string } {
	const { WITHOUT_CHECK: _, VITEST: __, ...env } = process.env;
	const { status, stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin', command), args, {
		cwd: copy,
		encoding: 'utf8',
		env,
	});
	return { status, said: stdout + stderr };
}

const textIn = (path: string): string => readFileSync(join(copy, path), 'utf8');

beforeAll(() => {
	for (const name of readdirSync(ROOT).filter(isCopied)) {
		cpSync(join(ROOT, name), join(copy, name), {
			recursive: true,
			filter: (path) => basename(path) !== 'node_modules',
		});
	}
	symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	for (const change of CHANGES) {
		for (const [file, text] of changed(change, textIn)) {
			mkdirSync(dirname(join(copy, file)), { recursive: true });
			writeFileSync(join(copy, file), text);
		}
	}
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the generator writes the migration of all changes', { timeout: LONGEST_MS }, () => {
	const tables = ['--dialect', 'sqlite', '--schema', 'src/**/table.ts', '--out', 'migrations'];
	const { said } = run('drizzle-kit', 'generate', ...tables, '--name', 'price');
	const written = readdirSync(join(copy, 'migrations')).find((name) => name.endsWith('_price.sql'));
	expect(written, said).toBeDefined();
	const before = textIn(SCHEMA_FILE);
	const after = before.replace(/(?<=const SCHEMA: string = ')\d+_\w+/, (written ?? '').replace('.sql', ''));
	expect(after).not.toBe(before);
	writeFileSync(join(copy, SCHEMA_FILE), after);
});

test('the types pass with all changes', { timeout: LONGEST_MS }, () => {
	// The state of the compiler stands in `node_modules`, which the copy shares.
	const { status, said } = run('tsc', '--noEmit', '--incremental', 'false');
	expect(status, said).toBe(0);
});

test.each(CHANGES)('the derived tests pass with $name', { timeout: LONGEST_MS }, ({ tests }) => {
	const { status, said } = run('vitest', 'run', '--config', 'test/vitest.config.ts', ...tests);
	expect(status, said).toBe(0);
});
