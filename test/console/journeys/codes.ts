import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfWith, xmlWith } from '../../harness/invoices.ts';
import { newTill } from '../../harness/tills.ts';
import { signedIn } from '../api.ts';
import { Person, running, startBrowser } from '../browser.ts';
import { filmOf, photoOf, prepareDrawing } from '../photos/photos.ts';
import { CHROMIUM_WITH_WINDOW } from '../service.ts';
import { NARROW, type Way } from '../ways.ts';

const PHONE: Way = { ...NARROW, name: 'phone', javaScriptEnabled: true, hasTouch: true };
const till = newTill();
const now = () => `${new Date().toISOString().slice(0, 19)}.000Z`;
const today = () => now().slice(0, 10);

/** Draws the photo of a receipt with these codes. */
async function photoWith(...texts: string[]) {
	const page = await running.browser.newPage();
	await prepareDrawing(page);
	const buffer = await photoOf(page, 'clean', texts);
	await page.close();
	return { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer };
}

describe.each(['en-GB', 'de-DE'] as const)('in %s', (locale) => {
	const words = locale === 'de-DE' ? GERMAN : ENGLISH;

	test('a photo fills in amount and day, and its code is loaded only then', async () => {
		const code = till('1.50', now());
		const photo = await photoWith(code);
		const person = await Person.at(running, { ...PHONE, locale });
		const { page } = person;
		const loaded: string[] = [];
		const headers: Record<string, Record<string, string>> = {};
		page.on('response', (response) => {
			const { pathname } = new URL(response.url());
			loaded.push(pathname);
			headers[OF_READER.exec(pathname)?.[1] ?? ''] = response.headers();
		});
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new', { waitUntil: 'networkidle' });
		expect(loaded.filter((path) => OF_READER.test(path))).toEqual([]);
		await page.locator('#file').setInputFiles(photo);
		await page.getByText(words.says).waitFor();
		const used = loaded.flatMap((path) => OF_READER.exec(path)?.[1] ?? []);
		expect(new Set(used)).toEqual(new Set(['reader', 'codes', 'zxing']));
		for (const name of ['reader', 'codes', 'zxing'])
			expect(headers[name]?.['cache-control']).toMatch(/immutable$/);
		const compiling = Object.keys(headers).filter((name) =>
			/wasm-unsafe-eval/.test(headers[name]?.['content-security-policy'] ?? ''),
		);
		expect(compiling, 'only the worker may compile WebAssembly').toEqual(['codes']);
		await page.locator('form.receipt button').getByText(words.sendFor).waitFor();
		expect(await page.locator('#date').inputValue()).toBe(today());
		const [button, bar] = await Promise.all(
			['form.receipt button', '.side nav'].map((place) => page.locator(place).first().boundingBox()),
		);
		expect((button?.y ?? 844) + (button?.height ?? 0), 'nobody needs to scroll').toBeLessThanOrEqual(
			bar?.y ?? 0,
		);
		await person.look(`receipt-with-code-${locale}`);
		await person.leave();
	});
});

test('a typed amount stays, and the form asks about the difference', async () => {
	const photo = await photoWith(till('1.50', now()));
	const person = await Person.at(running, PHONE);
	const { page } = person;
	await person.signIn('employee@demo.example');
	await page.goto('/console/benefits/new');
	await page.getByLabel('Amount').fill('1.10');
	await page.getByText('Sports').click();
	await page.locator('#file').setInputFiles(photo);
	const box = page.getByLabel('What I enter differs from the receipt');
	await box.waitFor();
	expect(await page.getByLabel('Amount').inputValue()).toBe('1.10');
	expect(await page.getByLabel('Sports').isChecked()).toBe(true);
	await box.focus();
	await page.keyboard.press('Space');
	await page.locator('form.receipt button').getByText('Submit for €1.10').waitFor();
	expect(await box.isChecked()).toBe(true);
	expect(await page.evaluate<string>('document.activeElement.name')).toBe('factsDiffer');
	await person.look('receipt-that-differs');
	await page.locator('form.receipt button').click();
	await page.getByText('Submitted. You will get a mail when it is decided.').waitFor();
	await person.leave();
});

