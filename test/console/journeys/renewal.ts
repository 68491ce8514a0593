import { beforeAll, describe, expect, test } from 'vitest';
import { startProvider } from '../../harness/outside/provider.ts';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { WAYS, WIDE, waysOf } from '../ways.ts';

const EMAIL = 'admin@demo.example';
const SECRET = 'the client secret at the provider of the tests';

let issuer: string;
beforeAll(async () => {
	issuer = await startProvider();
	const admin = await signedIn(running, EMAIL);
	const { manageableCompanyIds } = await admin<{ manageableCompanyIds: string[] }>('GET', '/auth/me');
	const path = `/companies/${manageableCompanyIds[0]}/single-sign-on`;
	const client = { clientId: 'zubrot', clientSecret: SECRET };
	await admin('PUT', path, { issuer, ...client, domains: ['demo.example'] });
	await running.database.exec(
		'UPDATE company_domains SET date_verified = date_created, date_released = date_created',
	);
	await running.database.exec('UPDATE identity_providers SET date_released = date_created');
});

/** Makes 24 hours pass for the sessions that the provider opened. */
const endSessions = () =>
	running.database.exec(
		'UPDATE sessions SET date_created = date_created - 86400000, date_expires = date_created WHERE is_by_sso AND date_expires > date_created',
	);

describe.each(waysOf(WIDE))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	test('typed text survives the renewal of a session by the identity provider', {
		timeout: 120_000,
	}, async () => {
		const person = await Person.at(running, way);
		const { page } = person;
		const claims = { sub: 'admin', email: EMAIL, email_verified: true };
		const wishes = encodeURIComponent(JSON.stringify({ claims }));
		await page.route(`${issuer}/**`, (route) =>
			route.continue({ url: `${route.request().url()}&as=${wishes}` }),
		);
		await page.goto('/console/sign-in?to=/console/people/new');
		await page.getByLabel(words.email).fill(EMAIL);
		await page.locator('button.main').click();
		await page.getByRole('link', { name: words.byProvider }).click();
		await page.waitForURL('**/console/people/new');
		await person.speak();
		await page.locator('#firstName').fill('Hypatia');
		const email = `hypatia-${WAYS.indexOf(way)}@demo.example`;
		await page.locator('#email').fill(email);
		if (way.javaScriptEnabled) await page.locator('[data-preview]').getByText(email).waitFor();
		await endSessions();
		await page.locator('#lastName').fill('of Alexandria');
		if (way.javaScriptEnabled) await page.waitForResponse(/people.new/);
		await page.locator('button.main').click();
		await page.getByRole('button', { name: words.sendNow }).waitFor();
		expect(await page.locator('input[name=firstName]').inputValue()).toBe('Hypatia');
		await page.getByRole('button', { name: words.sendNow }).click();
		await page.getByRole('heading', { name: 'Hypatia of Alexandria' }).waitFor();

		await endSessions();
		await page.goto('/console/people?q=Hypatia');
		await page.waitForURL('**/console/people?q=Hypatia');
		await page.locator('input[name=q]').fill('Ada');
		await endSessions();
		await page.locator('input[name=q]').press('Enter');
		await page.waitForURL(/[?&]q=Ada&/);
		expect(await page.locator('input[name=q]').inputValue()).toBe('Ada');
		expect(person.faults.filter((fault) => !fault.endsWith('is foreign'))).toEqual([]);
		await person.leave();
	});
});

const ENGLISH = {
	email: 'E-mail address',
	byProvider: 'Sign in with your company account',
	sendNow: 'Submit',
};

const GERMAN: typeof ENGLISH = {
	email: 'E-Mail-Adresse',
	byProvider: 'Mit dem Unternehmenskonto anmelden',
	sendNow: 'senden',
};
