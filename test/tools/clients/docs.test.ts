import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, inject, test } from 'vitest';
import { newDelivery } from './deliveries.ts';
import { blocksIn, programIn } from './docs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

test('the program in docs/clients.md runs', async () => {
	const { url, apiKey } = inject('service');
	const { secret, headers, body } = newDelivery(new Date());
	const delivered = `{ method: 'POST', headers: ${JSON.stringify(headers)}, body: ${JSON.stringify(body)} }`;
	const contents = `${programIn('docs/clients.md').replaceAll('http://localhost:8787', url)}
		const statusOf = async (init: object) => (await receive(new Request('http://localhost', init))).status;
		console.log(await statusOf(${delivered}), await statusOf({ method: 'POST', body: 'forged' }));`;
	const stdin = { contents, loader: 'ts', resolveDir: import.meta.dirname } as const;
	const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-docs-'));
	const file = join(folder, 'program.mjs');
	writeFileSync(file, outputFiles[0]?.text ?? '');
	const env = { ...process.env, ZUBROT_API_KEY: apiKey, WEBHOOK_SECRET: secret };
	const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
	rmSync(folder, { recursive: true });
	expect(stdout).toContain('400 validation_failed\n#/email ');
	expect(stdout).toContain('admin@demo.example\n');
	expect(stdout).toMatch(/employee\.created \[ 'firstName: Jürgen €' \]\n204 400\n$/);
});

test.each([
	['python', 'examples/python/*.py'],
	['go', 'examples/go/*/*.go'],
])('the pages show code in %s that is in an example', (language, pattern) => {
	const examples = globSync(pattern, { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'));
	const shown = ['docs/clients.md', 'docs/webhooks.md'].flatMap((page) => blocksIn(page, language));
	expect(shown).not.toEqual([]);
	expect(shown.filter((code) => !examples.some((example) => example.includes(code)))).toEqual([]);
});
