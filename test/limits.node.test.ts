import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BUNDLE, bundle } from '../src/entrances/cli/bundle.ts';
import { LIMITS } from './limits.ts';

const ROOT = resolve(import.meta.dirname, '..');
const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT });

test('src has no more files and lines than its limits', () => {
	const lines = files.map((path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1);
	expect(files.length).toBeLessThanOrEqual(LIMITS.files);
	expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(LIMITS.lines);
});

test('the Worker is bundled, and is no larger after gzip than its limit', { timeout: 120_000 }, async () => {
	await bundle(Date.now());
	const bytes = gzipSync(readFileSync(join(ROOT, BUNDLE, 'index.js'))).length;
	expect(bytes / 1024).toBeLessThanOrEqual(LIMITS.workerKiB);
});
