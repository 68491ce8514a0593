import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

const NAME = `${'محمد '.repeat(25)}<script>alert(1)</script>`;

let api: Awaited<ReturnType<typeof signedIn>>;
/** The ids of the demo employees by their personnel numbers. */
let ids: Record<string, string>;

beforeAll(async () => {
	api = await signedIn(running, 'admin@demo.example');
	const employees = await api<{ personnelNumber: string; employeeId: string }[]>('GET', '/employees');
	ids = Object.fromEntries(employees.map((one) => [one.personnelNumber, one.employeeId]));
}, 120_000);

/** Asks for a page, and signs in on the way to it. */
async function open(person: Person, address: string): Promise<void> {
	const { page } = person;
	page.setDefaultTimeout(10_000);
	await page.goto(address);
	await page.getByRole('button', { name: 'admin@demo.example' }).click();
	await page.waitForURL(running.origin + address);
	await person.speak();
}

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;
	const index = WAYS.indexOf(way);

	test('a person’s year is shown as a picture and as a table; a change shows its consequences, and is saved', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await open(person, `/console/people/${ids['00005']}`);
		await page.getByText(words.leaves).waitFor();
		await person.look('person');
		await person.lookAtPrint('person');
		await page.getByText(words.table).click();
		await page.getByRole('cell', { name: words.cutOff }).first().waitFor();
		await page.locator('.year a').first().focus();
		await page.keyboard.press(way.javaScriptEnabled ? 'End' : 'Tab');
		await page.keyboard.press(way.javaScriptEnabled ? 'ArrowLeft' : 'Shift+Tab');
		if (way.javaScriptEnabled) await page.keyboard.press('Home');
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/access\?of=/);
		await person.look('change-access');

		await page.getByLabel(words.amount).fill(`6${index},50`);
		await page.getByLabel(words.internet).uncheck();
		if (!way.javaScriptEnabled) await page.getByRole('button', { name: words.preview }).click();
		await page.locator('[data-preview] .badge').first().waitFor();
		await person.look('change-access-preview');
		expect(await page.locator('[data-preview]').textContent()).toMatch(words.leftIn);
		await page.getByRole('button', { name: words.save }).click();
		await page.getByText(words.saved).waitFor();
		expect(await page.locator('.history').textContent()).toContain(words.granted);
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('a refusal appears at its field, and the entries stay', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await open(person, `/console/people/${ids['00003']}/default-access`);
		await page.locator('#endDate').fill('2020-01-01');
		await page.getByRole('button', { name: words.save }).click();
		expect(await page.locator('#endDate-fault').textContent()).toMatch(words.order);
		expect(await page.locator('#endDate').inputValue()).toBe('2020-01-01');
		await person.look('change-refused');
		await person.leave();
	});

	test('a long name in Arabic with a script in it is shown as it is, and breaks nothing', async () => {
		await api('PUT', `/employees/${ids['00002']}`, { firstName: NAME, lastName: 'م'.repeat(255) });
		const person = await Person.at(running, way);
		await open(person, `/console/people/${ids['00002']}`);
		expect(await person.page.locator('h1').textContent()).toContain('<script>alert(1)</script>');
		await person.look('person-long-name');
		await person.page.goto(`/console/people/${ids['00002']}/details`);
		expect(await person.page.locator('#firstName').inputValue()).toBe(NAME);
		await person.look('change-details');
		await person.leave();
	});
});

const ENGLISH = {
	leaves: 'Last working day:',
	table: 'As a table',
	cutOff: 'Cut-off',
	amount: 'Amount each month',
	internet: 'Internet',
	preview: 'Preview',
	leftIn: /Left in/,
	save: 'Save',
	saved: /The budget applies from/,
	granted: 'granted a flex budget',
	order: /The end must be later/,
};

const GERMAN: typeof ENGLISH = {
	leaves: 'Letzter Arbeitstag:',
	table: 'Als Tabelle',
	cutOff: 'Stichtag',
	amount: 'Betrag im Monat',
	internet: 'Internet',
	preview: 'Vorschau',
	leftIn: /Übrig im/,
	save: 'Speichern',
	saved: /Das Budget gilt ab/,
	granted: 'ein Flex-Budget gegeben',
	order: /Das Ende muss nach/,
};
