import type { Page, Worker } from 'playwright-core';
import { expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, type Way } from '../ways.ts';

const PHONE: Way = { ...NARROW, name: 'phone', javaScriptEnabled: true, hasTouch: true };
const ICON = '/console/benefits/new?app';
const KEPT = '/console/benefits/phone';

/** A picture by its first bytes, with a text by which it is found. */
const photo = (name: string) => ({
	name,
	mimeType: 'image/jpeg',
	buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`the picture of ${name}`)]),
});

const drafts = async () =>
	(await running.database
		.prepare(
			'SELECT COUNT(*) AS count FROM receipt_drafts WHERE date_stored IS NOT NULL AND date_discarded IS NULL',
		)
		.first<number>('count')) ?? 0;

/** Somebody who has opened the app by its icon, so that the phone is prepared. */
async function onPhone() {
	const person = await Person.at(running, PHONE);
	await person.signIn('employee@demo.example');
	await person.page.goto(ICON);
	await prepared(person.page);
	return person;
}

const prepared = (page: Page) =>
	expect
		.poll(() =>
			page.evaluate<boolean>(
				`caches.match('${KEPT}', { ignoreSearch: true }).then((page) => !!page && !!navigator.serviceWorker.controller?.scriptURL.endsWith(document.getElementById('phone').dataset.user))`,
			),
		)
		.toBe(true);

/** Runs a script on the store of the phone. In it, `all` maps each key to its value. */
const inStore = <T>(page: Page, script: string) =>
	page.evaluate<T>(`(async () => {
		const open = indexedDB.open('phone');
		await new Promise((done) => (open.onsuccess = done));
		const kept = open.result.transaction('kept', 'readwrite').objectStore('kept');
		const [keys, values] = [kept.getAllKeys(), kept.getAll()];
		await new Promise((done) => (values.onsuccess = done));
		const all = new Map(keys.result.map((key, index) => [key, values.result[index]]));
		${script}
	})()`);

/** Returns the files that a phone keeps, as they are stored, and whether a script can read the key. */
const stored = (page: Page) =>
	inStore<{ files: string[]; isKeyReadable: boolean }>(
		page,
		`const files = [...all.values()].filter((one) => one?.content).map(({ content }) => content.text());
		return { files: await Promise.all(files), isKeyReadable: all.get('key').extractable };`,
	);

/** Counts the uploads of the phone, and those that are lost while `self.isOffline`. Only the test triggers the background sync. */
async function counting(page: Page): Promise<Worker> {
	const [worker] = page.context().serviceWorkers();
	if (worker === undefined) throw new Error('There is no worker');
	await worker.evaluate(`self.network = fetch, fetch = async (to, init) => {
		if (to !== '/console/benefits/drafts') return self.network(to, init);
		if (self.isOffline) throw new TypeError('lost ' + ++self.lost);
		self.uploads++;
		return self.network(to, init);
	}, delete ServiceWorkerRegistration.prototype.sync`);
	return worker;
}

/** Takes a photo on the page of the phone, once its script is ready. */
async function take(page: Page, name: string) {
	await page.getByRole('button', { name: 'Take photo' }).waitFor();
	await page.locator('input[capture]').setInputFiles(photo(name));
}

/** Takes a photo while uploads are lost. */
async function takeUnsent(page: Page, worker: Worker, name: string) {
	await worker.evaluate('self.isOffline = true, self.uploads = self.lost = 0');
	await take(page, name);
	await page.locator('main li', { hasText: name }).waitFor();
	await expect.poll(() => worker.evaluate('self.lost')).toBe(1);
	await page.getByText('You are offline.').waitFor();
	await worker.evaluate('self.isOffline = false');
}

/** Tells the worker that the connection is back, as a browser with Background Sync does. */
async function syncInBackground(page: Page) {
	const browser = await page.context().newCDPSession(page);
	const registered = new Promise<string>((found) =>
		browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			const [one] = registrations.filter(({ scopeURL }) => scopeURL.endsWith('/benefits'));
			if (one !== undefined) found(one.registrationId);
		}),
	);
	await browser.send('ServiceWorker.enable');
	const event = { origin: running.origin, registrationId: await registered, tag: 'send', lastChance: true };
	await browser.send('ServiceWorker.dispatchSyncEvent', event);
}

/** Shares files as another app does, by a form that is not ours. */
const share = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
	shareAs('multipart/form-data', page, files);

async function shareAs(type: string, page: Page, files: ReturnType<typeof photo>[]) {
	await page.goto('about:blank');
	await page.setContent(
		`<form method="post" enctype="${type}" action="${running.origin}${KEPT}"><input type="file" name="file" multiple><button>Share</button></form>`,
	);
	await page.locator('input').setInputFiles(files);
	await page.locator('button').click();
	await page.waitForURL(/phone$/);
}

