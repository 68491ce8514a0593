import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { WIDE, waysOf } from '../ways.ts';

/** How many receipts of the demo wait. */
const DEMO_WAITING = 5;
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

describe.each(waysOf(WIDE))('$name', (way) => {
	const words = way.locale === 'de-DE' ? GERMAN : ENGLISH;

	async function signedIn(person: Person): Promise<void> {
		await person.signIn('verifier@demo.example');
		await person.page.goto('/console/verify');
		await person.speak();
	}

	/** Leaves what waits in the demo for later. */
	async function passDemo({ page }: Person): Promise<void> {
		for (let passed = 1; passed <= DEMO_WAITING; passed++) {
			await page.locator('a[rel=next]').click();
			await page.waitForURL(({ searchParams }) => searchParams.getAll('after').length === passed);
		}
	}

	test('a verifier skips some, approves a part and undoes it, gets a refusal, rejects, and reaches the end', async () => {
		await submit(3);
		const person = await Person.at(running, way);
		const { page } = person;
		await signedIn(person);
		await passDemo(person);
		await page.getByRole('img', { name: words.receipt }).waitFor();
		for (const typed of ['1,01', '0', '1.000', '-1', '']) {
			await page.locator('#amount').fill(typed);
			await page.getByRole('button', { name: words.approve, exact: true }).waitFor();
		}
		expect(await page.locator('.tools').isVisible()).toBe(way.javaScriptEnabled);
		await person.look('verify');
		const approvePart = async () => {
			await page.locator('#amount').fill('0,40');
			await page.getByRole('checkbox', { name: words.notEligible }).check();
			const named = way.javaScriptEnabled ? words.approvePart : words.approve;
			await page.getByRole('button', { name: named, exact: true }).click();
			await page.getByText(words.approved).waitFor();
		};
		const first = await page.locator('form.decision').getAttribute('action');
		await approvePart();
		await person.look('verify-done');
		await page.getByRole('button', { name: words.undo }).click();
		await page.getByText(words.takenBack).waitFor();
		expect(await page.locator('form.decision').getAttribute('action')).toBe(first);
		await approvePart();
		await expect.poll(() => page.locator('#amount').inputValue()).toMatch(/^1[.,]00$/);
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
			await page.keyboard.press('?');
			await page.keyboard.press('5');
			await page.keyboard.press('m');
			await page.keyboard.type('0,50');
			await page.keyboard.press('Enter');
			await page.getByText(words.approved).waitFor();
			await page.keyboard.press('u');
			await page.getByText(words.takenBack).waitFor();
			await page.keyboard.press('a');
			expect(await page.evaluate('document.activeElement.value')).toBe('approve');
			await page.keyboard.press('a');
			await page.getByText(words.approved).waitFor();
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

	test.each([
		{ width: 1440, height: 900 },
		{ width: 1280, height: 720 },
	])(
		'one screen of $width × $height has the receipt, what was checked, all reasons and the decision',
		async (size) => {
			const person = await Person.at(running, way);
			const { page } = person;
			await page.setViewportSize(size);
			await signedIn(person);
			do {
				await expect.poll(() => page.evaluate<string[]>(OUT_OF_SIGHT), { message: page.url() }).toEqual([]);
				await page.locator('a[rel=next]').click();
				await page.waitForLoadState();
			} while ((await page.locator('.verify').count()) > 0);
			await person.leave();
		},
	);
});

/** The parts of the screen that are not in sight, or lie behind something else. */
const OUT_OF_SIGHT = `[...document.querySelectorAll(
	'.sheet, .checks > li, .decision input:not([type=hidden]), .decision button[name=_do]')].filter((part) => {
	const { left, right, top, bottom } = part.getBoundingClientRect();
	const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	return bottom > innerHeight || !(found?.contains(part) || part.contains(found));
}).map((part) => part.textContent || part.value)`;

const ENGLISH = {
	receipt: 'Receipt',
	approved: /^Approved .* for /,
	undo: 'Undo',
	takenBack: 'The decision was taken back.',
	notEligible: 'Not eligible',
	approve: 'Approve',
	approvePart: 'Approve €0.40',
	reject: 'Reject',
	unreadable: 'Not readable',
	ownWords: 'Other reason',
	sendBack: 'Return',
	nothingMore: 'No more receipts after this one.',
};

const GERMAN: typeof ENGLISH = {
	receipt: 'Beleg',
	approved: /^.* für .* genehmigt\.$/,
	undo: 'Rückgängig',
	takenBack: 'Die Entscheidung wurde zurückgenommen.',
	notEligible: 'Nicht erstattungsfähig',
	approve: 'Genehmigen',
	approvePart: '0,40\u00a0€ genehmigen',
	reject: 'Ablehnen',
	unreadable: 'Nicht lesbar',
	ownWords: 'Anderer Grund',
	sendBack: 'Zurückgeben',
	nothingMore: 'Danach gibt es keine weiteren Belege.',
};
