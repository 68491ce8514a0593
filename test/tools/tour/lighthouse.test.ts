import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig, type RunnerResult } from 'lighthouse';
import { type Cookie, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startConsole } from '../../console/browser.ts';
import { getWith, pagesBehindLinks } from '../../console/links.ts';
import { READERS, signedIn } from '../../console/readers.ts';
import { CHROMIUM_WITH_WINDOW } from '../../console/service.ts';
import { WIDE } from '../../console/ways.ts';

const LEAST_SCORE = 0.95;
const onlyCategories = ['accessibility', 'best-practices'];

let running: Running;
let chrome: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
	running = await startConsole();
	chrome = await launch({
		...(CHROMIUM_WITH_WINDOW !== undefined && { chromePath: CHROMIUM_WITH_WINDOW }),
		chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
	});
});
afterAll(async () => {
	chrome?.kill();
	await running?.stop();
});

test.each(READERS)('Lighthouse gives every page that links lead %s to at least 95', async (reader) => {
	const person = await signedIn(running, WIDE, reader);
	await signIn(await person.page.context().cookies());
	const flags = { port: chrome.port, onlyCategories, disableStorageReset: true, logLevel: 'error' as const };
	const faults: string[] = [];
	for (const address of await pagesBehindLinks(getWith(person.page.request))) {
		const result = await lighthouse(running.origin + address, flags, desktopConfig);
		if (!result?.lhr.finalDisplayedUrl.endsWith(address))
			throw new Error(`Lighthouse did not see ${address}`);
		faults.push(...faultsIn(result).map((fault) => `${address}: ${fault}`));
	}
	await person.leave();
	expect(faults).toEqual([]);
});

/** Gives the cookies to the browser of Lighthouse. As a header, they would be lost once a page sets another cookie. */
async function signIn(cookies: Cookie[]): Promise<void> {
	const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
	await browser.contexts()[0]?.addCookies(cookies);
	await browser.close();
}

/** The categories whose score is too low, with the audits that failed. */
const faultsIn = ({ lhr }: RunnerResult): string[] =>
	Object.values(lhr.categories)
		.filter(({ score }) => (score ?? 0) < LEAST_SCORE)
		.map(({ id, score, auditRefs }) => {
			const failed = auditRefs.filter(({ weight, id }) => weight > 0 && lhr.audits[id]?.score === 0);
			return `${id} ${score}, because of ${failed.map((audit) => audit.id).join(', ')}`;
		});
