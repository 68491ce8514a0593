// Keeps receipts on this phone while there is no connection, takes files that other apps share, and sends them as drafts. Its page calls
// it by addresses below `PAGE`, which only this worker answers. The build puts the library `idbKeyval` before it.

const PAGE = '/console/benefits/phone';
const DRAFTS = '/console/benefits/drafts';
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_KEPT = 50;
/** Any website can share files, so unconfirmed files may not take all places. */
const MAX_UNCONFIRMED = 20;
/** How long a slow connection waits for an answer, and how many bytes it sends in 1 ms. Browsers end a worker after 5 minutes. */
const [PATIENCE_MS, SLOW] = [60_000, 50];
const ACCEPTED = /^(image\/(jpeg|png|webp)|application\/pdf|(text|application)\/xml)$/;
const [CIPHER, IV_BYTES, KEY] = ['AES-GCM', 12, 'key'];

/** The user who has opened the app last. This worker neither shows nor sends what somebody else has kept. */
const user = new URL(location.href).searchParams.get('for');
const store = idbKeyval.createStore('phone', 'kept');
/** The keys of items of this user begin like this, so that even an item that cannot be read has an owner. */
const OWN = `${user}.`;
/** The key of the messages that no page has shown yet: which files could not be kept, and how many were sent. */
const UNSAID = `unsaid ${user}`;
/** Faults that could not be stored there, for example because the storage of the phone is full. */
const unstored = [];
/** The file that is being sent. */
let upload;

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
	// A page names the user who opened it, because somebody else may have signed in since.
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
		send().then(({ stopped, unwithdrawn }) => {
			if (stopped !== undefined || unwithdrawn) throw new Error(stopped ?? 'later');
		}),
	);
});

/** Without a connection, every page of the scope is replaced by the page of the receipts that wait. */
const withoutConnection = ({ mode, url }) =>
	caches.match(mode === 'navigate' ? PAGE : url, { ignoreSearch: true });

/** Keeps the files of a form. A form of another app, or of another site, leads to the page, where the person confirms them. */
async function take(request) {
	const isOwn = request.mode !== 'navigate';
	const form = await request.formData().catch(() => undefined);
	if (form === undefined) {
		// Our own page knows the names of its files, and reports them itself.
		if (isOwn) return Response.error();
		await remember({ fault: 'unkept' });
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
	const item = name.startsWith(OWN) ? await itemAt(name) : undefined;
	if (item === undefined) return new Response(null, { status: 404 });
	if (request.method === 'DELETE') {
		await remove(name);
		return new Response(null, { status: 204 });
	}
	const file = await fileOf(item).catch(() => undefined);
	// No other file is shown, because it could run scripts as a page of this service.
	const isShown = file !== undefined && request.destination === 'image' && isPicture(file);
	return isShown ? new Response(file) : new Response(null, { status: 404 });
}

/** Deletes an item. A confirmed file may have arrived, even if its upload is stopped, so the service is asked to delete it too. */
async function remove(id) {
	const left = ({ isConfirmed }) => (isConfirmed ? { isDeleted: true } : undefined);
	await change(id, left).catch(() => idbKeyval.set(id, { isDeleted: true }, store));
	if (upload?.id === id) upload.abort();
	await sendInBackground();
}

const isPicture = ({ type }) => type.startsWith('image/');

async function keep(file, isConfirmed) {
	const fault = faultOf(file) ?? (await put(file, isConfirmed));
	if (fault !== undefined) await remember({ name: file.name, fault });
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
		const content = await sealed(await file.arrayBuffer());
		const item = { isConfirmed, about: await sealedText({ name, type }), content };
		await idbKeyval.set(`${OWN}${Date.now()}.${crypto.randomUUID()}`, item, store);
	} catch (error) {
		return error?.name === 'QuotaExceededError' ? 'full' : 'unkept';
	}
}

/** Stores a fault until the page of the phone shows it. */
async function remember(fault) {
	try {
		const kept = await sealedText(fault);
		await idbKeyval.update(
			UNSAID,
			(all) => ({ ...all, faults: [...(all?.faults ?? []), kept].slice(-MAX_KEPT) }),
			store,
		);
	} catch {
		unstored.push(fault);
	}
}

/** Returns the messages of a part that no page has shown yet, and removes them. */
async function unsaid(part) {
	let said;
	const take = (all) => {
		said = all?.[part];
		return { ...all, [part]: undefined };
	};
	await idbKeyval.update(UNSAID, take, store).catch(() => {});
	return said;
}

/** Returns what only the page of the phone shows. It removes the faults that it returns, so no other page asks for it. */
async function list() {
	const faults = ((await unsaid('faults')) ?? []).map((kept) =>
		openedText(kept).catch(() => ({ fault: 'unkept' })),
	);
	return {
		items: await Promise.all((await ownItems()).map(describe)),
		faults: [...(await Promise.all(faults)), ...unstored.splice(0)],
	};
}

/** Adds how many files were sent and how many still wait. */
const report = async (said) => ({
	...said,
	sent: (await unsaid('sent')) ?? 0,
	waiting: (await ownItems()).length,
});

async function describe([id, { about, says, isBroken }]) {
	const { name, type } = await openedText(about).catch(() => ({}));
	if (isBroken || type === undefined) return { id, name, isBroken: true };
	return { id, name, isPicture: isPicture({ type }), says };
}

