import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;
	const email = `${way.name.replaceAll(/\W+/g, '.')}@demo.example`;

	test('an administrator finds people, and creates one', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await person.speak();
		await page.getByRole('link', { name: words.people, exact: true }).click();
		await page.getByRole('heading', { name: words.people, level: 1 }).waitFor();
		await person.look('people');
		if (way.width > 640) {
			const heights = await page.evaluate<number[]>(
				"[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)",
			);
			// Rows are higher only where a name or a list takes two lines.
			expect(Math.round(Math.min(...heights))).toBe(40);
		}
		await page.getByLabel(words.q).pressSequentially('qqqq');
		if (!way.javaScriptEnabled) await page.getByRole('button', { name: words.search }).click();
		await page.getByText(words.notFound).waitFor();
		expect(page.url()).toContain('q=qqqq');
		await person.look('people-none-found');
		await page.getByRole('link', { name: words.clear }).click();
		await page.getByRole('link', { name: words.create }).click();
		await page.getByLabel(words.email).fill(email);
		await page.getByLabel(words.lastName).fill('محمد');
		if (!way.javaScriptEnabled) await page.getByRole('button', { name: words.preview }).click();
		await page.getByText(`${words.mail} ${email}`).waitFor();
		await person.look('people-new');
		await page.getByRole('button', { name: words.save }).click();
		await page.waitForURL(/\/console\/people\/[\w-]{36}$/);
		await page.goto(`/console/people?q=${encodeURIComponent(email)}`);
		await page.getByRole('link', { name: 'محمد' }).waitFor();
		await person.look('people-found');
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test.skipIf(!way.javaScriptEnabled)('text typed before the script has loaded is searched', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await person.speak();
		const { promise: typed, resolve } = Promise.withResolvers<void>();
		await page.route('**/search.*.js', async (route) => {
			await typed;
			await route.continue();
		});
		await page.goto('/console/people', { waitUntil: 'commit' });
		await page.getByLabel(words.q).fill('qqqq');
		resolve();
		await page.getByText(words.notFound).waitFor();
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const ENGLISH = {
	people: 'People',
	q: 'Name, number or e-mail',
	search: 'Search',
	notFound: 'No people match these filters.',
	clear: 'Clear all filters',
	create: 'Add person',
	email: 'E-mail address',
	lastName: 'Last name',
	preview: 'Preview',
	mail: 'An invitation to',
	save: 'Add person',
};

const GERMAN: typeof ENGLISH = {
	people: 'Mitarbeitende',
	q: 'Name, Nummer oder E-Mail',
	search: 'Suchen',
	notFound: 'Keine Personen passen zu diesen Filtern.',
	clear: 'Alle Filter zurücksetzen',
	create: 'Person anlegen',
	email: 'E-Mail-Adresse',
	lastName: 'Nachname',
	preview: 'Vorschau',
	mail: 'Eine Einladung an',
	save: 'Person anlegen',
};
