import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSite } from '../../src/site/write.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
	existsSync,
);
if (CHROMIUM === undefined && process.env.CI !== undefined) throw new Error('There is no Chromium.');

const PAGES = [
	'',
	'authentication',
	'employees',
	'flex',
	'expenses',
	'goodies',
	'payroll',
	'history',
	'users',
];
const TYPES: Record<string, string> = {
	'.html': 'text/html',
	'.css': 'text/css',
	'.svg': 'image/svg+xml',
};
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'zubrot-site-'));
writeSite(folder, Date.UTC(2026, 10, 21));

/** Serves the folder as Workers' static assets do. */
const server = createServer(({ url = '/' }, response) => {
	const path = extname(url) === '' ? `${url}.html` : url;
	const file = join(folder, path);
	response.writeHead(existsSync(file) ? 200 : 404, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' });
	response.end(existsSync(file) ? readFileSync(file) : '');
});

let browser: Browser;
let origin = '';

beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	if (CHROMIUM === undefined) return;
	const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
	browser = await chromium.launch({ executablePath: CHROMIUM, args });
});
afterAll(async () => {
	await browser?.close();
	server.close();
	rmSync(folder, { recursive: true });
});

const wide = PAGES.map((page) => ({ width: 1440, scheme: 'light' as const, page }));
const others = ['', 'flex'].flatMap((page) => [
	{ width: 1440, scheme: 'dark' as const, page },
	{ width: 390, scheme: 'light' as const, page },
	{ width: 390, scheme: 'dark' as const, page },
]);
test.skipIf(CHROMIUM === undefined).each([...wide, ...others])(
	'axe finds nothing on /reference/$page, $width pixels wide, $scheme, and nothing is cut off',
	async ({ width, scheme, page }) => {
		const viewport = { width, height: 800 };
		const context = await browser.newContext({ viewport, colorScheme: scheme });
		const tab = await context.newPage();
		const failed: string[] = [];
		tab.on('requestfailed', (request) => failed.push(request.url()));
		tab.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
		await tab.goto(`${origin}/reference/${page}`.replace(/\/$/, ''));
		await tab.evaluate(AXE);
		const { violations } = (await tab.evaluate('axe.run()')) as AxeResults;
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
		expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		expect(failed).toEqual([]);
		await context.close();
	},
);