test('an electronic invoice fills in amount, day and purpose, and other files leave the form as it is', async () => {
	const person = await Person.at(running, PHONE);
	const { page } = person;
	await person.signIn('employee@demo.example');
	const sent: string[] = [];
	page.on('request', (request) => sent.push(new URL(request.url()).pathname));
	const select = (name: string, mimeType: string, buffer: Buffer) =>
		page.locator('#file').setInputFiles({ name, mimeType, buffer });
	const invoice = (number: string) =>
		xmlWith({ 'RE-2023-0042': number, '20230227': today().replaceAll('-', ''), '>10.00<': '>1.30<' });
	await page.goto('/console/benefits/new', { waitUntil: 'networkidle' });
	await select('scan.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n%%EOF'));
	await page.waitForLoadState('networkidle');
	expect(sent.filter((path) => path.endsWith('/facts'))).toEqual([]);

	await page.getByText('Sports').click();
	await select('invoice.pdf', 'application/pdf', Buffer.from(pdfWith(invoice('A-1'))));
	await page.getByText(/^The invoice of Fit & Froh Sportstudio GmbH says €1\.30 on /).waitFor();
	await page.locator('form.receipt button').getByText('Submit for €1.30').waitFor();
	expect(await page.getByLabel('Amount').inputValue()).toBe('1.30');
	expect(await page.locator('#date').inputValue()).toBe(today());
	await person.look('receipt-with-invoice');
	await page.locator('form.receipt button').click();
	await page.getByText('Submitted. You will get a mail when it is decided.').waitFor();

	await page.goto('/console/benefits/new');
	await select('note.xml', 'text/xml', Buffer.from('<?xml version="1.0"?><note/>'));
	await page.getByText('This file type is not supported.').waitFor();
	await select('invoice.xml', 'text/xml', Buffer.from(invoice('A-2')));
	await page.locator('form.receipt button').getByText('Submit for €1.30').waitFor();
	expect(await page.getByLabel('Sports').isChecked(), 'as for the last invoice of this seller').toBe(true);
	await page.getByLabel('Amount').fill('1.10');
	await page.getByLabel('What I enter differs from the receipt').waitFor();
	await page.locator('form.receipt button').click();
	await page.locator('form.receipt [role=alert]').waitFor();
	const type = "document.querySelector('#file').files[0]?.type";
	await expect
		.poll(() => page.evaluate<string>(type), { message: 'it came back as a file' })
		.toBe('application/xml');
	expect(await page.locator('form.receipt .thumb').count()).toBe(0);
	await person.leave();
});

test('a photo of two receipts or of none gives no code, and another photo replaces the one before', async () => {
	const [first, second] = [till('1.50', now()), till('2.50', now())];
	const photos = [];
	for (const codes of [[first], [first, second], ['https://kantine.example'], [second]])
		photos.push(await photoWith(...codes));
	const person = await Person.at(running, PHONE);
	const { page } = person;
	await person.signIn('employee@demo.example');
	await page.goto('/console/benefits/new');
	const said = [
		'The code says €1.50',
		'The picture shows several receipts.',
		'No code of a till was found in the picture.',
		'The code says €2.50',
	];
	for (const [index, photo] of photos.entries()) {
		await page.locator('#file').setInputFiles(photo);
		await page.getByText(said[index] ?? '').waitFor();
		const isFound = said[index]?.startsWith('The code');
		expect((await page.locator('[name=machineReadable]').inputValue()) !== '').toBe(isFound);
		await expect.poll(() => page.locator('#code .note').count()).toBe(isFound ? 1 : 0);
	}
	await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('2.50');
	await page.locator('#file').setInputFiles([]);
	await page.getByText('One receipt with its date, amount and items.').waitFor();
	expect(await page.locator('[name=machineReadable]').inputValue()).toBe('');
	await person.leave();
});

