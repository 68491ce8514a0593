import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { WIDE, waysOf } from '../ways.ts';

describe.each(waysOf(WIDE))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;
	const key = way.name.replaceAll(/\W+/g, '.');

	test('an administrator imports a file with one refused row, and gets that row back', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await person.speak();
		await page.getByRole('link', { name: words.people, exact: true }).click();
		await page.getByRole('link', { name: words.import, exact: true }).click();
		await person.look('import-file');
		await page.getByLabel(words.file).setInputFiles({
			name: 'people.csv',
			mimeType: 'text/csv',
			buffer: Buffer.from(fileOf(key), 'latin1'),
		});
		await page.getByRole('button', { name: words.next }).click();
		await page.getByLabel('Geburtstag').selectOption('-');
		await person.look('import-columns');
		await page.getByRole('button', { name: words.check }).click();
		await page.getByRole('heading', { name: words.rows }).waitFor();
		await person.look('import-check');
		// The page that is left keeps for this test what it said last.
		if (way.javaScriptEnabled)
			await page.evaluate(`addEventListener('pagehide', () => {
				const [says, button] = ['.working', 'button[value=save]'].map((at) => document.querySelector(at));
				sessionStorage.setItem('said', says.textContent + button.disabled);
			})`);
		await page.getByRole('button', { name: words.others }).click();
		await page.getByRole('heading', { name: words.done }).waitFor();
		if (way.javaScriptEnabled)
			expect(await page.evaluate<string>("sessionStorage.getItem('said')")).toBe(`${words.working}true`);
		await person.look('import-done');
		const saved = page.waitForEvent('download');
		await page.getByRole('button', { name: words.refusedFile }).click();
		const refused = readFileSync(await (await saved).path(), 'utf8');
		expect(refused.split('\r\n')).toHaveLength(3);
		expect(refused).toContain(words.noAddress);
		await page.getByRole('link', { name: words.toPeople }).click();
		await page.goto(`/console/people?q=${key}`);
		await page.getByRole('link', { name: 'Müller, Jürgen' }).waitFor();
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const fileOf = (key: string): string =>
	[
		'E-Mail;Vorname;Nachname;Geburtstag;Flex-Budget;Flex ab',
		`${key}.a@demo.example;Jürgen;Müller;1.1.1980;50,00;01.12.2026`,
		`${key}.b@demo.example;Ada;Lovelace;10.12.1815;;`,
		`${key};Grace;Hopper;9.12.1906;50,00;01.12.2026`,
		'',
	].join('\r\n');

const ENGLISH = {
	people: 'People',
	import: 'Import',
	file: 'CSV file',
	next: 'Continue',
	check: 'Check all rows',
	rows: 'The rows',
	others: 'Import the other 2 rows',
	working: '2 rows: importing. This can take a minute.',
	done: 'Imported',
	refusedFile: 'Save refused rows as a file',
	noAddress: 'Please enter an e-mail address',
	toPeople: 'To the people',
};

const GERMAN: typeof ENGLISH = {
	people: 'Mitarbeitende',
	import: 'Importieren',
	file: 'CSV-Datei',
	next: 'Weiter',
	check: 'Alle Zeilen prüfen',
	rows: 'Die Zeilen',
	others: 'Die anderen 2 Zeilen importieren',
	working: '2 Zeilen: Import läuft. Das kann eine Minute dauern.',
	done: 'Importiert',
	refusedFile: 'Abgelehnte Zeilen als Datei speichern',
	noAddress: 'Bitte geben Sie eine E-Mail-Adresse ein',
	toPeople: 'Zu den Mitarbeitenden',
};
