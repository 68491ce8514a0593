import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, waysOf } from '../ways.ts';

/** Takes the place of the push service of the browser, which is not on this machine. */
const SUBSCRIBED = `PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
	if (applicationServerKey.length !== 87) throw new Error('no key');
	const keys = { p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8', auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
	const endpoint = 'https://push.zubrot.dev/send/' + crypto.randomUUID();
	return { endpoint, toJSON: () => ({ endpoint, keys }) };
};`;

describe.each(waysOf({ ...NARROW, name: 'narrow, English, dark', javaScriptEnabled: true }))(
	'$name',
	(way) => {
		const isGerman = way.locale === 'de-DE';
		const words = isGerman
			? {
					push: 'Push-Nachrichten',
					turnOn: 'Push-Nachrichten einschalten',
					remove: 'Gerät entfernen',
					alone: 'Keine Benachrichtigungen per Mail',
					out: 'Abmelden',
				}
			: {
					push: 'Push messages',
					turnOn: 'Turn on push messages',
					remove: 'Remove device',
					alone: 'No notifications by mail',
					out: 'Sign out',
				};

		test('a person turns on push messages, removes the device, and a sign-out leaves no worker', async () => {
			const person = await Person.at(running, way);
			const { page } = person;
			await page.addInitScript(SUBSCRIBED);
			await person.signIn('employee@demo.example');
			await page.goto('/console/account');
			await page.getByRole('link', { name: words.push }).click();
			await person.look('push-before');
			const button = page.getByRole('button', { name: words.turnOn });
			if (!way.javaScriptEnabled) {
				expect(await button.isVisible()).toBe(false);
				return person.leave();
			}
			const workers = () =>
				page.evaluate<string[]>(
					'navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname))',
				);
			expect(await workers()).toEqual([]);
			await page.getByLabel(words.alone).check();
			await button.click();
			await page.getByRole('button', { name: words.remove }).waitFor();
			await person.look('push-on');
			expect(await workers()).toEqual(['/console/account/devices']);
			await page.getByRole('button', { name: words.remove }).click();
			await page.getByRole('button', { name: words.remove }).waitFor({ state: 'detached' });
			await person.openMenu();
			await page.getByRole('button', { name: words.out }).click();
			await page.waitForURL(/sign-in/);
			expect(await workers()).toEqual([]);
			await person.leave();
		});
	},
);
