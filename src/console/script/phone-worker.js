// Keeps receipts on this phone while there is no connection, takes files that other apps share, and sends them as drafts. Its page calls
// it by addresses below `PAGE`, which only this worker answers. The build puts the library `idbKeyval` before it.

const PAGE = '/console/benefits/phone';
const DRAFTS = '/console/benefits/drafts';
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_KEPT = 50;
/** Any website can share files, so those that nobody has confirmed leave places for others. */
const MAX_UNCONFIRMED = 20;
const UPLOAD_MS = 120_000;
const ACCEPTED = /^(image\/(jpeg|png|webp)|application\/pdf|(text|application)\/xml)$/;
const [CIPHER, IV_BYTES, KEY] = ['AES-GCM', 12, 'key'];

/** The user who has opened the app last. This worker neither shows nor sends what somebody else has kept. */
const user = new URL(location.href).searchParams.get('for');
const store = idbKeyval.createStore('phone', 'kept');
/** The page has not shown these yet: the files that could not be saved, with the reason for each, and how many were sent. */
let [faults, sent] = [[], 0];

addEventListener('install', () => skipWaiting());
// A page that was loaded again by force has no worker until it sends a message.
for (const name of ['activate', 'message'])
	addEventListener(name, (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
	const { request } = event;
	const { pathname, searchParams } = new URL(request.url);
	const brings = pathname === PAGE && request.method === 'POST';
	// Another site can open these addresses, but only pages of this service can ask for them.
	const asks = pathname.startsWith(`${PAGE}/`) && request.mode !== 'navigate';
	// A page says for whom it was opened, because somebody else may have signed in since.
	if ((brings || asks) && (searchParams.get('for') ?? user) !== user)
		event.respondWith(new Response(null, { status: 409 }));
	else if (brings) event.respondWith(take(request));
	else if (asks) event.respondWith(answer(request, pathname.split('/').at(-1)));
	else if (request.method === 'GET' && /^(document|script|style)$/.test(request.destination))
		event.respondWith(fetch(request).catch(() => withoutConnection(request)));
});

/** The browser tries again later if this fails. */
addEventListener('sync', (event) => {
	event.waitUntil(
		send().then(({ stopped }) => {
			if (stopped !== undefined) throw new Error(stopped);
		}),
	);
});

/** Every page of the scope is replaced by the one that works without a connection. */
const withoutConnection = ({ mode, url }) =>
	caches.match(mode === 'navigate' ? PAGE : url, { ignoreSearch: true });

/** Keeps the files of a form. A form of another app, or of another site, leads to the page, where the person confirms them. */
async function take(request) {
	const isOwn = request.mode !== 'navigate';
	const form = await request.formData().catch(() => undefined);
	if (form === undefined) {
		// Our page knows the names of its files, and says them.
		if (isOwn) return Response.error();
		faults.push({ fault: 'unkept' });
	}
	for (const file of form?.getAll('file') ?? []) if (file instanceof File) await keep(file, isOwn);
	if (!isOwn) return Response.redirect(PAGE, 303);
	await sendInBackground();
	return Response.json(await list());
}

const sendInBackground = () => registration.sync?.register('send').catch(() => {});

async function answer(request, name) {
	if (name === 'list') return Response.json(await list());
	if (name === 'send') {
		await confirmAll();
		await sendInBackground();
	}
	if (name === 'send' || name === 'resume') return Response.json(await report(await send()));
	const item = await idbKeyval.get(name, store);
	if (item?.for !== user) return new Response(null, { status: 404 });
	if (request.method === 'DELETE') {
		await idbKeyval.del(name, store);
		return new Response(null, { status: 204 });
	}
	const file = await fileOf(item);
	// No other file is shown, because it could run scripts as a page of this service.
	const isShown = request.destination === 'image' && isPicture(file);
	return isShown ? new Response(file) : new Response(null, { status: 404 });
}

const isPicture = ({ type }) => type.startsWith('image/');

async function keep(file, isConfirmed) {
	const fault = faultOf(file) ?? (await put(file, isConfirmed));
	if (fault !== undefined) faults.push({ name: file.name, fault });
}

function faultOf({ name, size, type }) {
	if (!ACCEPTED.test(type) && !/\.xml$/i.test(name)) return 'type';
	return size > MAX_FILE_BYTES ? 'large' : undefined;
}