/** Returns an item. An item that the browser can no longer read comes back empty. */
const itemAt = (id) => idbKeyval.get(id, store).catch(() => ({}));

const ownIds = async () => (await idbKeyval.keys(store)).filter((key) => key.startsWith(OWN));

async function ownItems() {
	const items = await Promise.all((await ownIds()).map(async (id) => [id, await itemAt(id)]));
	return items.filter(([, item]) => item !== undefined && !item.isDeleted);
}

async function confirmAll() {
	for (const [id, { about }] of await ownItems())
		if (about !== undefined) await change(id, (item) => ({ ...item, isConfirmed: true, says: undefined }));
}

/** Changes an item in one step, unless it was deleted. Removes it if `changed` returns nothing. */
const change = (id, changed) =>
	store('readwrite', (items) => {
		items.get(id).onsuccess = ({ target: { result } }) => {
			if (result === undefined || result.isDeleted) return;
			const after = changed(result);
			if (after === undefined) items.delete(id);
			else items.put(after, id);
		};
		return idbKeyval.promisifyRequest(items.transaction);
	});

/** Sends the confirmed files, one after the other. Returns why the others have to wait, and whether a deletion has to. */
const send = () =>
	navigator.locks.request('phone', async () => {
		let unwithdrawn = false;
		for (const id of await ownIds()) {
			const item = await itemAt(id);
			const stopped = await settle(id, item);
			// Nobody sees a deleted file, so one that the service cannot take back holds up no other.
			if (item?.isDeleted && stopped === 'later') unwithdrawn = true;
			else if (stopped !== undefined) return { stopped };
		}
		return { unwithdrawn };
	});

/** Sends a file, or asks the service to delete one that was deleted here. Returns why this has to wait, if it has to. */
async function settle(id, item) {
	if (item?.isDeleted) {
		const { stopped } = await post(`${DRAFTS}/withdraw`, id);
		if (stopped === undefined) await idbKeyval.del(id, store);
		return stopped;
	}
	if (!item?.isConfirmed) return;
	const file = await fileOf(item).catch(() => undefined);
	if (file === undefined) return change(id, (one) => ({ ...one, isBroken: true })).catch(() => {});
	const { stopped, says } = await post(DRAFTS, id, file);
	const now = await itemAt(id);
	if (now?.isDeleted) return settle(id, now);
	if (stopped !== undefined) return stopped;
	if (says !== undefined) {
		const refused = (one) => ({ ...one, isConfirmed: false, isBroken: false, says });
		return change(id, refused).catch(() => {});
	}
	await change(id, () => undefined);
	await idbKeyval.update(UNSAID, (all) => ({ ...all, sent: (all?.sent ?? 0) + 1 }), store).catch(() => {});
}

/** Sends a form under the key of its file, so that it counts once even if the answer is lost. Only an answer of the form itself counts. */
async function post(to, id, file) {
	const body = new FormData();
	body.set('_for', user);
	body.set('_key', id);
	if (file !== undefined) body.set('file', file);
	const ended = new AbortController();
	upload = { id, abort: () => ended.abort() };
	const timer = setTimeout(upload.abort, PATIENCE_MS + (file?.size ?? 0) / SLOW);
	const init = { method: 'POST', headers: { Accept: 'application/json' }, body, signal: ended.signal };
	const response = await fetch(to, init).catch(() => undefined);
	const answer = await response?.json().catch(() => undefined);
	clearTimeout(timer);
	upload = undefined;
	// A file that takes too long is sent again only when the person or the connection comes back.
	if (response === undefined) return { stopped: ended.signal.aborted ? 'later' : 'offline' };
	if (response.ok && answer?.kept !== undefined) return {};
	if (!response.ok && typeof answer?.says === 'string') return { says: answer.says };
	// Pages that ask for a sign-in, an account or a second factor are not JSON.
	const isAsked = answer === undefined && (response.redirected || [403, 409].includes(response.status));
	return { stopped: isAsked ? 'signIn' : 'later' };
}

async function fileOf(item) {
	const { name, type } = await openedText(item.about);
	return new File([await opened(item.content)], name, { type });
}

const sealedText = (value) => sealed(new TextEncoder().encode(JSON.stringify(value)));

const openedText = async (blob) => JSON.parse(new TextDecoder().decode(await opened(blob)));

/** Returns the key of this phone. No script can read it, and it is deleted together with everything that is kept. */
const keyOfPhone = () =>
	navigator.locks.request('phone key', async () => {
		const found = await idbKeyval.get(KEY, store);
		if (found instanceof CryptoKey) return found;
		const made = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, [
			'encrypt',
			'decrypt',
		]);
		await idbKeyval.set(KEY, made, store);
		return made;
	});

async function sealed(bytes) {
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	return new Blob([iv, await crypto.subtle.encrypt({ name: CIPHER, iv }, await keyOfPhone(), bytes)]);
}

async function opened(blob) {
	const bytes = await blob.arrayBuffer();
	const iv = bytes.slice(0, IV_BYTES);
	return crypto.subtle.decrypt({ name: CIPHER, iv }, await keyOfPhone(), bytes.slice(IV_BYTES));
}
