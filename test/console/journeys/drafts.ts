import { expect, test } from 'vitest';
import { newTill } from '../../harness/tills.ts';
import { Person, running } from '../browser.ts';
import { photoOf, prepareDrawing } from '../photos/photos.ts';
import { NARROW, type Way } from '../ways.ts';

const PHONE: Way = { ...NARROW, name: 'phone', javaScriptEnabled: true, hasTouch: true };
const till = newTill();

test('several receipts are added at once, and the code in each photo fills in its form', async () => {
	const page = await running.browser.newPage();
	await prepareDrawing(page);
	const photos = [];
	for (const amount of ['1.25', '2.25']) {
		const code = till(amount, `${new Date().toISOString().slice(0, 19)}.000Z`);
		const buffer = await photoOf(page, 'clean', [code]);
		photos.push({ name: `${amount}.jpg`, mimeType: 'image/jpeg', buffer });
	}
	await page.close();
	const person = await Person.at(running, PHONE);
	await person.signIn('employee@demo.example');
	const seen = person.page;
	await seen.goto('/console/benefits');
	await seen.getByRole('link', { name: 'Several receipts' }).click();
	await person.look('drafts-empty');
	await seen.getByLabel('Photos, PDFs or XML').setInputFiles(photos);
	await seen.getByRole('button', { name: 'Add receipts' }).click();
	await seen.locator('form.receipt button').getByText('Submit for €1.25').waitFor();
	await person.look('draft-form');
	await seen.locator('form.receipt button').click();
	await seen.locator('form.receipt button').getByText('Submit for €2.25').waitFor();
	await seen.getByText('Submitted. You will get a mail when it is decided.').waitFor();
	await seen.goto('/console/benefits');
	await person.look('drafts-listed');
	await seen.locator('summary', { hasText: 'Delete' }).click();
	await seen.getByRole('button', { name: 'Delete draft' }).click();
	await seen.getByText('The draft was deleted.').waitFor();
	expect(await seen.locator('main .rows li').count()).toBe(0);

	await seen.goto('/console/account');
	await seen.getByRole('button', { name: 'Create address' }).click();
	const address = seen.getByLabel('Your address for receipts');
	const first = await address.inputValue();
	expect(first).toMatch(/^receipts\+.+@in\.demo\.example$/);
	await person.look('account-with-receipt-address');
	await seen.locator('summary', { hasText: 'Replace address' }).click();
	await seen.getByRole('button', { name: 'Replace address' }).click();
	await seen.getByText('Your address for receipts was created.').waitFor();
	expect(await address.inputValue()).not.toBe(first);
	await seen.locator('summary', { hasText: 'Remove address' }).click();
	await seen.getByRole('button', { name: 'Remove address' }).click();
	await seen.getByRole('button', { name: 'Create address' }).waitFor();
	await person.leave();
});