/** Stores a file. Returns why it could not be kept. */
async function put(file, isConfirmed) {
	const { name, type } = file;
	try {
		const items = (await ownItems()).map(([, item]) => item);
		if (items.length >= MAX_KEPT) return 'many';
		if (!isConfirmed && items.filter((item) => !item.isConfirmed).length >= MAX_UNCONFIRMED)
			return 'unconfirmed';
		const [about, content] = [
			new TextEncoder().encode(JSON.stringify({ name, type })),
			await file.arrayBuffer(),
		];
		const item = { for: user, isConfirmed, about: await sealed(about), content: await sealed(content) };
		await idbKeyval.set(crypto.randomUUID(), item, store);
	} catch (error) {
		return error?.name === 'QuotaExceededError' ? 'full' : 'unkept';
	}
}

/** Says what only the page of the phone shows, so no other page asks for it. */
async function list() {
	const said = { items: await Promise.all((await ownItems()).map(describe)), faults };
	faults = [];
	return said;
}

/** Says what became of the files, and why those that are left have to wait. */
async function report(said) {
	const { length: waiting } = await ownItems();
	const all = { ...said, sent, waiting };
	sent = 0;
	return all;
}

async function describe([id, item]) {
	const { name, type } = await aboutOf(item);
	return { id, name, isPicture: isPicture({ type }), isConfirmed: item.isConfirmed, says: item.says };
}

async function ownItems() {
	const entries = await idbKeyval.entries(store);
	return entries.filter(([, item]) => item?.for === user);
}

async function confirmAll() {
	for (const [id] of await ownItems()) await change(id, { isConfirmed: true, says: undefined });
}

/** Changes an item in one step, unless it was deleted. `idbKeyval.update` would store an empty one instead. */
const change = (id, to) =>
	store('readwrite', (items) => {
		items.get(id).onsuccess = ({ target: { result } }) => result && items.put({ ...result, ...to }, id);
		return idbKeyval.promisifyRequest(items.transaction);
	});

/** Sends what is confirmed, one file after the other. Returns why the others have to wait. */
const send = () =>
	navigator.locks.request('phone', async () => {
		for (const [id] of await ownItems()) {
			// It may have been deleted while others were sent.
			const item = await idbKeyval.get(id, store);
			if (!item?.isConfirmed) continue;
			const { stopped, says } = await sendOne(id, item);
			if (stopped !== undefined) return { stopped };
			if (says === undefined) {
				await idbKeyval.del(id, store);
				sent++;
			} else await change(id, { isConfirmed: false, says });
		}
		return {};
	});

/** Sends a file under its own key, so that it arrives once even if the answer is lost. Only what the form itself says counts. */
async function sendOne(id, item) {
	const body = new FormData();
	body.set('_for', user);
	body.set('_key', id);
	body.set('file', await fileOf(item));
	const [headers, signal] = [{ Accept: 'application/json' }, AbortSignal.timeout(UPLOAD_MS)];
	const response = await fetch(DRAFTS, { method: 'POST', headers, body, signal }).catch(() => undefined);
	if (response === undefined) return { stopped: 'offline' };
	const answer = await response.json().catch(() => undefined);
	if (response.ok && answer?.kept === true) return {};
	if (!response.ok && typeof answer?.says === 'string') return { says: answer.says };
	// The pages that ask people to sign in, or as whom, or for a second factor, are no JSON.
	const isAsked = answer === undefined && (response.redirected || [403, 409].includes(response.status));
	return { stopped: isAsked ? 'signIn' : 'later' };
}

async function fileOf(item) {
	const { name, type } = await aboutOf(item);
	return new File([await opened(item.content)], name, { type });
}

const aboutOf = async ({ about }) => JSON.parse(new TextDecoder().decode(await opened(about)));

/** Returns the key of this phone. No script can read it, and it goes with everything that is kept. */
async function keyOfPhone() {
	const found = await idbKeyval.get(KEY, store);
	if (found !== undefined) return found;
	const made = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ['encrypt', 'decrypt']);
	await idbKeyval.update(KEY, (other) => other ?? made, store);
	return idbKeyval.get(KEY, store);
}

async function sealed(bytes) {
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	return new Blob([iv, await crypto.subtle.encrypt({ name: CIPHER, iv }, await keyOfPhone(), bytes)]);
}

async function opened(blob) {
	const bytes = await blob.arrayBuffer();
	const iv = bytes.slice(0, IV_BYTES);
	return crypto.subtle.decrypt({ name: CIPHER, iv }, await keyOfPhone(), bytes.slice(IV_BYTES));
}
