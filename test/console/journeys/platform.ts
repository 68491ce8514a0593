import { describe, expect, test } from 'vitest';
import samples from '../../benefits/expenses/known-tills/certificates/certificates.json' with {
	type: 'json',
};
import { certificateOf } from '../../harness/certificates.ts';
import { newTill } from '../../harness/tills.ts';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;
	const name = `Neue ${way.name} GmbH`;
	const email = `first.${way.name.replaceAll(/\W+/g, '.')}@neue.example`;

	test('a platform administrator creates a company, hands it over, finds users and looks at what one sees', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('platform@demo.example');
		await person.speak();
		await page.goto('/console/platform');
		await page.getByRole('heading', { name: words.companies, level: 1 }).waitFor();
		await person.look('platform');

		await page.getByRole('link', { name: words.create }).click();
		await page.getByLabel(words.name, { exact: true }).fill(name);
		await person.look('platform-company-new');
		await page.getByRole('button', { name: words.create }).click();
		await page.getByText(words.nobodyYet).waitFor();
		await page.getByLabel(words.email).fill(email);
		await page.getByRole('button', { name: words.invite, exact: true }).click();
		await page.getByRole('link', { name: email }).waitFor();
		await person.look('platform-company');

		await page.getByRole('link', { name: words.give }).click();
		await page.getByLabel(words.address).fill('verifier@');
		if (!way.javaScriptEnabled) await page.getByRole('button', { name: words.search }).click();
		await page.locator('[data-found] a').first().waitFor();
		await person.look('platform-giving');
		await page.locator('[data-found] a').first().click();
		await page.getByLabel(words.administrator).check();
		await person.look('platform-gift');
		await page.getByRole('button', { name: words.giveNow }).click();
		await page.locator('.done').waitFor();

		await page.goto('/console/platform/users?q=employee@');
		await person.look('platform-users');
		await page.getByRole('link', { name: 'Emil Weber' }).click();
		await page.getByRole('heading', { name: words.roles }).waitFor();
		await person.look('platform-user');
		await page.getByRole('button', { name: words.view }).click();
		await page.getByText(words.looking).waitFor();
		await person.look('platform-viewing');
		await page.goto('/console/account');
		expect(await page.getByLabel(words.ownPassword).first().isDisabled()).toBe(true);
		await person.look('platform-viewing-form');
		await page.getByRole('button', { name: words.stop }).click();
		await page.getByRole('heading', { name: words.roles }).waitFor();

		await page.goto('/console/platform/keys');
		await page.getByLabel(words.forWhat).fill(`Onboarding ${way.name}`);
		await page.getByLabel(words.mayCreate).check();
		await person.look('platform-keys');
		await page.getByRole('button', { name: words.makeKey }).click();
		await page.getByText(/^zub_live_/).waitFor();
		await person.look('platform-key-made');
		await page.getByRole('link', { name: words.kept }).click();
		await page.getByText(`Onboarding ${way.name}`).waitFor();

		await page.goto('/console/platform/tills');
		const certificates = page.locator('input[type=file]');
		await certificates.setInputFiles(pemOf(samples.RSA.pem + samples.secp256k1.pem));
		await page.getByRole('button', { name: words.importTills }).click();
		await page.getByRole('listitem').filter({ hasText: words.secondRefused }).waitFor();
		await person.look('platform-tills-refused');
		await certificates.setInputFiles(pemOf(certificateOf(newTill()('1.00'), { name: `Till ${way.name}` })));
		await page.getByRole('button', { name: words.importTills }).click();
		await page.getByText(words.importedTills).waitFor();
		await person.look('platform-tills');
		const till = page.locator('tr').filter({ hasText: `Till ${way.name}` });
		await till.getByText(words.remove, { exact: true }).click();
		await till.getByRole('button', { name: words.removeNow }).click();
		await page.getByText(words.removed).waitFor();
		expect(await till.count()).toBe(0);

		await page.goto('/console/platform/cells');
		await person.look('platform-cells');
		await page.goto('/console/platform/cells/repair');
		await person.look('platform-repair');
		await page.goto('/console/platform/jobs');
		await person.look('platform-jobs');
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const pemOf = (text: string) => ({
	name: 'tills.pem',
	mimeType: 'application/x-pem-file',
	buffer: Buffer.from(text),
});

const ENGLISH = {
	companies: 'Companies',
	create: 'Create company',
	name: 'Name',
	nobodyYet: 'Nobody manages this company yet.',
	email: 'E-mail address',
	invite: 'Invite',
	roles: 'Roles and companies',
	view: 'View as this user',
	looking: 'You cannot change anything.',
	stop: 'Stop viewing',
	give: 'Let a user manage the company',
	address: 'The address begins with',
	search: 'Search',
	administrator: 'Administrator',
	giveNow: /^Let .* manage Neue/,
	ownPassword: 'Current password',
	forWhat: 'Purpose',
	mayCreate: 'create companies',
	makeKey: 'Create key',
	kept: 'I have copied it',
	importTills: 'Import certificates',
	secondRefused: 'Certificate 2 has a key',
	importedTills: 'The certificates were imported.',
	remove: 'Remove',
	removeNow: 'Remove certificate',
	removed: 'The certificate was removed.',
};

const GERMAN: typeof ENGLISH = {
	companies: 'Unternehmen',
	create: 'Unternehmen anlegen',
	name: 'Name',
	nobodyYet: 'Noch verwaltet niemand dieses Unternehmen.',
	email: 'E-Mail-Adresse',
	invite: 'Einladen',
	roles: 'Rollen und Unternehmen',
	view: 'Als diese Person ansehen',
	looking: 'Sie können nichts ändern.',
	stop: 'Ansicht beenden',
	give: 'Unternehmen einem Benutzer zuordnen',
	address: 'Die Adresse beginnt mit',
	search: 'Suchen',
	administrator: 'Administration',
	giveNow: /^Neue .* zuordnen$/,
	ownPassword: 'Aktuelles Passwort',
	forWhat: 'Zweck',
	mayCreate: 'Unternehmen anlegen',
	makeKey: 'Schlüssel erstellen',
	kept: 'Ich habe ihn kopiert',
	importTills: 'Zertifikate importieren',
	secondRefused: 'Das Zertifikat 2 hat einen Schlüssel',
	importedTills: 'Die Zertifikate wurden importiert.',
	remove: 'Entfernen',
	removeNow: 'Zertifikat entfernen',
	removed: 'Das Zertifikat wurde entfernt.',
};
