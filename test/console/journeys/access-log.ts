import { describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	test('the operator looks up who came in, closes somebody and erases the account', async () => {
		const email = `leaver-${WAYS.indexOf(way)}@demo.example`;
		const platform = await signedIn(running, 'platform@demo.example');
		const body = { email, roles: ['COMPANY_ADMIN'], skipSendRegistrationEmail: true };
		await platform('POST', '/users', body);
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await page.goto('/console/team/access');
		await person.speak();
		await page
			.getByText(/^(Angemeldet|Signed in)$/)
			.first()
			.waitFor();
		await person.look('company-access');
		await person.openMenu();
		await page.getByRole('button', { name: /^(Abmelden|Sign out)$/ }).click();
		await page.waitForURL(/sign-in/);
		await person.signIn('platform@demo.example');
		await person.speak();
		await page.goto('/console/platform/access');
		await person.look('platform-access');
		await page.goto(`/console/platform/users?q=${email}`);
		await page.getByRole('link', { name: email }).click();
		await page.locator('summary', { hasText: /^(Konto schließen|Close the account)$/ }).click();
		await page.getByRole('button', { name: /^(Konto schließen|Close the account)$/ }).click();
		await page.getByRole('link', { name: /^(Konto löschen|Erase the account)$/ }).click();
		await page.getByRole('button', { name: /^(Endgültig löschen|Erase permanently)$/ }).waitFor();
		await person.look('platform-erasure');
		await page.getByRole('button', { name: /^(Endgültig löschen|Erase permanently)$/ }).click();
		await page.getByText(/Das Konto wurde gelöscht|The account has been erased/).waitFor();
		await person.look('platform-erased');
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});
