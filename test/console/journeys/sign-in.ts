import { describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
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
		await page.getByRole('navigation', { name: words.pages }).waitFor();
		await person.openMenu();
		await page.getByRole('button', { name: words.other }).click();
		await person.openMenu();
		await page.getByRole('button', { name: words.signOutInOther }).click();
		expect(await page.locator('html').getAttribute('lang')).not.toBe(way.locale.slice(0, 2));
		await page.goBack();
		await page.waitForLoadState();
		expect(await page.getByRole('button', { name: words.signOutInOther }).count()).toBe(0);
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('an invited person chooses a password, a bad one first, and is signed in', async () => {
		const admin = await signedIn(running, 'admin@demo.example');
		const email = `new-${WAYS.indexOf(way)}@demo.example`;
		const me = await admin<{ manageableCompanyIds: string[] }>('GET', '/auth/me');
		const { employeeId } = await admin<{ employeeId: string }>('POST', '/employees', {
			email,
			companyId: me.manageableCompanyIds[0],
			firstName: 'Ada',
			lastName: 'Lovelace',
		});
		const { code } = await admin<{ code: string }>('POST', `/employees/${employeeId}/invitation/letter`);
		const person = await Person.at(running, way);
		const { page } = person;
		await page.goto(`/console/registration#${code}`);
		// Without scripts, people type the code.
		if (!way.javaScriptEnabled) await page.getByLabel(words.letterCode).fill(code);
		else expect(page.url()).not.toContain(code);
		await page.locator('button.main').click();
		expect(await page.getByLabel(words.email).inputValue()).toBe(email);
		await page.getByText(words.invited).waitFor();
		await person.look('registration');
		await page.getByLabel(words.newPassword).fill('ada lovelace');
		await page.getByRole('button', { name: words.register }).click();
		await page.getByText(words.personal).waitFor();
		await person.look('registration-refused');
		await page.getByLabel(words.newPassword).fill('nine miles before breakfast');
		await page.getByRole('button', { name: words.register }).click();
		await page.getByRole('navigation', { name: words.pages }).waitFor();

		if (way.javaScriptEnabled) {
			await page.goto('/console/registration#the-token-of-a-link-that-is-over');
			const renew = page.getByRole('button', { name: words.renew });
			await renew.waitFor();
			expect(await page.getByLabel(words.letterCode).count()).toBe(0);
			await person.look('registration-over');
			await renew.click();
			await page.getByText(words.renewed).waitFor();
		}
		await page.goto('/console/registration');
		await page.getByLabel(words.letterCode).waitFor();
		await person.look('registration-by-letter');
		await person.leave();
	});

	test('a person with a forgotten password requests a link, and need not type the address again', async () => {
		const person = await Person.at(running, way);
		await person.page.goto('/console/sign-in');
		await person.page.getByLabel(words.email).fill('nobody@demo.example');
		await person.page.locator('button.main').click();
		await person.page.getByRole('button', { name: words.forgotten }).click();
		await person.page.getByRole('heading', { name: words.reset }).waitFor();
		expect(await person.page.getByLabel(words.email).inputValue()).toBe('nobody@demo.example');
		await person.look('forgotten');
		await person.page.locator('button.main').click();
		await person.page.getByRole('status').waitFor();
		await person.look('link-is-sent');
		await person.page.goto('/console/new-password#made-up-by-somebody-else');
		if (!way.javaScriptEnabled) {
			await person.page.getByLabel(words.letterCode).fill('ABCD-ABCD-ABCD');
			await person.page.locator('button.main').click();
		}
		await person.page.getByRole('alert').waitFor();
		await person.look('password-reset');
		await person.leave();
	});
});

const ENGLISH = {
	email: 'E-mail address',
	go: 'Continue',
	password: 'Password',
	signIn: 'Sign in',
	wrong: 'The e-mail address or the password is wrong.',
	pages: 'Pages',
	signOutInOther: 'Abmelden',
	other: 'Deutsch',
	newPassword: 'New password',
	forgotten: 'Forgot your password?',
	reset: 'Reset your password',
	register: 'Set password and sign in',
	invited: 'You set up your account at Demo GmbH.',
	personal: 'too similar to your name',
	renew: 'Send a new link',
	renewed: 'a new one is on its way',
	letterCode: 'Code from your mail or letter',
};

const GERMAN: typeof ENGLISH = {
	email: 'E-Mail-Adresse',
	go: 'Weiter',
	password: 'Passwort',
	signIn: 'Anmelden',
	wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
	pages: 'Seiten',
	signOutInOther: 'Sign out',
	other: 'English',
	newPassword: 'Neues Passwort',
	forgotten: 'Passwort vergessen?',
	reset: 'Passwort zurücksetzen',
	register: 'Passwort festlegen und anmelden',
	invited: 'Sie richten Ihr Konto bei Demo GmbH ein.',
	personal: 'zu ähnlich',
	renew: 'Neuen Link senden',
	renewed: 'ein neuer per Mail',
	letterCode: 'Code aus Ihrer Mail oder Ihrem Brief',
};
