import { describe, expect, test } from 'vitest';
import { certificateOf } from '../../harness/certificates.ts';
import { newTill } from '../../harness/tills.ts';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

/** After this time, a rule looks at a receipt. */
const LATER_MS = 6 * 60_000;

describe.each(waysOf(NARROW))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('an administrator tries a rule and saves it, the cron approves by it, a verifier gets the rest, and the report counts both', async () => {
		const till = newTill();
		const employee = await signedIn(running, 'employee@demo.example');
		const verifier = await signedIn(running, 'verifier@demo.example');
		const platform = await signedIn(running, 'platform@demo.example');
		const certificates = certificateOf(till('1.00'));
		await platform('POST', '/flex/known-tills', { certificates });
		const { employeeId } = await employee<{ employeeId: string }>('GET', '/auth/me');
		let pictures = 0;
		/** Submits what the receipt of a till says, with a picture that no other receipt has. */
		const submitted = async (amount: string, given = amount): Promise<string> => {
			const now = `${new Date().toISOString().slice(0, 19)}.000Z`;
			const body = {
				module: 'SPORTS',
				amount: { value: Math.round(100 * Number(given)), currency: 'EUR_CENT' },
				date: now.slice(0, 10),
				machineReadable: till(amount, now),
				factsDiffer: given !== amount,
			};
			const { id } = await employee<{ id: string }>('POST', `/employees/${employeeId}/flex/expenses`, body);
			await employee('POST', `/flex/expenses/${id}/receipts`, Buffer.concat([PNG, Buffer.of(++pictures)]));
			return id;
		};
		await verifier('POST', `/flex/expenses/${await submitted('1.10')}/approval`);
		await verifier('POST', `/flex/expenses/${await submitted('1.20')}/rejection`, {
			reason: 'Not legible',
		});

		const admin = await Person.at(running, way);
		const { page } = admin;
		await admin.signIn('admin@demo.example');
		await page.goto('/console/company/approvals');
		await admin.speak();
		await page.getByRole('link', { name: words.sports }).click();
		await page.getByLabel(words.upTo).fill('5');
		await page.getByLabel(words.percent).fill('0');
		await page.getByRole('button', { name: words.preview }).click();
		await page.getByText(words.tried).waitFor();
		await page.getByText(words.rejected).waitFor();
		await admin.look('rule-tried');
		await page.getByRole('button', { name: words.set }).click();
		await page.getByText(words.saved).waitFor();
		await admin.look('rules');

		const [agreeing, differing] = [await submitted('2.10'), await submitted('2.20', '2.00')];
		await running.runJobs(Date.now() + LATER_MS);

		const author = await Person.at(running, way);
		await author.signIn('employee@demo.example');
		await author.page.goto(`/console/benefits/receipts/${agreeing}`);
		await author.speak();
		await author.page.getByText(words.byRule).waitFor();
		await author.leave();

		await page.goto('/console/history');
		await page.getByText(words.told).first().waitFor();

		const reader = await Person.at(running, way);
		await reader.signIn('verifier@demo.example');
		await reader.page.goto('/console/verify/list');
		await reader.speak();
		await reader.page.getByLabel(words.facts).selectOption('DIFFER');
		await reader.page.getByRole('button', { name: words.filter }).click();
		expect(await reader.page.locator('main td a[href*="/verify/"]').count()).toBe(1);
		await reader.look('receipts-that-differ');
		await reader.page.locator(`main td a[href*="${differing}"]`).click();
		const shown = reader.page.locator('.badge', { hasText: words.inForm });
		await shown.first().waitFor();
		expect(await shown.evaluateAll((all) => all.map((one) => one.dataset.mood))).toEqual(['good', 'waiting']);
		await reader.look('facts-that-differ');
		await reader.leave();

		await page.goto('/console/company/approvals');
		const row = page.locator('tr', { hasText: words.sports }).last();
		expect((await row.locator('td').allTextContents()).slice(1, 4)).toEqual(['1', '3', '0']);
		await admin.look('rules-report');
		await admin.leave();
	});
});

/** The smallest picture there is. */
const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

const ENGLISH = {
	sports: 'Sports',
	upTo: 'Approve receipts up to',
	percent: 'Sample in percent',
	preview: 'Preview',
	tried: /^This rule would have approved 2 of \d decided purchases since /,
	rejected: 'Of these, rejected',
	set: 'Set rule',
	saved: 'The approval rule was saved.',
	byRule: 'an approval rule of the company',
	told: /by the rule for Sports up to €5\.00/,
	facts: 'Machine-read facts',
	filter: 'Filter',
	inForm: /form/,
};
const GERMAN: typeof ENGLISH = {
	sports: 'Sport',
	upTo: 'Belege genehmigen bis',
	percent: 'Stichprobe in Prozent',
	preview: 'Vorschau',
	tried: /^Diese Regel hätte 2 von \d entschiedenen Käufen seit /,
	rejected: 'Davon abgelehnt',
	set: 'Regel festlegen',
	saved: 'Die Genehmigungsregel wurde gespeichert.',
	byRule: 'eine Genehmigungsregel des Unternehmens',
	told: /nach der Regel für Sport bis 5,00/,
	facts: 'Maschinell gelesene Angaben',
	filter: 'Filtern',
	inForm: /Formular/,
};
