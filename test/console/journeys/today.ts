import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	async function signedIn(email: string): Promise<Person> {
		const person = await Person.at(running, way);
		await person.signIn(email);
		await person.speak();
		return person;
	}

	test('an administrator begins with what waits, and goes to the remedy', async () => {
		const person = await signedIn('admin@demo.example');
		const { page } = person;
		await page.getByRole('heading', { name: words.today, level: 1 }).waitFor();
		await person.look('today');
		const seen = page.viewportSize();
		for (const [width, left] of [
			[959, 0],
			[960, 200],
		] as const) {
			await page.setViewportSize({ width, height: 900 });
			const content = await page.locator('main').boundingBox();
			expect(content?.x, `${width} px`).toBeGreaterThanOrEqual(left);
			expect(await page.locator('[popovertarget=menu]').isVisible()).toBe(width < 960);
		}
		if (seen !== null) await page.setViewportSize(seen);
		await page.getByRole('link', { name: words.noNumber }).click();
		await page.getByRole('heading', { name: words.people, level: 1, exact: true }).waitFor();
		expect(await page.locator('tbody tr').count()).toBe(1);
		await page.getByRole('link', { name: 'Vogel, Mia' }).waitFor();
		await page.goBack();
		await page.getByRole('link', { name: words.bounced }).click();
		await page.getByRole('link', { name: 'Vogel, Mia' }).click();
		await page.getByRole('heading', { name: 'Mia Vogel' }).waitFor();
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('a verifier begins with the receipts, and opens the oldest', async () => {
		const person = await signedIn('verifier@demo.example');
		await person.look('today-verifier');
		await person.page.getByRole('link', { name: words.toVerify }).click();
		await person.page.getByRole('button', { name: words.approve }).waitFor();
		await person.leave();
	});

	test('a technical user begins with what needs work, and opens the calendar and the people', async () => {
		const person = await signedIn('integration@demo.example');
		const { page } = person;
		await page.getByRole('heading', { name: words.start, level: 1, exact: true }).waitFor();
		await person.look('today-technical');
		const pages = page.getByRole('navigation');
		for (const name of [words.calendar, words.people]) {
			const link = pages.getByRole('link', { name, exact: true });
			if (!(await link.isVisible())) await person.openMenu();
			await link.click();
			await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
			await person.look(`technical-${name}`);
		}
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('the operator chooses a company among all, each with what waits there', async () => {
		const person = await signedIn('platform@demo.example');
		await person.look('today-companies');
		await person.page.locator('a[href*="/today?"]', { hasText: 'Demo GmbH' }).click();
		await person.page.getByRole('link', { name: words.toVerify }).waitFor();
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const ENGLISH = {
	today: 'Hello, Anke',
	start: 'Today',
	calendar: 'Calendar',
	people: 'People',
	noNumber: 'without a personnel number',
	bounced: 'came back',
	toVerify: 'to verify',
	approve: 'Approve',
};

const GERMAN: typeof ENGLISH = {
	today: 'Guten Tag, Anke',
	start: 'Heute',
	calendar: 'Kalender',
	people: 'Mitarbeitende',
	noNumber: 'ohne Personalnummer',
	bounced: 'kam zurück',
	toVerify: 'zu prüfen',
	approve: 'Genehmigen',
};
