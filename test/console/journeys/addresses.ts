import { describe, expect, test, vi } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

/** Returns the link to a page in a mail that the local carrier keeps, and the code beside the link. */
async function mailed(to: string, path: string): Promise<{ link: string; code: string }> {
	const explorer = `${running.origin}/cdn-cgi/local/explorer/api/local/email/sending`;
	const read = async <T>(query = '') =>
		((await (await fetch(explorer + query)).json()) as { result: T }).result;
	const find = async () => {
		const mails = await read<{ to: string[]; messageId: string }[]>();
		for (const { messageId } of mails.filter((mail) => mail.to.includes(to))) {
			const { text } = await read<{ text: string }>(`?email_id=${encodeURIComponent(messageId)}`);
			const [link] = new RegExp(`/console/${path}#[\\w-]+`).exec(text) ?? [];
			const [code] = /\b([A-Z]{4}-){2}[A-Z]{4}\b/.exec(text) ?? [];
			if (link !== undefined && code !== undefined) return { link, code };
		}
		throw new Error(`No mail to ${to} leads to ${path}.`);
	};
	return vi.waitFor(find, { timeout: 30_000, interval: 500 });
}

describe.each(waysOf(NARROW))('$name', (way) => {
	const [old, fresh] = ['old', 'new'].map((name) => `${name}-${WAYS.indexOf(way)}@demo.example`) as [
		string,
		string,
	];

	test('a person changes the own address by a mail, and restores it by the mail to the old one', {
		timeout: 120_000,
	}, async () => {
		const admin = await signedIn(running, 'admin@demo.example');
		const { manageableCompanyIds } = await admin<{ manageableCompanyIds: string[] }>('GET', '/auth/me');
		await admin('POST', '/employees', { email: old, companyId: manageableCompanyIds[0] });
		const person = await Person.at(running, way);
		const { page } = person;
		const password = page.locator('input[name=password]');
		const submit = page.locator('form button.main');
		const openMailed = async (address: string, path: string, isOver = false) => {
			const { link, code } = await mailed(address, path);
			await page.goto(link);
			// Without scripts, people type the code.
			if (way.javaScriptEnabled) expect(page.url()).not.toContain('#');
			else {
				await page.locator('input[name=token]').fill(code);
				await submit.click();
			}
			if (isOver) return page.getByRole('alert').waitFor();
			await page.locator(`[name=email][value="${address}"]`).waitFor({ state: 'attached' });
			await person.look(path);
		};

		await openMailed(old, 'registration');
		await password.fill('nine miles before breakfast');
		await submit.click();
		await page.getByRole('navigation').first().waitFor();
		await person.speak();
		await page.goto('/console/account');
		const address = page.locator('form[action$="/account/address"]');
		await address.locator('#email').fill(fresh);
		await address.locator('#address-password').fill('nine miles before breakfast');
		await address.locator('button.main').click();
		await page.getByText(/Ein Link ist an die neue Adresse|A link is on its way to the new/).waitFor();

		await openMailed(fresh, 'new-address');
		await submit.click();
		await page.getByText(/Die E-Mail-Adresse wurde geändert|The e-mail address was changed/).waitFor();
		await openMailed(old, 'old-address');
		await submit.click();
		await page.getByText(/Ihre frühere E-Mail-Adresse gilt wieder|Your old e-mail address is in/).waitFor();
		await openMailed(old, 'new-password');
		await password.fill('ten herons on the harbour');
		await submit.click();
		await page.getByText(/Ihr Passwort wurde geändert|Your password was changed/).waitFor();

		await page.locator('#email').fill(old);
		await submit.click();
		await password.fill('ten herons on the harbour');
		await submit.click();
		await page.getByRole('navigation').first().waitFor();
		await openMailed(old, 'old-address', true);
		await person.look('old-address-over');
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});
