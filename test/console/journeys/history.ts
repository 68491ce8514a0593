import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { WIDE, waysOf } from '../ways.ts';

describe.each(waysOf(WIDE))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('an administrator reads the history, opens an event, follows a person, and takes the file', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await person.speak();
		await page.goto('/console/history');
		await page.getByRole('heading', { name: words.history, level: 1 }).waitFor();
		await person.look('history');

		await page.getByLabel(words.what, { exact: true }).selectOption('voucher.issued');
		await page.getByRole('button', { name: words.search }).click();
		await page.waitForURL(/type=voucher\.issued/);
		await page.locator('.events summary').first().click();
		await page.locator('details[open]').getByText(words.request).waitFor();
		await person.look('history-event');

		await page.locator('.events details[open] dd a').nth(1).click();
		await page.waitForURL(/subject=/);
		await page.getByRole('link', { name: words.drop }).waitFor();
		await page.getByLabel(words.person).fill('muster');
		await page.getByRole('button', { name: words.search }).click();
		await page.getByRole('heading', { name: /„muster“|“muster”/ }).waitFor();
		await person.look('history-choice');

		await page.goto('/console/history?from=2020-01-01&until=2020-01-02');
		await page.getByText(words.none).waitFor();
		await person.look('history-none');
		const download = page.waitForEvent('download');
		await page.getByRole('link', { name: words.export }).click();
		expect((await download).suggestedFilename()).toBe('history.csv');
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const ENGLISH = {
	history: 'History',
	what: 'What',
	search: 'Search',
	request: 'Request',
	drop: 'remove filter',
	person: 'Person',
	none: 'No changes match these filters.',
	export: 'Export',
};

const GERMAN: typeof ENGLISH = {
	history: 'Verlauf',
	what: 'Was',
	search: 'Suchen',
	request: 'Anfrage',
	drop: 'Filter entfernen',
	person: 'Person',
	none: 'Keine Änderungen passen zu diesen Filtern.',
	export: 'Exportieren',
};
