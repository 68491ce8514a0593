import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { chromium } from 'playwright-core';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { CHROMIUM, newAddress } from '../../console/service.ts';
import { type Given, newDelivery } from './deliveries.ts';

const HERE = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'zubrot-runtimes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MOST_KB = 15;

const given = (headers: Given['headers'] = { 'CF-Connecting-IP': newAddress() }): Given => ({
	...inject('service'),
	headers,
	delivery: newDelivery(new Date('2026-03-07T09:30:00.000Z')),
});

/** Returns a program that imports the scenario, as a bundler makes it. */
async function bundled(code: string): Promise<string> {
	const stdin = { contents: `import { failedChecks } from './scenario.ts';\n${code}`, resolveDir: HERE };
	const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
	return outputFiles[0]?.text ?? '';
}

async function failedInNode(program: string): Promise<{ version: string; failed: string[] }> {
	const file = join(folder, 'scenario.mjs');
	writeFileSync(
		file,
		await bundled(
			'console.log(JSON.stringify({version: process.version, failed: await failedChecks(JSON.parse(process.argv[2]))}))',
		),
	);
	const { stdout } = await promisify(execFile)(program, [file, JSON.stringify(given())]);
	return JSON.parse(stdout);
}

describe.concurrent('the client works', () => {
	test.each([
		['20', resolve(HERE, 'node_modules/node/bin/node')],
		['24', resolve(HERE, '../../../node_modules/node/bin/node')],
	])('in Node %s', async (version, program) => {
		expect(await failedInNode(program)).toEqual({
			version: expect.stringMatching(`^v${version}[.]`),
			failed: [],
		});
	});

	test('in a browser, on a page of another origin', async () => {
		const args = ['--no-sandbox', '--disable-gpu'];
		const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args });
		const page = await browser.newPage();
		await page.goto(inject('page'));
		await page.addScriptTag({ type: 'module', content: await bundled('window.failedChecks = failedChecks') });
		const call = `failedChecks(${JSON.stringify(given({}))})`;
		expect(await page.evaluate(call)).toEqual([]);
		await browser.close();
	});

	test('in workerd', async () => {
		const script = await bundled(
			'export default { fetch: async (request) => Response.json(await failedChecks(await request.json())) }',
		);
		const worker = new Miniflare(
			convertV4MiniflareOptions({ modules: true, script, compatibilityDate: '2026-01-01' }),
		);
		const response = await worker.dispatchFetch('http://localhost', {
			method: 'POST',
			body: JSON.stringify(given()),
		});
		expect(await response.json()).toEqual([]);
		await worker.dispose();
	});
});

test(`the client has at most ${MOST_KB} KB, all that it imports included`, async () => {
	const entryPoints = [join(HERE, 'node_modules/zubrot/dist/index.js')];
	const { outputFiles } = await build({
		entryPoints,
		bundle: true,
		minify: true,
		format: 'esm',
		write: false,
	});
	const kilobytes = gzipSync(outputFiles[0]?.contents ?? '').byteLength / 1000;
	console.log(`The client has ${kilobytes.toFixed(1)} KB after gzip.`);
	expect(kilobytes).toBeLessThanOrEqual(MOST_KB);
});

test('the calls of the tests fit the types of the client', async () => {
	const { stdout } = await promisify(execFile)('tsc', ['--noEmit', '-p', HERE]).catch((error) => error);
	expect(stdout).toBe('');
});
