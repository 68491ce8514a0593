import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WAYS, WIDE, waysOf } from '../ways.ts';

let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
	admin = await signedIn(running, 'admin@demo.example');
}, 120_000);

const TIMEOUT_MS = 180_000;
const day = (months: number, date = 1): string => {
	const now = new Date();
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date))
		.toISOString()
		.slice(0, 10);
};

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** The entries of each form in order, and its preview, in German and English. */
const CHANGES: [name: string, typed: Record<string, string>, follows: RegExp][] = [
	['access', { budget: '50', startDate: day(1) }, /kommt hinzu|Flex/],
	['budget', { budget: '20', startDate: day(1) }, /Gutscheine|Vouchers/],
	['gift', { budget: '60', startDate: day(1) }, /Geschenke: |Gifts: /],
	['plan-end', { endDate: tomorrow }, /entfällt|is cancelled/],
	['default-access', { startDate: day(1) }, /Standardzugang|Default access/],
	['budget-end', { endDate: day(4, 0) }, /endet|ends/],
	['access-end', { endDate: day(4, 0) }, /endet|ends/],
	['pause', { datePausedStart: day(1), datePausedEnd: day(2) }, /Pause/],
	['termination', { dateTerminated: day(3, 0) }, /Austritt|Letzter Arbeitstag|Termination|Last working day/],
	['details', { costCenter: '4712', newGroup: 'Außendienst' }, /nichts ändern|Nothing would change/],
];

describe.each(waysOf(WIDE))('$name', (way) => {
	test('each change of a person is previewed and saved, and stands in the history', {
		timeout: TIMEOUT_MS,
	}, async () => {
		const { manageableCompanyIds } = await admin<{ manageableCompanyIds: string[] }>('GET', '/auth/me');
		const { employeeId } = await admin<{ employeeId: string }>('POST', '/employees', {
			email: `changed-${WAYS.indexOf(way)}@demo.example`,
			firstName: 'Ada',
			lastName: 'Lovelace',
			companyId: manageableCompanyIds[0],
			skipSendRegistrationEmail: true,
		});
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		const address = `/console/people/${employeeId}`;
		for (const [name, typed, follows] of CHANGES) {
			await page.goto(`${address}/${name}`);
			for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
			if (!way.javaScriptEnabled) await page.locator('button[value=preview]').click();
			await page.locator('[data-preview]', { hasText: follows }).waitFor();
			for (const [field, value] of Object.entries(typed))
				expect(await page.locator(`#${field}`).inputValue(), `${name} ${field}`).toContain(value);
			await person.look(`change-${name}`);
			await page.locator('button.main').click();
			await page.waitForURL(`${address}?saved=${name}*`);
		}
		await person.look('person-changed');
		const record = await admin<Record<string, unknown>>('GET', `/employees/${employeeId}`);
		expect(record).toMatchObject({
			costCenter: '4712',
			groups: ['Außendienst'],
			datePausedStart: `${day(1)}T00:00:00.000Z`,
			datePausedEnd: `${day(2)}T00:00:00.000Z`,
			dateTerminated: `${day(3, 0)}T23:59:59.999Z`,
		});
		expect(await admin('GET', `/employees/${employeeId}/flex/access`)).toMatchObject([
			{ budget: { value: 5000 }, validUntil: `${day(3, 0)}T23:59:59.999Z` },
		]);
		expect(await page.locator('.history li').count()).toBeGreaterThan(7);
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

describe.each(waysOf(NARROW))('$name', (way) => {
	test('a pause of next year is two clicks away, is said and shown in its year, and two clicks take it back', {
		timeout: TIMEOUT_MS,
	}, async () => {
		const isGerman = way.locale === 'de-DE';
		const { manageableCompanyIds } = await admin<{ manageableCompanyIds: string[] }>('GET', '/auth/me');
		const { employeeId } = await admin<{ employeeId: string }>('POST', '/employees', {
			email: `pausing-${WAYS.indexOf(way)}@demo.example`,
			lastName: 'Pausing',
			companyId: manageableCompanyIds[0],
		});
		const year = new Date().getUTCFullYear() + 1;
		await admin('PUT', `/employees/${employeeId}`, { dateTerminated: `${year}-12-31T23:59:59.999Z` });
		const person = await Person.at(running, way);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await page.goto(`/console/people/${employeeId}`);
		await person.speak();
		await page.locator('.more').click();
		await page.locator('#more', { hasText: isGerman ? 'Stammdaten bearbeiten' : 'Plan a gift' }).waitFor();
		await person.look('person-more');
		await page.keyboard.press('Escape');
		await page.getByRole('link', { name: isGerman ? 'Pause eintragen' : 'Add pause', exact: true }).click();
		await page.locator('#datePausedStart').fill(`${year}-01-01`);
		if (!way.javaScriptEnabled) await page.locator('button[value=preview]').click();
		await page.locator('[data-preview] h3', { hasText: String(year) }).waitFor();
		await page.locator('button.main').click();
		const done = page.locator('.done');
		await done
			.getByText(isGerman ? `Pausiert ab 1. Januar ${year}` : `Paused from 1 January ${year}`)
			.waitFor();
		expect(await page.locator('.turning h2').textContent()).toContain(String(year));
		expect(await page.locator('.year rect.pause').count()).toBe(1);
		await person.look('person-done');
		await done.getByRole('link').click();
		expect(await page.locator('#datePausedStart').inputValue()).toBe('');
		await page.locator('button.main').click();
		await done.getByText(isGerman ? 'Die Pause wurde zurückgenommen.' : 'The pause was cancelled.').waitFor();
		expect(await admin('GET', `/employees/${employeeId}`)).toMatchObject({ datePausedStart: null });
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

test('a fault of a field appears when it is left, and disappears once it is corrected', {
	timeout: TIMEOUT_MS,
}, async () => {
	const [{ employeeId } = { employeeId: '' }] = await admin<{ employeeId: string }[]>('GET', '/employees');
	const person = await Person.at(running, WIDE);
	const { page } = person;
	await person.signIn('admin@demo.example');
	await person.speak();
	await page.goto(`/console/people/${employeeId}/access`);
	const fault = page.locator('#budget-fault');
	await page.locator('#budget').fill('fifty');
	await page.locator('[data-preview]', { hasText: 'Das ist nicht möglich' }).waitFor();
	expect(await fault.count()).toBe(0);
	await page.keyboard.press('Tab');
	await fault.getByText('zum Beispiel 50, 50,00 oder 50.00').waitFor();
	await page.locator('#budget').fill('50');
	await expect.poll(() => fault.count()).toBe(0);
	await page.locator('#startDate').fill('2020-01-01');
	await page.locator('#endDate').focus();
	await page.locator('#startDate-fault', { hasText: 'Der früheste Tag ist' }).waitFor();
	await person.look('change-fault');
	await person.leave();
});
