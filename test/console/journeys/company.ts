import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;
	const number = WAYS.indexOf(way) + 1;

	async function administrator() {
		const person = await Person.at(running, way);
		await person.signIn('admin@demo.example');
		const { page } = person;
		await person.speak();
		const openPart = async (name: string) => {
			await person.openMenu();
			const pages = page.getByRole('navigation', { name: words.pages });
			await pages.getByRole('link', { name, exact: true }).click();
		};
		await openPart(words.company);
		const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
		const goTo = (name: string) =>
			page.getByRole('navigation', { name: words.company }).getByRole('link', { name }).click();
		const saved = () => page.locator('.done').waitFor();
		return { person, page, press, openPart, goTo, saved };
	}

	test('an administrator sees what other days move, sets the numbers of the office, and reads the mails', async () => {
		const { person, page, press, goTo, saved } = await administrator();
		await page.getByLabel(words.handIn).fill(String(number));
		await page.getByLabel(words.decide).fill(String(10 + number));
		await press(words.preview);
		await page.getByText('→').first().waitFor();
		await person.look('company');
		await page
			.locator('form', { has: page.getByLabel(words.decide) })
			.getByRole('button', { name: words.save })
			.click();
		await saved();
		await page.getByLabel(words.color).fill('#FFDD00');
		await press(words.saveColor);
		await page.getByText('#a38d00').waitFor();
		await page.locator('#color').fill('#3273c9');
		await press(words.saveColor);
		await saved();
		await page.locator('input[type=file]').setInputFiles(LOGO);
		await press(words.saveLogo);
		await page.locator('.side .logo').waitFor();
		const brand = "getComputedStyle(document.documentElement).getPropertyValue('--brand')";
		expect(await page.evaluate<string>(brand)).toBe('#3273c9');
		await person.look('company-logo');
		await press(words.removeLogo);
		await page.locator('.side .logo').waitFor({ state: 'detached' });
		await goTo(words.office);
		await page.getByLabel(words.format).selectOption('datev-lodas');
		await page.getByLabel(words.adviser).fill('1234567');
		await page.getByLabel(words.client).fill('42');
		await page.getByLabel(`${words.meals}: ${words.wageType}`).fill('2100');
		await page.getByLabel(`${words.meals}: ${words.key}`).fill('2');
		await press(words.preview);
		await page.getByText('BeraterNr=1234567').waitFor();
		await person.look('company-office');
		await press(words.save);
		await saved();
		await goTo(words.data);
		await person.look('company-data');
		await person.leave();
	});

	test('an administrator invites a verifier, closes the account, and finds the mail', async () => {
		const { person, page, press, openPart, goTo, saved } = await administrator();
		await openPart(words.team);
		const email = `vera.${number}@demo.example`;
		await page.getByLabel(words.email).fill(email);
		await press(words.invite);
		await page.getByRole('alert').waitFor();
		await page.getByRole('checkbox', { name: words.verifier }).check();
		await press(words.invite);
		await saved();
		await page.getByRole('checkbox', { name: words.administrator }).check();
		if (!way.javaScriptEnabled) await press(words.preview);
		await page.locator('[data-preview] dd').first().waitFor();
		await person.look('company-user');
		await page.locator('summary', { hasText: words.close }).click();
		await press(words.close);
		await page.getByText(words.closed).waitFor();
		await openPart(words.team);
		await page.getByRole('link', { name: email }).waitFor();
		await person.look('company-users');
		await openPart(words.company);
		await goTo(words.mails);
		await page.getByText(`${email}: ${words.invitation}`).click();
		await person.look('company-mails');
		await person.leave();
	});

	test('an administrator makes a key that is shown once, revokes it, and sets up a provider', async () => {
		const { person, page, press, openPart, goTo, saved } = await administrator();
		await openPart(words.programs);
		await page.getByLabel(words.keyName).fill(`HR ${number}`);
		await page.getByRole('checkbox', { name: words.seePeople }).check();
		await press(words.makeKey);
		const key = page.getByText(/^zub_live_/);
		await key.waitFor();
		await person.look('company-key');
		await page.getByRole('link', { name: words.kept }).click();
		expect(await key.count()).toBe(0);
		await person.look('company-keys');
		const row = page.getByRole('listitem').filter({ hasText: `HR ${number}` });
		await row.getByText(words.revoke, { exact: true }).click();
		await row.getByRole('button', { name: words.rotated }).click();
		await page.getByText(words.revoked).waitFor();
		await goTo('Webhooks');
		await page.getByLabel(words.address, { exact: true }).fill('https://hr.example/hooks');
		await page.locator('.group summary', { hasText: words.people }).click();
		await page.getByRole('checkbox', { name: 'employee.created' }).check();
		await person.look('company-webhooks');
		await press(words.makeEndpoint);
		await page.getByText(/^whsec_/).waitFor();
		await page.getByRole('link', { name: words.keptSecret }).click();
		await person.look('company-webhook');
		await press(words.ping);
		await saved();
		await person.look('company-webhook-delivery');
		await page.getByRole('link', { name: words.backToList }).click();
		await person.look('company-webhook-deliveries');
		await openPart(words.team);
		await goTo(words.signIn);
		await page.getByLabel(words.issuer).fill('https://login.demo.example');
		await page.getByLabel('Client-ID').or(page.getByLabel('Client ID')).fill('zubrot');
		await page.getByLabel(/Client.[Ss]ecret/).fill('a secret for the journey');
		await page.getByLabel(words.domains).fill(`one${number}.example, two.example`);
		await page
			.locator('form', { has: page.getByLabel(words.issuer) })
			.getByRole('button', { name: words.save })
			.click();
		await saved();
		await press(words.test);
		await page.getByText(words.noAnswer).waitFor();
		await person.look('company-sign-in');
		await page.locator('summary', { hasText: words.remove }).click();
		await press(words.removeNow);
		await saved();
		await person.leave();
	});
});

