import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, WIDE, waysOf } from '../ways.ts';

const folder = mkdtempSync(join(tmpdir(), 'zubrot-receipts-'));
const HEIC = join(folder, 'IMG_0001.heic');
const LARGE = join(folder, 'large.png');

beforeAll(async () => {
	writeFileSync(HEIC, Buffer.from('....ftypheic'.padEnd(400)));
	const page = await running.browser.newPage();
	// Noise, which no format makes small: about 20 MB as PNG.
	const url = await page.evaluate<string>(`(() => {
		const canvas = Object.assign(document.createElement('canvas'), { width: 2600, height: 2600 });
		const context = canvas.getContext('2d');
		const pixels = context.createImageData(2600, 2600);
		for (let i = 0; i < pixels.data.length; i += 65536) crypto.getRandomValues(pixels.data.subarray(i, i + 65536));
		context.putImageData(pixels, 0, 0);
		return canvas.toDataURL('image/png');
	})()`);
	writeFileSync(LARGE, Buffer.from(url.split(',')[1] ?? '', 'base64'));
	await page.close();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(waysOf(NARROW))('$name', (way) => {
	const isGerman = way.locale === 'de-DE';
	const words = isGerman ? GERMAN : ENGLISH;

	test('an employee sees what is left and why, hands in a receipt, finds it and withdraws it', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.getByText(words.why).click();
		await person.look('benefits');

		await page.getByRole('link', { name: words.add }).first().click();
		await person.look('receipt-before');
		const first = await page.evaluate<string>(
			"document.querySelector('form.receipt :is(input:not([type=hidden]))').name",
		);
		expect(first).toBe('file');
		await page.getByLabel(words.file).setInputFiles(RECEIPT);
		await page.getByLabel(words.amount).fill(isGerman ? '1,50' : '1.50');
		const button = page.locator('form.receipt button');
		expect(await button.count()).toBe(1);
		if (way.javaScriptEnabled) {
			await button.getByText(words.sendFor).waitFor();
			await page.locator('form.receipt img.thumb').waitFor();
		} else expect(await button.textContent()).toBe(words.send);
		await button.click();
		await page.getByText(words.saved).waitFor();
		await page.locator('main a img').waitFor();
		await person.look('receipt-handed-in');
		expect(await page.getByText(isGerman ? '1,50\u00a0€' : '€1.50').count()).toBe(1);
		await page.getByRole('button', { name: words.withdraw }).click();
		await page.getByText(words.withdrawn, { exact: true }).waitFor();
		await person.leave();
	});

	test('a refusal by the rules appears at its field, and the entries stay', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new');
		await page.getByLabel(words.file).setInputFiles(RECEIPT);
		await page.getByLabel(words.amount).fill('99999');
		await page.getByRole('button', { name: words.send, exact: true }).click();
		await page.getByRole('alert').waitFor();
		expect(await page.getByLabel(words.amount).inputValue()).toBe('99999');
		expect(await page.locator('#amount-fault').textContent()).toMatch(words.left);
		await person.look('receipt-refused');
		await page.getByLabel(words.amount).fill('1');
		await page.locator('form.receipt button').click();
		await page.locator('main a img').waitFor();
		await person.leave();
	});

	test('the vouchers, the receipts of a month and the own account can be read by everybody', async () => {
		const person = await Person.at(running, way);
		await person.signIn('employee@demo.example');
		for (const name of ['benefits/vouchers', 'benefits/receipts', 'account']) {
			await person.page.goto(`/console/${name}`);
			await person.look(name);
		}
		await person.leave();
	});
});

test.each(['en-GB', 'de-DE'] as const)(
	'the form fits one screen of a phone, with a photo, in %s',
	async (locale) => {
		const person = await Person.at(running, { ...NARROW, locale, javaScriptEnabled: true });
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new');
		await page.locator('input[type=file]').setInputFiles(RECEIPT);
		await page.locator('form.receipt img.thumb').waitFor();
		expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBe(844);
		const [button, bar] = await Promise.all(
			['form.receipt button', '.side nav'].map((place) => page.locator(place).first().boundingBox()),
		);
		expect((button?.y ?? 844) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
		await person.leave();
	},
);

describe('a photo', () => {
	test('a photo of 20 MB is made smaller in the browser, unreadable files are refused, and the photo survives the end of a session', async () => {
		const person = await Person.at(running, WIDE);
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new');
		const field = page.getByLabel(GERMAN.file);
		await field.setInputFiles(LARGE);
		await expect
			.poll(() => page.evaluate<string>("document.querySelector('input[type=file]').files[0].type"), {
				timeout: 20_000,
			})
			.toBe('image/jpeg');
		const size = await page.evaluate<number>("document.querySelector('input[type=file]').files[0].size");
		expect(size).toBeLessThanOrEqual(2_000_000);
		const fault = page.locator('#file-fault');
		await field.setInputFiles(HEIC);
		await fault.getByText('JPEG').waitFor();
		await field.setInputFiles({
			...RECEIPT,
			name: 'scan.pdf',
			mimeType: 'application/pdf',
			buffer: TOO_LARGE,
		});
		await fault.getByText('höchstens 10 MB').waitFor();
		await page.getByRole('button', { name: GERMAN.send, exact: true }).click();
		expect(page.url()).toMatch(/benefits\/new$/);
		await field.setInputFiles(RECEIPT);
		await expect.poll(() => fault.count()).toBe(0);

		await page.getByLabel(GERMAN.amount).fill('1,25');
		await page.locator('form.receipt button').getByText('1,25').waitFor();
		await page.context().clearCookies();
		await page.locator('form.receipt button').click();
		await page.getByText('Ihre Sitzung ist beendet.').waitFor();
		await page.getByRole('button', { name: 'employee@demo.example' }).click();
		await page.locator('main img.thumb').waitFor();
		await person.look('kept-form-with-photo');
		await page.getByRole('button', { name: 'Jetzt senden' }).click();
		await page.locator('main a img').waitFor();
		const places = "caches.open('photo').then((store) => store.keys()).then((keys) => keys.length)";
		await expect.poll(() => page.evaluate<number>(places)).toBe(0);

		await page.goto('/console/benefits/new');
		await field.setInputFiles(RECEIPT);
		await expect.poll(() => page.evaluate<number>(places)).toBe(1);
		await page.goto('/console/nowhere');
		await page.goBack();
		await page.locator('main img.thumb').waitFor();
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const TOO_LARGE = Buffer.alloc(10 * 1024 * 1024 + 1);
/** The smallest picture there is. */
const RECEIPT = {
	name: 'receipt.png',
	mimeType: 'image/png',
	buffer: Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	),
};

const ENGLISH = {
	why: 'How this is calculated',
	add: 'Add a receipt',
	sendFor: 'Submit for €1.50',
	amount: 'Amount',
	left: /^The budget of .* allows .* more\.$/,
	file: 'Photo, PDF or XML',
	send: 'Submit',
	saved: 'Submitted. You will get a mail when it is decided.',
	withdraw: 'Withdraw',
	withdrawn: 'Withdrawn.',
};

const GERMAN: typeof ENGLISH = {
	why: 'So wird das berechnet',
	add: 'Beleg hinzufügen',
	sendFor: 'Für 1,50\u00a0€ einreichen',
	amount: 'Betrag',
	left: /^Das Budget erlaubt im .* noch .*\.$/,
	file: 'Foto, PDF oder XML',
	send: 'Einreichen',
	saved: 'Eingereicht. Sie erhalten eine Mail, sobald darüber entschieden ist.',
	withdraw: 'Zurückziehen',
	withdrawn: 'Zurückgezogen.',
};
