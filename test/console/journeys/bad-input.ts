import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../api.ts';
import { Person, running } from '../browser.ts';
import { NARROW, WIDE } from '../ways.ts';

let employeeId: string;
beforeAll(async () => {
	const admin = await signedIn(running, 'admin@demo.example');
	const people = await admin<{ employeeId: string; personnelNumber: string }[]>('GET', '/employees');
	employeeId = people.find(({ personnelNumber }) => personnelNumber === '00003')?.employeeId ?? '';
}, 120_000);

const TIMEOUT_MS = 90_000;

describe('in a browser', () => {
	test('after a sign-out, the back button shows nothing to the next person', {
		timeout: TIMEOUT_MS,
	}, async () => {
		const person = await Person.at(running, WIDE);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await page.goto(`/console/people/${employeeId}`);
		const name = await page.locator('h1').textContent();
		await page.getByRole('button', { name: 'Abmelden' }).click();
		await page.getByText('Sie sind abgemeldet.').waitFor();
		await page.goBack();
		await page.waitForURL(/\/sign-in\?to=/);
		expect(await page.content()).not.toContain(name);
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('a form that one user has opened in one tab is not saved by another who signs in in a second tab', {
		timeout: TIMEOUT_MS,
	}, async () => {
		const person = await Person.at(running, WIDE);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await page.goto(`/console/people/${employeeId}/details`);
		await page.locator('#costCenter').fill('of the first user');
		const second = await page.context().newPage();
		await second.goto('/console/sign-in');
		await second.getByRole('button', { name: 'platform@demo.example' }).click();
		await second.waitForURL(/\/console\/(?!sign-in)/);
		await page.getByRole('button', { name: 'Speichern' }).click();
		await page
			.getByText('Sie sind als platform@demo.example angemeldet. Es wurde nichts gespeichert.')
			.first()
			.waitFor();
		await person.look('other-user');
		await person.leave();
	});

	test.each([WIDE, NARROW])(
		'entries survive the end of a session, and are sent after signing in ($name)',
		{ timeout: TIMEOUT_MS },
		async (way) => {
			const person = await Person.at(running, way);
			const { page } = person;
			const isGerman = way.locale === 'de-DE';
			await person.signIn('admin@demo.example');
			await page.goto(`/console/people/${employeeId}/details`);
			await page.locator('#costCenter').fill(`4711 ${way.width}`);
			await page.context().clearCookies();
			await page.locator('button.main').click();
			await page.getByText(isGerman ? 'Ihre Sitzung ist beendet.' : 'Your session has ended.').waitFor();
			await person.look('session-ended');
			await page.getByRole('button', { name: 'admin@demo.example' }).click();
			await page.getByRole('button', { name: isGerman ? 'Jetzt senden' : 'Submit now' }).click();
			await page.waitForURL(/\?saved/);
			expect(await page.locator('.heading').textContent()).toContain(`4711 ${way.width}`);
			expect(person.faults).toEqual([]);
			await person.leave();
		},
	);

	test('a form that somebody else was faster with says who, when and what, and is saved the second time', {
		timeout: TIMEOUT_MS,
	}, async () => {
		const person = await Person.at(running, NARROW);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await page.goto(`/console/people/${employeeId}/details`);
		await page.locator('#personnelNumber').fill('00033');
		const platform = await signedIn(running, 'platform@demo.example');
		await platform('PUT', `/employees/${employeeId}`, { personnelNumber: '00034' });
		await page.locator('button.main').click();
		await page.getByText('Seit Sie dieses Formular geöffnet haben:').waitFor();
		expect(await page.locator('.change .history').textContent()).toMatch(
			/Der Betreiber hat .*: Personalnummer 00034 \(vorher 00003\)/,
		);
		expect(await page.locator('#personnelNumber').inputValue()).toBe('00033');
		await person.look('somebody-was-faster');
		await page.locator('button.main').click();
		await page.waitForURL(/\?saved/);
		await person.leave();
	});

	test('a click saves a corrected entry, although the fault of its earlier text appears just then', {
		timeout: TIMEOUT_MS,
	}, async () => {
		const person = await Person.at(running, WIDE);
		const { page } = person;
		await person.signIn('admin@demo.example');
		await page.goto('/console/people/new');
		const email = page.locator('#email');
		const previewed = page.waitForResponse(/people.new/);
		await email.fill('pressed');
		await (await previewed).finished();
		await email.pressSequentially('@demo.example');
		const box = await page.locator('button.main').boundingBox();
		await page.mouse.move((box?.x ?? 0) + 9, (box?.y ?? 0) + 9);
		await page.mouse.down();
		await page.mouse.up();
		await page.waitForURL(/\/console\/people\/[\w-]{36}$/);
		expect(person.faults).toEqual([]);
		await person.leave();
	});

	test('a photo of 40 megapixels is made smaller than 2 MB before it is sent', {
		timeout: TIMEOUT_MS,
	}, async () => {
		const person = await Person.at(running, WIDE);
		const { page } = person;
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new');
		const taken = await page.evaluate<number>(TAKE_PHOTO);
		expect(taken).toBeGreaterThan(4_000_000);
		const chosen = "document.querySelector('input[type=file]').files[0]";
		await expect.poll(() => page.evaluate<string>(`${chosen}.name`), { timeout: 60_000 }).toBe('photo.jpg');
		expect(await page.evaluate<number>(`${chosen}.size`)).toBeLessThanOrEqual(2_000_000);
		const sides = `createImageBitmap(${chosen}).then(({ width, height }) => [width, height])`;
		const [width = 0, height = 0] = await page.evaluate<number[]>(sides);
		expect(width).toBeGreaterThanOrEqual(900);
		expect(width / height).toBeCloseTo(8000 / 5000, 1);
		expect(person.faults).toEqual([]);
		await person.leave();
	});
});

/** Puts a picture as large as a phone of today takes it into the field of the form; returns its bytes. */
const TAKE_PHOTO = `(async () => {
	const noise = new OffscreenCanvas(512, 512);
	const grains = noise.getContext('2d').createImageData(512, 512);
	for (let i = 0; i < grains.data.length; i += 65536) crypto.getRandomValues(grains.data.subarray(i, i + 65536));
	noise.getContext('2d').putImageData(grains, 0, 0);
	const photo = new OffscreenCanvas(8000, 5000);
	const context = photo.getContext('2d');
	context.fillStyle = context.createPattern(noise, 'repeat');
	context.scale(4, 4);
	context.fillRect(0, 0, 2000, 1250);
	const blob = await photo.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
	const files = new DataTransfer();
	files.items.add(new File([blob], 'IMG_4711.jpg', { type: 'image/jpeg' }));
	const input = document.querySelector('input[type=file]');
	input.files = files.files;
	input.dispatchEvent(new Event('change'));
	return blob.size;
})()`;
