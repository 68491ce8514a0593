import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Lock {
	packages: Record<string, { version?: string; resolved?: string }>;
}

const packagesOf = (path: string) =>
	Object.entries((JSON.parse(read(path)) as Lock).packages).filter(([name]) => name !== '');

test('an installation has at most 330 packages, those of other platforms included', () => {
	expect(packagesOf('package-lock.json').length).toBeLessThanOrEqual(330);
});

test.each([
	'package-lock.json',
	'clients/typescript/package-lock.json',
	'test/tools/clients/package-lock.json',
	'examples/bruno/package-lock.json',
	'test/tools/mutation/package-lock.json',
	'test/tools/contract-lint/package-lock.json',
	'test/tools/invoice-samples/package-lock.json',
	'test/tools/tour/package-lock.json',
])('%s names no host', (path) => {
	expect(packagesOf(path).filter(([, { resolved = '' }]) => resolved.includes('//'))).toEqual([]);
});

test.each([
	'package.json',
	'clients/typescript/package.json',
	'test/tools/clients/package.json',
	'examples/bruno/package.json',
])('every dependency of %s has one exact version', (path) => {
	const { dependencies, devDependencies } = JSON.parse(read(path));
	const versions: string[] = Object.values({ ...dependencies, ...devDependencies });
	expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('wrangler and the test plugin share one Miniflare, which is the one that we name', () => {
	const copies = packagesOf('package-lock.json').filter(([name]) => name.endsWith('node_modules/miniflare'));
	expect(copies.map(([, { version }]) => version)).toEqual([
		JSON.parse(read('package.json')).devDependencies.miniflare,
	]);
});

test('the README can be read in one go', () => {
	expect(read('README.md').split('\n').length).toBeLessThanOrEqual(160);
});
