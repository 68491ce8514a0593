import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { WAYS } from '../ways.ts';

/** How many receipts of the demo wait. */
const DEMO_WAITING = 4;
const RECEIPT = `<pre style="font-size:20px;padding:2rem">MARKT am Tor\n\nSalatschale   6,49\nBier 0,5      1,60\n\nSUMME EUR     8,09</pre>`;

/** Sends expenses with a photo each, as the employee of the demo does. */
async function submit(count: number): Promise<void> {
	const call = async (path: string, init: RequestInit = {}) =>
		(await fetch(`${running.origin}/api/v2${path}`, init)).json() as Promise<Record<string, string>>;
	const json = { 'Content-Type': 'application/json' };
	const login = { email: 'employee@demo.example', password: 'zubrot-demo-2026' };
	const { idToken } = await call('/auth', {
		method: 'POST',
		headers: json,
		body: JSON.stringify(login),
	});
	const headers = { Authorization: `Bearer ${idToken}` };
	const { employeeId } = await call('/auth/me', { headers });
	const page = await running.browser.newPage({ viewport: { width: 400, height: 700 } });
	await page.setContent(RECEIPT);
	const photo = Uint8Array.from(await page.screenshot({ type: 'jpeg' }));
	await page.close();
	for (let number = 0; number < count; number++) {
		const body = {
			module: 'INTERNET',
			amount: { value: 100, currency: 'EUR_CENT' },
			date: new Date().toISOString().slice(0, 10),
		};
		const path = `/employees/${employeeId}/flex/expenses`;
		const { id } = await call(path, {
			method: 'POST',
			headers: { ...headers, ...json },
			body: JSON.stringify(body),
		});
		const receipt = { method: 'POST', headers: { ...headers, 'Content-Type': 'image/jpeg' }, body: photo };
		await call(`/flex/expenses/${id}/receipts`, receipt);
	}
}

describe.each(WAYS)('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	async function signedIn(person: Person): Promise<void> {
		await person.signIn('verifier@demo.example');
		await person.page.goto('/console/verify');
		await person.speak();
	}

	/** Leaves what waits in the demo for later. */
	async function passDemo({ page }: Person): Promise<void> {
		for (let passed = 1; passed <= DEMO_WAITING; passed++) {
			await page.getByRole('link', { name: words.later }).click();
			await page.waitForURL(({ searchParams }) => searchParams.getAll('after').length === passed);
		}
	}

	test('a verifier postpones some, approves a part, gets a refusal, rejects, and reaches the end', async () => {
		await submit(3);
		const person = await Person.at(running, way);
		const { page } = person;
		await signedIn(person);
		await passDemo(person);
		await page.getByRole('img', { name: words.receipt }).waitFor();
		expect(await page.locator('.tools').isVisible()).toBe(way.javaScriptEnabled);
		await person.look('verify');
		await page.getByLabel(words.pay, { exact: true }).fill('0,40');
		await page.getByRole('checkbox', { name: words.notEligible }).check();
		await page.getByRole('button', { name: words.approve }).click();
		await expect.poll(() => page.getByLabel(words.pay, { exact: true }).inputValue()).toMatch(/^1[.,]00$/);
		await page.getByRole('button', { name: words.reject }).click();
		await page.getByRole('alert').waitFor();
		await person.look('verify-refused');
		await page.getByRole('checkbox', { name: words.unreadable }).check();
		await page.getByRole('button', { name: words.reject }).click();
		await expect.poll(() => page.getByRole('alert').count()).toBe(0);
		await page.getByLabel(words.ownWords).fill('Seite 2');
		await page.getByRole('button', { name: words.sendBack }).click();
		await page.getByText(words.nothingMore).waitFor();
		await person.look('verify-end');
		await person.leave();
	});

	test.skipIf(!way.javaScriptEnabled)(
		'with the keys alone, and a picture is turned and enlarged',
		async () => {
			await submit(2);
			const person = await Person.at(running, way);
			const { page } = person;
			await signedIn(person);
			const picture = page.getByRole('img', { name: words.receipt });
			const address = () => page.evaluate<string>('location.search');
			const first = await address();
			await page.keyboard.press('j');
			await page.waitForURL(/after=/);
			await page.keyboard.press('k');
			await expect.poll(async () => new URLSearchParams(await address()).has('after')).toBe(false);
			expect(first).toBe('');
			await passDemo(person);
			await picture.waitFor();
			await page.keyboard.press('t');
			await page.keyboard.press('z');
			const looks = ['data-turn', 'data-larger'].map((name) => picture.getAttribute(name));
			expect(await Promise.all(looks)).toEqual(['1', '1']);
			await page.keyboard.press('?');
			await person.look('verify-keys');
			await page.keyboard.press('p');
			await page.keyboard.type('0,50');
			await page.keyboard.press('Enter');
			await expect.poll(() => page.getByLabel(words.pay, { exact: true }).inputValue()).toBe('1,00');
			await page.keyboard.press('r');
			await page.keyboard.press('Space');
			await page.keyboard.press('3');
			expect(await page.locator('[name=reasons]:checked').count()).toBe(2);
			await page.keyboard.press('r');
			await page.getByText(words.nothingMore).waitFor();
			expect(person.faults).toEqual([]);
			await person.leave();
		},
	);
});

const ENGLISH = {
	later: 'Later',
	receipt: 'Receipt',
	pay: 'Pay',
	notEligible: 'not covered',
	approve: 'Approve',
	reject: 'Reject',
	unreadable: 'cannot be read',
	ownWords: 'In your own words',
	sendBack: 'Return for correction',
	nothingMore: 'No more receipts after this one.',
};

const GERMAN: typeof ENGLISH = {
	later: 'Später',
	receipt: 'Beleg',
	pay: 'Erstatten',
	notEligible: 'nicht erstattungsfähig',
	approve: 'Genehmigen',
	reject: 'Ablehnen',
	unreadable: 'nicht lesbar',
	ownWords: 'In eigenen Worten',
	sendBack: 'Zur Korrektur zurückgeben',
	nothingMore: 'Danach gibt es keine weiteren Belege.',
};
