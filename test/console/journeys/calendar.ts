import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { WIDE, waysOf } from '../ways.ts';

describe.each(waysOf(WIDE))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('an administrator sees what takes effect, and subscribes to it', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await page.goto('/console/calendar');
		await page.getByRole('button', { name: 'admin@demo.example' }).click();
		await page.waitForURL(/\/console\/calendar/);
		await person.speak();
		await person.look('calendar');
		await page.locator('.month [data-kind=VOUCHER_DUE] a').first().click();
		await page.getByRole('cell', { name: words.voucher }).first().waitFor();
		await person.look('calendar-day');
		await page.getByRole('link', { name: words.list, exact: true }).click();
		await page.getByText(words.people).first().waitFor();
		await person.look('calendar-list');
		const renewal = page.getByText(`${words.renew} …`);
		if ((await renewal.count()) > 0) await renewal.click();
		await page.getByRole('button', { name: words.make }).click();
		expect(await page.getByLabel(words.address).inputValue()).toMatch(/\/calendars\/[\w-]{43}\.ics$/);
		await person.look('calendar-address');
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const ENGLISH = {
	list: 'List',
	voucher: 'Voucher due',
	people: /\d people/,
	renew: 'Create new address',
	make: /^Create .*address$/,
	address: 'Secret address',
};

const GERMAN: typeof ENGLISH = {
	list: 'Liste',
	voucher: 'Gutschein fällig',
	people: /\d Personen/,
	renew: 'Neue Adresse erstellen',
	make: /dresse erstellen$/,
	address: 'Geheime Adresse',
};
