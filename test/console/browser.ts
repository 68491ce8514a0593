import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM, newAddress, type Service, startService } from './service.ts';
import type { Way } from './ways.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

if (CHROMIUM === undefined && process.env.CI !== undefined) throw new Error('There is no Chromium.');
if (CHROMIUM === undefined) console.warn('The console is not looked at in a browser: there is no Chromium.');

/** From here on, all pages stand beside the content. */
const LEAST_WIDTH_OF_SIDEBAR = 960;

/** The folder for pictures of all pages. Only people look at them, and they take time, so they are taken on request. */
const PICTURES = process.env.PICTURES;

export interface Running extends Service {
	browser: Browser;
}

/** The service and the browser that all journeys share. */
export const running = {} as Running;

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

export const startBrowser = (executablePath = CHROMIUM, ...flags: string[]): Promise<Browser> =>
	chromium.launch({ executablePath: executablePath ?? '', args: [...FLAGS, ...flags] });

/** Starts a browser, and the service with the demo data. */
export async function startConsole(): Promise<Running> {
	const [service, browser] = await Promise.all([startService(), startBrowser()]);
	if (PICTURES !== undefined) mkdirSync(join(ROOT, PICTURES), { recursive: true });
	const stop = async () => {
		await browser.close();
		await service.stop();
	};
	return { ...service, browser, stop };
}

/** Somebody in front of a browser, of whose pages everything is noted that should not be. */
export class Person {
	readonly page: Page;
	readonly faults: string[] = [];
	readonly #context: BrowserContext;
	readonly #origin: string;
	readonly #way: Way;
	/** Opens the content of pages without scripts with scripts. */
	#mirror: Promise<Page> | undefined;

	private constructor(context: BrowserContext, page: Page, origin: string, way: Way) {
		this.#context = context;
		this.page = page;
		this.#origin = origin;
		this.#way = way;
	}

	static async at({ browser, origin }: Running, way: Way): Promise<Person> {
		const { width, locale, colorScheme, javaScriptEnabled, hasTouch = false } = way;
		const viewport = { width, height: width < 500 ? 844 : 900 };
		const context = await browser.newContext({
			viewport,
			locale,
			colorScheme,
			javaScriptEnabled,
			hasTouch,
			baseURL: origin,
			extraHTTPHeaders: { 'CF-Connecting-IP': newAddress() },
		});
		const page = await context.newPage();
		const person = new Person(context, page, origin, way);
		person.#watch();
		return person;
	}

	/** No report of the policy of contents, no failed request, no foreign host. */
	#watch(): void {
		this.page.on('console', (message) => {
			if (message.type() === 'error' && !/status of (4\d\d)/.test(message.text()))
				this.faults.push(message.text());
		});
		this.page.on('pageerror', (error) => this.faults.push(String(error)));
		this.page.on('requestfailed', (request) => {
			// A visitor who leaves before the icon has loaded gives it up.
			const reason = request.failure()?.errorText;
			if (reason !== 'net::ERR_ABORTED') this.faults.push(`${request.url()}: ${reason}`);
		});
		this.page.on('request', (request) => {
			if (!request.url().startsWith(this.#origin) && !request.url().startsWith('blob:'))
				this.faults.push(`${request.url()} is foreign`);
		});
		this.page.on('response', (response) => {
			if (response.status() >= 500) this.faults.push(`${response.url()}: ${response.status()}`);
		});
	}

	/** Signs in with one click on a demo account. */
	async signIn(email: string): Promise<void> {
		await this.page.goto('/console');
		await this.page.getByRole('button', { name: email }).click();
		await this.page.waitForURL(/\/console\/(?!sign-in)/);
	}

	/** Goes on in the language of the way. */
	async speak(): Promise<void> {
		const language = this.#way.locale.slice(0, 2);
		if ((await this.page.locator('html').getAttribute('lang')) === language) return;
		await this.openMenu();
		await this.page.locator(`button[name=language][value=${language}]`).click();
		await this.page.locator(`html[lang=${language}]`).waitFor();
	}

	/** On a phone, what does not stand in the bar is in the menu. */
	async openMenu(): Promise<void> {
		if (this.#way.width < LEAST_WIDTH_OF_SIDEBAR) await this.page.locator('[popovertarget=menu]').click();
	}

	/** Checks that the page is accessible, and not wider than the screen. Takes a picture if `PICTURES` names a folder. */
	async look(name: string): Promise<void> {
		// After a click, the document is empty until the next page has arrived.
		await this.page.waitForLoadState();
		await this.page.locator('main').waitFor();
		await this.#takePicture(name);
		const width = await this.page.evaluate('document.documentElement.scrollWidth').catch(() => 0);
		expect(Number(width), `${name} is wider than the screen`).toBeLessThanOrEqual(this.#way.width);
		expect(await this.#violations(), name).toEqual([]);
		expect(this.faults, name).toEqual([]);
	}

	/** Checks that nothing is cut off on paper: A4, upright or across, without its margins. */
	async lookAtPrint(name: string): Promise<void> {
		const seen = this.page.viewportSize();
		await this.page.emulateMedia({ media: 'print' });
		const isWide = await this.page.evaluate(
			"getComputedStyle(document.querySelector('main')).page === 'wide'",
		);
		await this.page.setViewportSize({ width: isWide ? 1032 : 702, height: 900 });
		await this.#takePicture(`${name} print`);
		const cut = await this.page.evaluate<string[]>(
			"[...document.querySelectorAll('main, .table, .year')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 200))",
		);
		expect(cut, `${name} is cut off on paper`).toEqual([]);
		await this.page.emulateMedia({ media: 'screen' });
		if (seen !== null) await this.page.setViewportSize(seen);
	}

	async #takePicture(name: string): Promise<void> {
		if (PICTURES === undefined) return;
		const file = `${name} ${this.#way.name}.png`.replaceAll(/[^\w.]+/g, '-');
		await this.page.screenshot({ path: join(ROOT, PICTURES, file), fullPage: true });
	}

	/** Pages without a script are checked with their content and scripts. */
	async #violations(): Promise<string[]> {
		const page = this.#way.javaScriptEnabled ? this.page : await this.#mirrored();
		// The mirror keeps the checker from page to page.
		if (await page.evaluate('!window.axe')) await page.evaluate(AXE);
		const { violations } = await page.evaluate<AxeResults>(
			"axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })",
		);
		return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
	}

	async #mirrored(): Promise<Page> {
		this.#mirror ??= this.#newMirror();
		const mirror = await this.#mirror;
		await mirror.context().addCookies(await this.#context.cookies());
		await mirror.setContent(await this.page.content());
		return mirror;
	}

	async #newMirror(): Promise<Page> {
		const { colorScheme, width } = this.#way;
		const viewport = { width, height: 900 };
		const browser = this.#context.browser() as Browser;
		const context = await browser.newContext({ colorScheme, viewport, bypassCSP: true });
		const page = await context.newPage();
		await page.goto(`${this.#origin}/console/sign-in`);
		return page;
	}

	async leave(): Promise<void> {
		await (await this.#mirror)?.context().close();
		await this.#context.close();
	}
}
