import { describe, expect, test } from 'vitest';
import { newTill } from '../../harness/tills.ts';
import { Person, running } from '../browser.ts';
import { photoOf, prepareDrawing } from '../photos/photos.ts';
import { NARROW, type Way } from '../ways.ts';

const PHONE: Way = { ...NARROW, name: 'phone', javaScriptEnabled: true };
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
		page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new', { waitUntil: 'networkidle' });
		expect(loaded.filter((path) => OF_READER.test(path))).toEqual([]);
		await page.locator('#file').setInputFiles(photo);
		await page.getByText(words.says).waitFor();
		const used = loaded.flatMap((path) => OF_READER.exec(path)?.[1] ?? []);
		expect(new Set(used)).toEqual(new Set(['reader', 'codes', 'zxing']));
		await page.locator('form.receipt button').getByText(words.sendFor).waitFor();
		expect(await page.locator('#date').inputValue()).toBe(today());
		await person.look(`receipt-with-code-${locale}`);
		await person.leave();
	});
});

const OF_READER = /^\/(reader|codes|zxing|camera)\.\w+\.(?:js|wasm)$/;

const ENGLISH = {
	says: /^The code says €1\.50 on .* \(signed, issuer unknown\)\.$/,
	sendFor: 'Submit for €1.50',
};
const GERMAN: typeof ENGLISH = {
	says: /^Im Code stehen 1,50\u00a0€ am .* \(signiert, Aussteller unbekannt\)\.$/,
	sendFor: 'Für 1,50\u00a0€ einreichen',
};