/** The smallest picture there is. */
const LOGO = {
	name: 'logo.png',
	mimeType: 'image/png',
	buffer: Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	),
};

const ENGLISH = {
	color: 'Colour',
	saveColor: 'Save colour',
	saveLogo: 'Save logo',
	removeLogo: 'Remove logo',
	company: 'Company',
	save: 'Save',
	preview: 'Preview',
	data: 'Data',
	handIn: 'Last day to submit',
	decide: 'Last day to decide',
	office: 'Payroll office',
	format: 'Format of the files',
	adviser: 'Adviser number',
	client: 'Client number',
	meals: 'Meals',
	wageType: 'Wage type',
	key: 'processing key',
	pages: 'Pages',
	team: 'Team and sign-in',
	administrator: 'Administrator',
	email: 'E-mail address',
	invite: 'Send invitation',
	verifier: 'Verifier',
	close: 'Close the account',
	closed: 'The account is closed.',
	mails: 'Mails',
	invitation: 'invitation',
	programs: 'Integrations',
	keyName: 'Purpose',
	seePeople: 'see people',
	makeKey: 'Create key',
	kept: 'I have copied it',
	revoke: 'Revoke',
	rotated: 'Revoke: it was replaced',
	revoked: 'The key was revoked.',
	address: 'Address',
	people: 'People',
	makeEndpoint: 'Create endpoint',
	keptSecret: 'I have copied it',
	ping: 'Send test delivery',
	backToList: 'Back to the list',
	signIn: 'Sign-in',
	issuer: 'Issuer',
	domains: 'E-mail domains',
	test: 'Test identity provider',
	noAnswer: 'does not respond',
	remove: 'Remove identity provider',
	removeNow: 'Remove permanently',
};

const GERMAN: typeof ENGLISH = {
	color: 'Farbe',
	saveColor: 'Farbe speichern',
	saveLogo: 'Logo speichern',
	removeLogo: 'Logo entfernen',
	company: 'Unternehmen',
	save: 'Speichern',
	preview: 'Vorschau',
	data: 'Daten',
	handIn: 'Letzter Tag, um Belege',
	decide: 'Letzter Tag, um über',
	office: 'Lohnbüro',
	format: 'Format der Dateien',
	adviser: 'Beraternummer',
	client: 'Mandantennummer',
	meals: 'Essen',
	wageType: 'Lohnart',
	key: 'Bearbeitungsschlüssel',
	pages: 'Seiten',
	team: 'Team und Anmeldung',
	administrator: 'Administration',
	email: 'E-Mail-Adresse',
	invite: 'Einladung senden',
	verifier: 'Belegprüfung',
	close: 'Konto schließen',
	closed: 'Das Konto ist geschlossen.',
	mails: 'Mails',
	invitation: 'Einladung',
	programs: 'Schnittstellen',
	keyName: 'Zweck',
	seePeople: 'Mitarbeitende sehen',
	makeKey: 'Schlüssel erstellen',
	kept: 'Ich habe ihn kopiert',
	revoke: 'Widerrufen',
	rotated: 'Widerrufen: er wurde ersetzt',
	revoked: 'Der Schlüssel wurde widerrufen.',
	address: 'Adresse',
	people: 'Mitarbeitende',
	makeEndpoint: 'Endpunkt anlegen',
	keptSecret: 'Ich habe es kopiert',
	ping: 'Testzustellung senden',
	backToList: 'Zurück zur Liste',
	signIn: 'Anmeldung',
	issuer: 'Aussteller',
	domains: 'E-Mail-Domains',
	test: 'Identitätsanbieter testen',
	noAnswer: 'antwortet nicht',
	remove: 'Identitätsanbieter entfernen',
	removeNow: 'Endgültig entfernen',
};
