import { describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { WIDE, waysOf } from '../ways.ts';

describe.each(waysOf(WIDE))('$name', (way) => {
	test('a returned expense is corrected with another picture: the wrong one is removed', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new');
		await person.speak();
		await page.locator('#amount').fill('1.20');
		await page.locator('#file').setInputFiles(PICTURE);
		await page.locator('form.receipt button.main').click();
		await page.waitForURL(/\/receipts\/[\w-]+\?saved/);
		const address = new URL(page.url()).pathname;
		const verifier = await signedIn(running, 'verifier@demo.example');
		const reasons = { reasons: ['unreadable'] };
		await verifier('POST', `/flex/expenses/${address.split('/').at(-1)}/return`, reasons);
		await page.goto(address);
		await page.getByText(/^(Entfernen|Remove)$/).click();
		await person.look('receipt-removal');
		await page.getByRole('button', { name: /(endgültig|permanently)/ }).click();
		await page.getByText(/Die Datei wurde entfernt|The file was removed/).waitFor();
		await person.look('receipt-removed');
		expect(await page.locator('form[action$="/remove"]').count()).toBe(0);
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

/** The smallest picture there is. */
const PICTURE = {
	name: 'receipt.png',
	mimeType: 'image/png',
	buffer: Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	),
};
