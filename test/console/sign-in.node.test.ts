import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, Person, type Running, startConsole, WAYS } from './browser.ts';

let running: Running;
beforeAll(async () => {
	if (hasBrowser) running = await startConsole();
}, 120_000);
afterAll(() => running?.stop());

describe.skipIf(!hasBrowser).each(WAYS)('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('somebody signs in by e-mail address and password, mistypes it first, chooses a language and signs out', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await page.goto('/');
		await person.look('sign-in');
		await page.getByLabel(words.email).fill('employee@demo.example');
		await page.getByRole('button', { name: words.go, exact: true }).click();
		await page.getByLabel(words.password).fill('not the password');
		await page.getByRole('button', { name: words.signIn, exact: true }).click();
		await page.getByText(words.wrong).waitFor();
		await person.look('wrong-password');
		await page.getByLabel(words.password).fill('zubrot-demo-2026');
		await page.getByRole('button', { name: words.signIn, exact: true }).click();
		await page.getByRole('button', { name: words.signOut }).waitFor();
		await page.getByRole('button', { name: words.other }).click();
		await page.getByRole('button', { name: words.signOutInOther }).click();
		expect(await page.locator('html').getAttribute('lang')).not.toBe(way.locale.slice(0, 2));
		await page.goBack();
		await page.waitForLoadState();
		expect(await page.getByRole('button', { name: words.signOutInOther }).count()).toBe(0);
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('whoever has forgotten the password asks for a link', async () => {
		const person = await Person.at(running, way);
		await person.page.goto('/console/sign-in/forgotten');
		await person.page.getByLabel(words.email).fill('nobody@demo.example');
		await person.page.getByRole('button').last().click();
		await person.page.getByRole('status').waitFor();
		await person.look('link-is-sent');
		await person.leave();
	});
});

const ENGLISH = {
	email: 'E-mail address',
	go: 'Continue',
	password: 'Password',
	signIn: 'Sign in',
	wrong: 'The e-mail address or the password is wrong.',
	signOut: 'Sign out',
	signOutInOther: 'Abmelden',
	other: 'Deutsch',
};

const GERMAN: typeof ENGLISH = {
	email: 'E-Mail-Adresse',
	go: 'Weiter',
	password: 'Passwort',
	signIn: 'Anmelden',
	wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
	signOut: 'Abmelden',
	signOutInOther: 'Sign out',
	other: 'English',
};
