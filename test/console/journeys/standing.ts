import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('an employee adds a monthly ticket with its proof, a verifier approves it, and the employee ends it', async () => {
		const employee = await Person.at(running, way);
		const { page } = employee;
		await employee.signIn('employee@demo.example');
		await page.goto('/console/benefits/standing');
		await employee.look('standing-empty');
		await page.getByRole('link', { name: words.add }).click();
		await page.getByLabel(words.file, { exact: true }).setInputFiles(PROOF);
		await page.locator('label', { hasText: words.mobility }).click();
		await page.getByLabel(words.amount).fill('49');
		await page.getByLabel(words.proofUntil).fill(inAYear());
		await employee.look('standing-form');
		await page.getByRole('button', { name: words.send }).click();
		await page.getByText(words.saved).waitFor();
		await employee.look('standing-waits');
		const own = page.url().replace(/\?.*/, '');

		const verifier = await Person.at(running, way);
		await verifier.signIn('verifier@demo.example');
		await verifier.page.goto('/console/standing');
		await verifier.speak();
		await verifier.look('standing-list');
		await verifier.page.locator(`main td a[href*="${own.split('/').at(-1)}"]`).click();
		await verifier.page.locator('.sheet img').waitFor();
		await verifier.look('standing-verification');
		await verifier.page.getByRole('button', { name: words.approve }).click();
		await verifier.page.getByText(words.approved).waitFor();
		await verifier.leave();

		await page.goto(own);
		expect(await page.locator('.badge', { hasText: words.active }).count()).toBe(1);
		await page.getByText(words.end).click();
		await employee.look('standing-active');
		await page.getByRole('button', { name: words.endNow }).click();
		await page.getByText(words.ended).waitFor();
		await employee.leave();
	});
});

/** Returns today’s day in the next year, in February at most the 28th. */
function inAYear(): string {
	const [year = '', rest = ''] = new Date().toISOString().slice(0, 10).split(/-(.*)/);
	return `${Number(year) + 1}-${rest.replace('02-29', '02-28')}`;
}

/** The smallest picture there is. */
const PROOF = {
	name: 'ticket.png',
	mimeType: 'image/png',
	buffer: Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
		'base64',
	),
};

const ENGLISH = {
	add: 'Add a standing expense',
	file: 'Proof',
	mobility: 'Mobility',
	amount: 'Amount a month',
	proofUntil: 'Proof covers the days until',
	send: 'Submit',
	saved: 'Submitted. You will get a mail when the proof is verified.',
	approve: 'Approve',
	approved: 'Approved. Each month is now submitted automatically.',
	active: 'active',
	end: 'End standing expense',
	endNow: 'End permanently',
	ended: 'The standing expense has ended. No further month is submitted.',
};

const GERMAN: typeof ENGLISH = {
	add: 'Dauerausgabe hinzufügen',
	file: 'Nachweis',
	mobility: 'Mobilität',
	amount: 'Betrag im Monat',
	proofUntil: 'Nachweis gilt bis',
	send: 'Einreichen',
	saved: 'Eingereicht. Sie erhalten eine Mail, sobald der Nachweis geprüft ist.',
	approve: 'Genehmigen',
	approved: 'Genehmigt. Jeder Monat wird nun automatisch eingereicht.',
	active: 'aktiv',
	end: 'Dauerausgabe beenden',
	endNow: 'Endgültig beenden',
	ended: 'Die Dauerausgabe ist beendet. Es wird kein weiterer Monat eingereicht.',
};
