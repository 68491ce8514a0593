import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, type Way, waysOf } from '../ways.ts';

/** Signs in, and opens the payroll in the language of the way. */
async function opened(way: Way): Promise<Person> {
	const person = await Person.at(running, way);
	const { page } = person;
	await page.goto('/console/payroll');
	await page.getByRole('button', { name: 'admin@demo.example' }).click();
	await page.waitForURL(/\/console\/payroll/);
	await person.speak();
	return person;
}

const ways = waysOf(NARROW);

describe.each(ways)('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('a clerk sees the months, takes the files of one, and corrects a line of it', async () => {
		const person = await opened(way);
		const { page } = person;
		await page.getByText(words.asTable).click();
		await page.getByRole('columnheader', { name: words.internet }).waitFor();
		await person.look('payroll');
		await page.getByRole('link', { name: words.oneByOne }).click();
		await page.locator(`td[data-name="${words.costCenter}"]`).first().waitFor();
		await person.look('payroll-waiting');
		await page.goto('/console/payroll');
		for (const list of [words.balances, words.vouchers, words.expenses]) {
			await page.getByRole('link', { name: list, exact: true }).click();
			await page.getByRole('heading', { level: 1, name: list }).waitFor();
			await page.getByRole('link', { name: words.earlier }).click();
			await person.look(`months-${list}`);
			await person.lookAtPrint(`months-${list}`);
		}
		await page.getByLabel(words.state).selectOption('APPROVED');
		await page.getByRole('button', { name: words.show }).click();
		await page.waitForURL(/state=APPROVED/);
		await page.goto('/console/payroll');
		await page.locator('.months [data-state=CLOSED] a').first().click();
		await page.getByRole('heading', { name: words.files, exact: true }).waitFor();
		const download = page.waitForEvent('download');
		await page.locator('form:has([value=datev-lodas]) button').first().click();
		expect((await download).suggestedFilename()).toMatch(/^lodas_42_\d{4}-\d\d\.txt$/);
		await page.getByText(words.made).waitFor();
		const again = page.waitForEvent('download');
		await page.locator('.done a').click();
		expect((await again).suggestedFilename()).toMatch(/^lodas_42_/);
		await page.locator('td[data-name="SHA-256"]').first().waitFor();
		await person.look('payroll-run');
		await person.lookAtPrint('payroll-run');

		await page.getByRole('link', { name: words.correct, exact: true }).first().click();
		await page.getByLabel(words.howMuch).fill('1000');
		await page.getByLabel(words.why, { exact: true }).fill('محمد <script>');
		await page.getByRole('button', { name: words.correct, exact: true }).click();
		await page.locator('#amount-fault').waitFor();
		await person.look('payroll-correction-refused');
		await page.getByLabel(words.howMuch).fill('1,50');
		if (!way.javaScriptEnabled) await page.getByRole('button', { name: words.preview }).click();
		await page.locator('[data-preview] .money').first().waitFor();
		await person.look('payroll-correction-preview');
		await page.getByRole('button', { name: words.correct, exact: true }).click();
		await page.getByText(words.saved).waitFor();
		await person.look('payroll-correction');
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('closing a month early shows the closed months, and asks for confirmation', async () => {
		const person = await opened(way);
		const { page } = person;
		await page.getByRole('link', { name: words.close }).click();
		await page.getByRole('button', { name: words.closeNow }).click();
		await page.locator('#early-fault').waitFor();
		await person.look('payroll-close');
		if (way === ways.at(-1)) {
			await page.getByRole('checkbox').check();
			await page.getByRole('button', { name: words.closeNow }).click();
			await page.getByText(words.closed).waitFor();
			await person.look('payroll-closed');
		}
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

const ENGLISH = {
	asTable: 'As a table',
	internet: 'Internet',
	oneByOne: 'Show lines one by one',
	costCenter: 'Cost centre',
	balances: 'Balances',
	vouchers: 'Vouchers',
	expenses: 'Expenses',
	earlier: 'Earlier',
	state: 'Status',
	show: 'Show',
	files: 'Files',
	made: 'The file was created.',
	correct: 'Correct',
	howMuch: 'Amount',
	why: 'Reason',
	preview: 'Preview',
	saved: 'The correction was saved.',
	close: /^Close .* …$/,
	closeNow: 'Close permanently',
	closed: 'The month is closed.',
};

const GERMAN: typeof ENGLISH = {
	asTable: 'Als Tabelle',
	internet: 'Internet',
	oneByOne: 'Zeilen einzeln anzeigen',
	costCenter: 'Kostenstelle',
	balances: 'Guthaben',
	vouchers: 'Gutscheine',
	expenses: 'Ausgaben',
	earlier: 'Früher',
	state: 'Status',
	show: 'Anzeigen',
	files: 'Dateien',
	made: 'Die Datei wurde erstellt.',
	correct: 'Korrigieren',
	howMuch: 'Betrag',
	why: 'Grund',
	preview: 'Vorschau',
	saved: 'Die Korrektur wurde gespeichert.',
	close: /abschließen …$/,
	closeNow: 'Endgültig abschließen',
	closed: 'Der Monat ist abgeschlossen.',
};
