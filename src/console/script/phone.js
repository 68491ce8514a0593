// Prepares this phone for receipts without a connection, and sends what was kept before. The worker stores and sends. On its own page,
// this script also shows what is kept.

const place = document.getElementById('phone');
const { dataset: words } = place;
const [camera, picker] = place.querySelectorAll('input[type=file]');
const status = place.querySelector('[role=status]');
const alert = place.querySelector('[role=alert]');
const rows = place.querySelector('ul');
const row = place.querySelector('template');
const button = place.querySelector('[data-send]');
/** Other pages only send. */
const isOwnPage = row !== null;
const container = navigator.serviceWorker;

await prepare().then(start, () => reveal('[data-impossible]', true));

function reveal(parts, isShown) {
	for (const part of place.querySelectorAll(parts)) part.hidden = !isShown;
}

/** Registers the worker for the signed-in user. A page that came from the worker knows no user, and takes the worker that there is. */
async function prepare() {
	const { user, worker, page } = words;
	const address = user === undefined ? undefined : new URL(`${worker}?for=${user}`, location).href;
	if (address !== undefined) {
		const trusted = globalThis.trustedTypes?.createPolicy('phone', { createScriptURL: (url) => url });
		await container.register(trusted?.createScriptURL(address) ?? address, {
			scope: page.replace(/\/[^/]*$/, ''),
		});
		await keepPage();
	}
	if (address === undefined && !container?.controller) throw new Error('There is no worker');
	while (address !== undefined && container.controller?.scriptURL !== address)
		await new Promise((changed) => container.addEventListener('controllerchange', changed, { once: true }));
}

/** Keeps the page that opens without a connection, in the language of the person, and what it needs. */
async function keepPage() {
	const pages = await caches.open('phone');
	const page = `${words.page}?language=${document.documentElement.lang}`;
	const needed = [page, document.querySelector('link[rel=stylesheet]').href, import.meta.url].map(
		(address) => new Request(address, { credentials: 'omit' }),
	);
	await pages.addAll(needed);
	const urls = needed.map(({ url }) => url);
	for (const request of await pages.keys()) if (!urls.includes(request.url)) await pages.delete(request);
}

function ask(name, init) {
	return fetch(`${words.page}/${name}`, init);
}

async function start() {
	await send('resume');
	addEventListener('online', () => send('resume'));
	// A phone does not load an app again that it has kept open.
	document.addEventListener('visibilitychange', () => document.hidden || send('resume'));
	if (!isOwnPage) return;
	reveal('[data-possible]', true);
	reveal('[data-foreground]', !('SyncManager' in globalThis));
	for (const input of [camera, picker]) {
		input.previousElementSibling.addEventListener('click', () => input.click());
		input.addEventListener('change', () => keep(input));
	}
	button.addEventListener('click', async () => {
		if ((await send('send')) === 0) location.assign(words.next);
	});
}

async function keep(input) {
	const body = new FormData();
	const files = [...input.files];
	for (const file of files) body.append('file', file);
	input.value = '';
	alert.replaceChildren();
	const unkept = () => ({ items: [], faults: files.map(({ name }) => ({ name, fault: 'unkept' })) });
	show(
		await fetch(words.page, { method: 'POST', body })
			.then((kept) => kept.json())
			.catch(unkept),
	);
	await send('resume');
}

/** Sends what the person has confirmed. Returns how many files are still kept after something was sent. */
async function send(name) {
	const { stopped } = await (await ask(name, { method: 'POST' })).json();
	const kept = await (await ask('list')).json();
	const [{ sent }, count] = [kept, kept.items.length];
	const said = [
		sent > 0 && `${words.sent} ${sent}.`,
		count > 0 && (words[stopped] ?? `${words.waiting} ${count}.`),
	];
	status.textContent = said.filter(Boolean).join(' ');
	place.hidden = !isOwnPage && sent + count === 0;
	if (sent > 0) reveal('[data-following]', true);
	if (isOwnPage) show(kept);
	return sent > 0 ? count : undefined;
}

function show({ items, faults }) {
	for (const { name, fault } of faults) {
		const line = document.createElement('p');
		line.textContent = `${name}: ${words[fault]}`;
		alert.append(line);
	}
	alert.hidden = alert.childElementCount === 0;
	button.hidden = items.length === 0;
	rows.replaceChildren(...items.map(rowOf));
}

/** Shows a file as a picture or by its name, why it was refused, and lets the person delete it. */
function rowOf({ id, name, isPicture, says }) {
	const shown = row.content.cloneNode(true);
	const picture = shown.querySelector('img');
	if (isPicture) picture.src = `${words.page}/${id}`;
	else picture.remove();
	shown.querySelector('bdi').textContent = name;
	shown.querySelector('.fault').textContent = says ?? '';
	shown.querySelector('button').addEventListener('click', async () => {
		await ask(id, { method: 'DELETE' });
		await send('resume');
	});
	return shown;
}