describe('with a camera', () => {
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-film-'));
	const film = join(folder, 'receipt.y4m');
	let browser: Browser;
	beforeAll(async () => {
		const page = await running.browser.newPage();
		await prepareDrawing(page);
		writeFileSync(film, await filmOf(page, [till('1.75', now())]));
		await page.close();
		browser = await startBrowser(
			CHROMIUM_WITH_WINDOW,
			'--use-fake-device-for-media-stream',
			`--use-file-for-fake-video-capture=${film}`,
		);
	});
	afterAll(async () => {
		await browser.close();
		rmSync(folder, { recursive: true });
	});

	test('three taps lead from the icon to a submitted receipt, and a correction is scanned as well', async () => {
		const person = await Person.at({ ...running, browser }, PHONE);
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.context().grantPermissions(['camera']);

		// The first tap opens the app by its icon.
		await page.goto('/console/benefits/new?app');
		let taps = 1;
		const tap = (name: string) => {
			taps++;
			return page.getByRole('button', { name, exact: true }).tap();
		};
		await tap('Scan');
		await page.locator('form.receipt button', { hasText: 'Submit for €1.75' }).waitFor();
		expect(await page.locator('#camera').isVisible()).toBe(false);
		expect(await page.evaluate<unknown>("document.querySelector('video').srcObject")).toBeNull();
		await page.locator('img.thumb').waitFor();
		await person.look('receipt-scanned');
		await tap('Submit for €1.75');
		await page.getByText('Submitted. You will get a mail when it is decided.').waitFor();
		expect(taps).toBe(3);

		await page.locator('main a img').waitFor();
		const width = () => page.evaluate<number>("document.querySelector('main a img').naturalWidth");
		await expect.poll(width).toBe(1080);
		const stored = await running.database
			.prepare('SELECT machine_facts FROM expenses ORDER BY id DESC LIMIT 1')
			.first<string>('machine_facts');
		expect(JSON.parse(stored ?? '')).toMatchObject({ amount: { value: 175 }, signature: 'VALID' });

		// The form of a correction has the camera too.
		const address = new URL(page.url()).pathname;
		const verifier = await signedIn(running, 'verifier@demo.example');
		await verifier('POST', `/flex/expenses/${address.split('/').at(-1)}/return`, { reasons: ['unreadable'] });
		await page.goto(address);
		await person.look('receipt-to-correct');
		await page.getByRole('button', { name: 'Scan', exact: true }).tap();
		await page.locator('#code .note', { hasText: 'The code says €1.75' }).waitFor();
		const files = "['file', 'newFile'].map((id) => document.getElementById(id).files.length)";
		expect(await page.evaluate<number[]>(files)).toEqual([0, 1]);
		await page.getByRole('button', { name: 'Correct and resubmit' }).tap();
		await page.waitForURL(/\?saved$/);
		await expect.poll(() => page.locator('main a img').count()).toBe(2);
		await person.leave();
	});

	test('the camera closes without a photo, and says what to do if the browser does not allow it', async () => {
		const person = await Person.at({ ...running, browser }, PHONE);
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new');
		await page.getByRole('button', { name: 'Scan', exact: true }).tap();
		await page.getByText('The browser does not allow the camera.').waitFor();
		await person.look('camera-forbidden');
		await page.getByRole('button', { name: 'Close camera' }).tap();
		expect(await page.locator('#camera').isVisible()).toBe(false);
		expect(await page.evaluate<number>("document.querySelector('#file').files.length")).toBe(0);
		await person.leave();
	});
});

test('the page says so if there is no camera', async () => {
	const person = await Person.at(running, { ...PHONE, locale: 'de-DE' });
	await person.signIn('employee@demo.example');
	await person.page.goto('/console/benefits/new#camera');
	await person.page.getByText('Es wurde keine Kamera gefunden.').waitFor();
	await person.leave();
});

const OF_READER = /^\/(reader|codes|zxing|camera)\.\w+\.(?:js|wasm)$/;

const ENGLISH = {
	says: /^The code says €1\.50 on .*: signed, issuer unknown\.$/,
	sendFor: 'Submit for €1.50',
};
const GERMAN: typeof ENGLISH = {
	says: /^Im Code: 1,50\u00a0€ am .*, signiert, Aussteller unbekannt\.$/,
	sendFor: 'Für 1,50\u00a0€ einreichen',
};
