import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, waysOf } from '../ways.ts';

const ids: string[] = [];
beforeAll(async () => {
	const admin = await signedIn(running, 'admin@demo.example');
	const { manageableCompanyIds } = await admin<{ manageableCompanyIds: string[] }>('GET', '/auth/me');
	for (const [index] of WAYS.entries()) {
		const { employeeId } = await admin<{ employeeId: string }>('POST', '/employees', {
			email: `invited-${index}@demo.example`,
			companyId: manageableCompanyIds[0],
			skipSendRegistrationEmail: true,
		});
		ids.push(employeeId);
	}
}, 120_000);

describe.each(waysOf(NARROW))('$name', (way) => {
	test('somebody without a mailbox gets a printed invitation, and its page tells of it', async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		const address = `/console/people/${ids[WAYS.indexOf(way)]}`;
		await person.signIn('admin@demo.example');
		await page.goto(address);
		await person.speak();
		await page.locator('main a[href$="/invitation"]').first().click();
		await person.look('invitation');
		await page.getByRole('button', { name: /drucken|Print/ }).click();
		expect(await page.locator('.code').textContent()).toMatch(/^([A-Z]{4}-){2}[A-Z]{4}$/);
		await page.goto(`${address}/invitation`);
		await page.getByText(/Ein Code wurde|A code was printed/).waitFor();
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});
