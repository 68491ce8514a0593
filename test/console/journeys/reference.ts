import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, test } from 'vitest';
import { running } from '../browser.ts';

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
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wide = PAGES.map((page) => ({ width: 1440, scheme: 'light' as const, page }));
const others = ['', 'flex'].flatMap((page) => [
	{ width: 1440, scheme: 'dark' as const, page },
	{ width: 390, scheme: 'light' as const, page },
	{ width: 390, scheme: 'dark' as const, page },
]);
test.each([...wide, ...others])(
	'axe finds nothing on /reference/$page, $width pixels wide, $scheme, and nothing is cut off',
	async ({ width, scheme, page }) => {
		const viewport = { width, height: 800 };
		const context = await running.browser.newContext({ viewport, colorScheme: scheme });
		const tab = await context.newPage();
		const failed: string[] = [];
		tab.on('requestfailed', (request) => failed.push(request.url()));
		tab.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
		await tab.goto(`${running.origin}/reference/${page}`.replace(/\/$/, ''));
		await tab.evaluate(AXE);
		const { violations } = (await tab.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
		expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		expect(failed).toEqual([]);
		await context.close();
	},
);
