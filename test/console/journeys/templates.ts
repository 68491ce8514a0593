import { describe, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('an administrator sees who uses a template, and makes one of two rules', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await person.speak();
		await person.openMenu();
		await page.getByRole('link', { name: words.templates, exact: true }).click();
		await person.look('templates');
		await page.getByRole('cell').getByRole('link').first().click();
		await page.getByRole('link', { name: 'Emil Weber' }).waitFor();
		await person.look('template');
		await page.getByRole('link', { name: words.copy }).click();
		await page.getByLabel(words.name).fill('Essen und Bahn');
		await page.getByLabel(words.euros).fill('50');
		await page.getByRole('button', { name: words.another }).click();
		await page.getByLabel(words.days).nth(1).fill('32');
		await page.getByRole('button', { name: words.save }).click();
		await page.getByRole('alert').waitFor();
		await person.look('template-refused');
		await page.getByLabel(words.days).nth(1).fill('15');
		await page.getByRole('button', { name: words.save }).click();
		await page.getByText(words.nobody).waitFor();
		await person.leave();
	});
});

const ENGLISH = {
	templates: 'Tax rules',
	copy: 'Copy template',
	name: 'Name',
	euros: 'Euros per month',
	another: 'Add rule',
	days: 'Days per month',
	save: 'Save',
	nobody: 'No budget uses this template yet.',
};

const GERMAN: typeof ENGLISH = {
	templates: 'Steuerregeln',
	copy: 'Vorlage kopieren',
	name: 'Name',
	euros: 'Euro im Monat',
	another: 'Regel hinzufügen',
	days: 'Tage im Monat',
	save: 'Speichern',
	nobody: 'Noch kein Budget verwendet diese Vorlage.',
};