test('pictures that two phones take without a connection stay there encrypted, and become one draft', async () => {
	const phones = [await onPhone(), await onPhone()];
	const [browser] = await Promise.all(phones.map(({ page }) => page.context().newCDPSession(page)));
	const [manifest, faults] = [
		await browser?.send('Page.getAppManifest'),
		await browser?.send('Page.getInstallabilityErrors'),
	];
	expect([manifest?.url, manifest?.errors]).toEqual([expect.stringContaining('app.webmanifest'), []]);
	// The browser of a test is incognito, so it installs no app.
	expect(faults?.installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
	const before = await drafts();
	for (const { page } of phones) {
		await page.context().setOffline(true);
		await page.goto(ICON);
		await page.getByRole('heading', { name: 'Receipts on this phone' }).waitFor();
		await take(page, 'ticket.jpg');
		await page.getByText('You are offline.').waitFor();
		await page.locator('main li', { hasText: 'ticket.jpg' }).waitFor();
		const { files, isKeyReadable } = await stored(page);
		expect([files.length, isKeyReadable]).toEqual([1, false]);
		expect(files[0]).not.toContain('the picture of');
	}
	const [first, second] = phones.map(({ page }) => page);
	for (const { page } of phones) await page.context().setOffline(false);
	await first?.goto(ICON);
	await first?.getByText('Sent: 1.').waitFor();
	if (second !== undefined) await syncInBackground(second);
	for (const { page } of phones) await expect.poll(async () => (await stored(page)).files).toEqual([]);
	expect((await drafts()) - before).toBe(1);
	for (const person of phones) await person.leave();
});

test('other apps share receipts, which leave only once the person says so, and a sign-out deletes them', async () => {
	const person = await onPhone();
	const { page } = person;
	const before = await drafts();
	const pdf = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') };
	const large = { ...pdf, name: 'large.pdf', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
	const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') };
	await share(page, photo('shared.jpg'), pdf, note, large);
	await page.getByText('note.txt: This file was not saved. Receipts must be').waitFor();
	await page.getByText('large.pdf: This file was not saved. A file can have up to 10 MB.').waitFor();
	await page.getByText('Not sent yet: 2.').waitFor();
	await person.look('phone-shared');
	await page.goto(`${KEPT}/send`);
	await page.goto(KEPT);
	await page.getByText('Not sent yet: 2.').waitFor();
	expect(await drafts()).toBe(before);

	// Without a session nothing leaves, and nothing is lost.
	const cookies = await page.context().cookies();
	await page.context().clearCookies();
	await page.getByRole('button', { name: 'Send receipts' }).click();
	await page.getByText('Open the app and sign in').waitFor();
	expect((await stored(page)).files).toHaveLength(2);
	await page.context().addCookies(cookies);
	await page.getByRole('button', { name: 'Send receipts' }).click();
	await page.waitForURL(/draft=next$/);
	expect((await drafts()) - before).toBe(2);

	// A file that is no receipt is refused with its reason, and can be deleted.
	await share(page, { ...note, name: 'note.xml', mimeType: 'text/xml' }, photo('late.jpg'));
	await page.getByRole('button', { name: 'Send receipts' }).click();
	const row = page.locator('main li', { hasText: 'This file type is not supported.' });
	await row.locator('summary').click();
	await row.getByRole('button', { name: 'Delete file' }).click();
	await row.waitFor({ state: 'detached' });

	const [worker] = page.context().serviceWorkers();
	await worker?.evaluate(
		"self.stored = IDBObjectStore.prototype.put, IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') }",
	);
	await page.locator('input[multiple]').setInputFiles(photo('last.jpg'));
	await page
		.getByText('last.jpg: This file was not saved, because the storage of the phone is full.')
		.waitFor();
	await worker?.evaluate('IDBObjectStore.prototype.put = self.stored');

	await share(page, photo('forgotten.jpg'));
	await page.locator('main li', { hasText: 'forgotten.jpg' }).waitFor();
	await person.openMenu();
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.waitForURL(/sign-in/);
	const left = `Promise.all([indexedDB.databases(), caches.keys(), navigator.serviceWorker.getRegistrations()])`;
	expect(await page.evaluate<unknown[][]>(left)).toEqual([[], [], []]);
	await share(page, photo('shared.jpg'));
	await page.getByRole('heading', { name: 'The files did not arrive' }).waitFor();
	await person.look('phone-signed-out');
	await person.leave();
});

test('a phone keeps a file until the service has taken it, and says so when it does not keep one', async () => {
	const person = await onPhone();
	const { page } = person;
	const sendButton = page.getByRole('button', { name: 'Send receipts' });
	await shareAs('text/plain', page, [photo('cut.jpg')]);
	await page.getByText('This file was not saved, because the browser could not encrypt').waitFor();

	// The test answers in place of the service, as a proxy or a slow connection would.
	const [worker] = page.context().serviceWorkers();
	await worker?.evaluate(
		`self.network = fetch, fetch = (to, init) => to === '/console/benefits/drafts' ? new Promise((say) => self.say = say) : self.network(to, init)`,
	);
	const answered = (body: object, status: number) =>
		worker?.evaluate(
			`say(Response.json(${JSON.stringify(body)}, { status: ${status} })), self.say = undefined`,
		);
	const asked = () => expect.poll(() => worker?.evaluate('typeof self.say')).toBe('function');
	await share(page, photo('first.jpg'));
	// An upload that takes too long is not repeated at once, as one without a connection is.
	await worker?.evaluate('self.timer = setTimeout, setTimeout = (end) => void (self.end = end)');
	await sendButton.click();
	await asked();
	await worker?.evaluate(
		"self.end(), say(Promise.reject(new Error('ended'))), setTimeout = self.timer, self.say = undefined",
	);
	await page.getByText('The service cannot take receipts at the moment.').waitFor();
	for (const [body, status] of [
		[{}, 200],
		[{ error: 'Bad gateway' }, 502],
	] as const) {
		await sendButton.click();
		await asked();
		await answered(body, status);
		await page.getByText('The service cannot take receipts at the moment.').waitFor();
	}
	await sendButton.click();
	await asked();
	await answered({ says: 'This is no receipt.' }, 415);
	await page.getByText('This is no receipt.').waitFor();

	// A file that is deleted during its upload is deleted from the service too, although it has arrived.
	await worker?.evaluate(`fetch = async (to, init) => {
		if (to !== '/console/benefits/drafts') return self.network(to, init);
		await self.network(to, { ...init, signal: null });
		await new Promise((abort) => init.signal.addEventListener('abort', abort));
		throw init.signal.reason;
	}, self.read = IDBObjectStore.prototype.get`);
	const unreadable = `function (key) {
		if (this.transaction.mode === 'readwrite' && key.includes('.')) throw new DOMException('', 'DataError');
		return self.read.call(this, key);
	}`;
	for (const [name, read] of [
		['first.jpg', 'self.read'],
		['unreadable.jpg', unreadable],
	] as const) {
		if (name !== 'first.jpg') await share(page, photo(name));
		const before = await drafts();
		await sendButton.click();
		await expect.poll(drafts).toBe(before + 1);
		await worker?.evaluate(`IDBObjectStore.prototype.get = ${read}`);
		const row = page.locator('main li', { hasText: name });
		await row.locator('summary').click();
		await row.getByRole('button', { name: 'Delete file' }).click();
		await row.waitFor({ state: 'detached' });
		await expect.poll(drafts).toBe(before);
		await expect
			.poll(() => inStore<string[]>(page, 'return [...all.keys()].filter((key) => /\\./.test(key))'))
			.toEqual([]);
		await worker?.evaluate('IDBObjectStore.prototype.get = self.read');
	}
	await worker?.evaluate('fetch = self.network');

	// Only the page of the phone shows which files were not kept. Neither another page nor the end of the worker removes that message.
	await worker?.evaluate("remember({ name: 'held.txt', fault: 'type' })");
	await page.goto(ICON);
	const browser = await page.context().newCDPSession(page);
	await browser.send('ServiceWorker.enable');
	await browser.send('ServiceWorker.stopAllWorkers');
	await page.evaluate(`fetch('${KEPT}/resume', { method: 'POST' })`);
	await page.goto(KEPT);
	await page.getByText('held.txt: This file was not saved.').waitFor();

	// Files of somebody else take no place.
	await inStore(
		page,
		"for (let place = 0; place < 50; place++) kept.put({ content: new Blob() }, 'somebody.' + place);",
	);
	await share(page, ...Array.from({ length: 21 }, (_, place) => photo(`shared ${place}.jpg`)));
	await page.getByText('shared 20.jpg: This file was not saved, because 20 others are').waitFor();
	expect(await page.locator('main li').count()).toBe(20);
	await page.context().setOffline(true);
	await page.locator('input[multiple]').setInputFiles(photo('own.jpg'));
	await page.locator('main li', { hasText: 'own.jpg' }).waitFor();
	await page.context().setOffline(false);

	// A page that was opened for somebody else opens again, and one that was loaded by force gets its worker.
	const status = `fetch('${KEPT}/list?for=somebody').then(({ status }) => status)`;
	expect(await page.evaluate(status)).toBe(409);
	const opened = page.waitForEvent('load');
	await page.evaluate(
		"document.getElementById('phone').dataset.user = 'somebody', void dispatchEvent(new Event('online'))",
	);
	await opened;
	const loaded = page.waitForEvent('load');
	await browser.send('Page.reload', { ignoreCache: true });
	await loaded;
	await page.getByRole('button', { name: 'Take photo' }).waitFor();
	await person.leave();
});

test('a damaged receipt is shown as such and can be deleted, and the others are sent', async () => {
	const person = await onPhone();
	const { page } = person;
	await page.goto(KEPT);
	const before = await drafts();
	const worker = await counting(page);
	await takeUnsent(page, worker, 'lost.jpg');
	await inStore(page, "kept.delete('key');");
	for (const name of ['cut.jpg', 'whole.jpg']) await takeUnsent(page, worker, name);
	await inStore(
		page,
		"const cut = [...all.keys()].filter((key) => /\\./.test(key)).sort().at(-2); kept.put({ ...all.get(cut), content: new Blob(['damaged']) }, cut); kept.put({ isDeleted: true }, cut.replace(/\\..*/, '.0'));",
	);
	// A deleted file that the service cannot take back holds up no other.
	await worker.evaluate(
		"self.counted = fetch, fetch = async (to, init) => to.endsWith('/withdraw') ? new Response(null, { status: 404 }) : self.counted(to, init)",
	);
	await page.reload();
	await page.getByText('Sent: 1. Not sent yet: 2.').waitFor();
	expect((await drafts()) - before).toBe(1);
	const damaged = page.locator('main li', { hasText: 'This file is damaged' });
	await person.look('phone-damaged');
	for (const left of [1, 0]) {
		await damaged.first().locator('summary').click();
		await damaged.first().getByRole('button', { name: 'Delete file' }).click();
		await expect.poll(() => damaged.count()).toBe(left);
	}
	await expect.poll(async () => (await stored(page)).files).toEqual([]);
	await person.leave();
});

test('a receipt is sent once when the connection or its person comes back, and only for this person', async () => {
	const person = await onPhone();
	const context = person.page.context();
	let { page } = person;
	await page.goto(KEPT);
	let before = await drafts();
	const arrived = async (from: Page) => {
		await from.getByText('Sent: 1.').waitFor();
		expect((await drafts()) - before).toBe(1);
		before++;
	};

	// The browser tells the page that the connection is back.
	await page.getByRole('button', { name: 'Take photo' }).waitFor();
	await context.setOffline(true);
	await take(page, 'online.jpg');
	await page.getByText('You are offline.').waitFor();
	await context.setOffline(false);
	await arrived(page);

	const worker = await counting(page);
	const comesBack = "document.dispatchEvent(new Event('visibilitychange'))";
	await takeUnsent(page, worker, 'return.jpg');
	await page.evaluate(comesBack);
	await arrived(page);

	await takeUnsent(page, worker, 'together.jpg');
	await Promise.all([
		page.evaluate(`dispatchEvent(new Event('online')), ${comesBack}, ${comesBack}`),
		syncInBackground(page),
	]);
	await arrived(page);
	expect(await worker.evaluate('self.uploads')).toBe(1);

	// An iPhone sends when the app is next opened, and its page says so.
	await context.addInitScript('delete globalThis.SyncManager');
	await page.reload();
	await page.getByText('Receipts are sent when you next open the app.').waitFor();
	await person.look('phone-without-sync');
	await takeUnsent(page, worker, 'iphone.jpg');
	page = await context.newPage();
	await person.page.close();
	expect(await worker.evaluate('self.uploads')).toBe(0);
	await page.goto(ICON);
	await arrived(page);

	// Somebody else signs in on the same phone, and neither sees nor sends what waits.
	await page.goto(KEPT);
	await takeUnsent(page, worker, 'mine.jpg');
	await running.database
		.prepare(
			"UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'employee@demo.example'), revision = revision + 1 WHERE email = 'lena@demo.example'",
		)
		.run();
	for (const [email, waiting] of [
		['lena@demo.example', 1],
		['employee@demo.example', 0],
	] as const) {
		await context.clearCookies();
		await page.goto('/console');
		await page.evaluate(`document.querySelector('[value="employee@demo.example"]').value = '${email}'`);
		await page.getByRole('button', { name: 'employee@demo.example' }).click();
		await page.waitForURL(/\/console\/(?!sign-in)/);
		await page.goto(ICON);
		await prepared(page);
		if (waiting === 0) await arrived(page);
		await page.goto(KEPT);
		await page.getByRole('button', { name: 'Take photo' }).waitFor();
		expect(await page.locator('main li').count()).toBe(0);
		expect((await stored(page)).files).toHaveLength(waiting);
		expect(await drafts()).toBe(before);
	}
	const owner = await running.database
		.prepare(
			'SELECT email FROM receipt_drafts JOIN employees ON employees.id = employee_id JOIN users ON users.id = user_id ORDER BY receipt_drafts.id DESC LIMIT 1',
		)
		.first<string>('email');
	expect(owner).toBe('employee@demo.example');
	await person.leave();
});
