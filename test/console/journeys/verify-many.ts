import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

beforeAll(async () => {
	const employee = await signedIn(running, 'employee@demo.example');
	const { employeeId } = await employee<{ employeeId: string }>('GET', '/auth/me');
	const date = new Date().toISOString().slice(0, 10);
	for (const value of [101, 102, 103, 104]) {
		const amount = { value, currency: 'EUR_CENT' };
		await employee('POST', `/employees/${employeeId}/flex/expenses`, { module: 'INTERNET', amount, date });
	}
}, 120_000);

describe.each(waysOf(NARROW))('$name', (way) => {
	test('two receipts are ticked, approved with one preview, and reported one by one', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('verifier@demo.example');
		await page.goto('/console/verify');
		await person.speak();
		await page.getByRole('link', { name: /Alle wartenden|All waiting/ }).click();
		await person.look('verify-list');
		const first = 101 + 2 * WAYS.indexOf(way);
		for (const cents of [first, first + 1]) {
			const amount = new RegExp(`1[.,]${String(cents).slice(1)}(\\D|$)`);
			await page.getByRole('row', { name: amount }).getByRole('checkbox').check();
		}
		await page.locator('form button.main').click();
		await page.getByLabel(/^(Genehmigen|Approve)$/).check();
		await page.locator('button[value=preview]').click();
		await page.getByRole('button', { name: /^(Genehmigen: 2 Belege|Approve: 2 receipts)$/ }).waitFor();
		await person.look('verify-many');
		await page.getByRole('button', { name: /^(Genehmigen: 2 Belege|Approve: 2 receipts)$/ }).click();
		await page.getByText(/(2 Belege genehmigt|Approved 2 receipts)\./).waitFor();
		expect(await page.locator('tbody .badge[data-mood=good]').count()).toBe(2);
		await person.look('verify-many-done');
		await page.getByRole('button', { name: /^(Rückgängig|Undo)/ }).click();
		await page.getByText(/(2 Entscheidungen|2 decisions)/).waitFor();
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});
