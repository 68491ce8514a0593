import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('an administrator ticks people, sees what a new budget would do to each, and sets it', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await person.speak();
		await page.getByRole('link', { name: words.people, exact: true }).click();
		await page.getByRole('checkbox', { name: 'Emil Weber' }).check();
		const seen = page.viewportSize();
		const height = way.width > 640 ? 500 : 844;
		await page.setViewportSize({ width: way.width, height });
		await page.evaluate('scrollTo(0, 0)');
		const bar = await page.locator('.many').boundingBox();
		const length = await page.evaluate<number>('document.documentElement.scrollHeight');
		expect([length > height, (bar?.y ?? height) + (bar?.height ?? 0) <= height]).toEqual([true, true]);
		expect(bar?.height).toBeLessThan(844 / 3);
		expect(await page.evaluate<boolean>(IS_CUT)).toBe(false);
		if (seen !== null) await page.setViewportSize(seen);
		await page.getByLabel(words.q).pressSequentially('mustermann');
		if (!way.javaScriptEnabled) await page.getByRole('button', { name: words.search, exact: true }).click();
		await page.getByText(words.elsewhere).waitFor();
		await page.getByRole('checkbox', { name: 'Erika Mustermann' }).check();
		await person.look('many-ticked');
		await page.getByRole('button', { name: words.budget }).click();
		await person.look('many-budget');
		await page.getByLabel(words.amount).fill(String(41 + WAYS.indexOf(way)));
		await page.getByRole('button', { name: words.preview }).click();
		await page.getByText(words.granted).first().waitFor();
		await person.look('many-preview');
		await page.getByRole('button', { name: words.save }).click();
		await page.getByRole('heading', { name: words.done }).waitFor();
		await person.look('many-done');
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('the form for selected people survives the end of a session, and is saved after signing in', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await person.speak();
		await page.goto('/console/people');
		for (const name of ['Max Müller', 'Lena Schäfer']) await page.getByRole('checkbox', { name }).check();
		await page.getByRole('button', { name: words.group }).click();
		await page.getByLabel(words.into).fill(`team ${WAYS.indexOf(way)}`);
		await page.getByRole('button', { name: words.preview }).click();
		await page.context().clearCookies({ name: /^(__Host-)?zubrot$/ });
		await page.getByRole('button', { name: words.save }).click();
		await page.getByText(words.ended).waitFor();
		await page.getByRole('button', { name: 'admin@demo.example' }).click();
		await page.getByRole('button', { name: words.sendNow }).click();
		await page.getByRole('heading', { name: words.done }).waitFor();
		await page.goto(`/console/people?group=team+${WAYS.indexOf(way)}`);
		expect(await page.locator('tbody tr').count()).toBe(2);
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

/** Whether the bar of actions has something beside what is in sight. */
const IS_CUT = "[...document.querySelectorAll('.many')].some((bar) => bar.scrollWidth > bar.clientWidth)";

const ENGLISH = {
	people: 'People',
	q: 'Name, number or e-mail',
	elsewhere: '1 more person is selected on other pages.',
	search: 'Search',
	budget: 'Give goodies',
	amount: 'Amount each month',
	preview: 'Preview',
	granted: 'Granted goodies',
	save: /^Do it for/,
	done: 'Done',
	group: 'Move group',
	into: /^Into the group/,
	ended: 'Your session has ended.',
	sendNow: 'Submit now',
};

const GERMAN: typeof ENGLISH = {
	people: 'Mitarbeitende',
	q: 'Name, Nummer oder E-Mail',
	elsewhere: '1 weitere Person ist auf anderen Seiten ausgewählt.',
	search: 'Suchen',
	budget: 'Goodies geben',
	amount: 'Betrag im Monat',
	preview: 'Vorschau',
	granted: 'Goodies gegeben',
	save: /ausführen$/,
	done: 'Erledigt',
	group: 'Gruppe wechseln',
	into: /^In die Gruppe/,
	ended: 'Ihre Sitzung ist beendet.',
	sendNow: 'Jetzt senden',
};
