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
/** False on other pages, which only send. */
const isOwnPage = row !== null;
const container = navigator.serviceWorker;
const PATIENCE_MS = 10_000;
/** How many files were sent since the page was opened or files were last added. Several events may send at once, and each adds its number. */
let sentHere = 0;
let nextAttempt;

await prepare().then(start).catch(giveUp);

function giveUp() {
	reveal('[data-possible]', false);
	reveal('[data-impossible]', true);
}

function sayLater() {
	status.textContent = words.later;
}

function reveal(parts, isShown) {
	for (const part of place.querySelectorAll(parts)) part.hidden = !isShown;
}

/** Registers the worker for the signed-in user. A page that came from the worker knows no user, and uses the active worker. */
async function prepare() {
	const { user, worker, page } = words;
	const address = user === undefined ? undefined : new URL(`${worker}?for=${user}`, location).href;
	if (address === undefined) {
		if (!container?.controller) throw new Error('There is no worker');
		words.user = new URL(container.controller.scriptURL).searchParams.get('for');
	} else {
		const trusted = globalThis.trustedTypes?.createPolicy('phone', { createScriptURL: (url) => url });
		const { active } = await container.register(trusted?.createScriptURL(address) ?? address, {
			scope: page.replace(/\/[^/]*$/, ''),
		});
		// A worker that is being replaced gets no work, because its events would hold up the new one.
		if (active?.scriptURL === address) active.postMessage('claim');
		await controlledBy(address);
		// Without a connection, the page that was kept before stays.
		await keepPage().catch(() => {});
	}
}

/** A browser that has no worker for this page after a while will not get one. */
function controlledBy(address) {
	return new Promise((resolve, reject) => {
		const look = () => container.controller?.scriptURL === address && resolve();
		container.addEventListener('controllerchange', look);
		setTimeout(reject, PATIENCE_MS, new Error('The worker does not take this page'));
		look();
	});
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

/** An address that the worker answers only while it works for the person of this page. */
function addressOf(name) {
	return `${words.page}${name}?for=${words.user}`;
}

async function ask(name, init) {
	const answer = await fetch(addressOf(name), init);
	// Other pages may hold what a person has typed, so they are not reloaded. They send nothing for another user either.
	if (answer.status === 409 && isOwnPage) location.reload();
	return answer;
}

function resume() {
	return send('/resume').catch(sayLater);
}

async function start() {
	addEventListener('online', resume);
	// A phone does not load an app again that it has kept open.
	document.addEventListener('visibilitychange', () => document.hidden || resume());
	if (isOwnPage) {
		for (const input of [camera, picker]) {
			input.previousElementSibling.addEventListener('click', () => input.click());
			input.addEventListener('change', () => keep(input).catch(sayLater));
		}
		button.addEventListener('click', () =>
			send('/send').then((left) => left === 0 && location.assign(words.next), sayLater),
		);
		reveal('[data-possible]', true);
		reveal('[data-foreground]', !('SyncManager' in globalThis));
		await list();
	}
	await resume();
}

async function list() {
	show(await (await ask('/list')).json());
}

async function keep(input) {
	const body = new FormData();
	const files = [...input.files];
	for (const file of files) body.append('file', file);
	input.value = '';
	sentHere = 0;
	alert.replaceChildren();
	const kept = await fetch(addressOf(''), { method: 'POST', body })
		.then((answer) => answer.json())
		.catch(() => undefined);
	// The page stays and says so, even if somebody else has signed in since it was opened.
	if (kept === undefined) return tell(files.map(({ name }) => ({ name, fault: 'unkept' })));
	show(kept);
	await send('/resume');
}

/** Sends what the person has confirmed. Returns how many files are still kept after something was sent. */
async function send(name) {
	const { stopped, sent, waiting } = await (await ask(name, { method: 'POST' })).json();
	sentHere += sent;
	const said = [
		sentHere > 0 && `${words.sent} ${sentHere}.`,
		waiting > 0 && (words[stopped] ?? `${words.waiting} ${waiting}.`),
	];
	status.textContent = said.filter(Boolean).join(' ');
	place.hidden = !isOwnPage && sentHere + waiting === 0;
	if (sent > 0) reveal('[data-following]', true);
	// A browser says that it is online before its connection works.
	clearTimeout(nextAttempt);
	if (stopped === 'offline' && navigator.onLine) nextAttempt = setTimeout(resume, PATIENCE_MS);
	if (isOwnPage) await list();
	return sent > 0 ? waiting : undefined;
}

function tell(faults) {
	for (const { name, fault } of faults) {
		const line = document.createElement('p');
		line.textContent = name === undefined ? words[fault] : `${name}: ${words[fault]}`;
		alert.append(line);
	}
	alert.hidden = alert.childElementCount === 0;
}

function show({ items, faults }) {
	tell(faults);
	button.hidden = items.length === 0;
	rows.replaceChildren(...items.map(rowOf));
}

/** Shows a file as a picture or by its name, why it was not sent, and lets the person delete it. */
function rowOf({ id, name, isPicture, isBroken, says }) {
	const shown = row.content.cloneNode(true);
	const picture = shown.querySelector('img');
	if (isPicture) picture.src = addressOf(`/${id}`);
	else picture.remove();
	shown.querySelector('bdi').textContent = name ?? '';
	shown.querySelector('.fault').textContent = isBroken ? words.broken : (says ?? '');
	const remove = () => ask(`/${id}`, { method: 'DELETE' });
	shown.querySelector('button').addEventListener('click', () =>
		remove()
			.then(list)
			.then(() => send('/resume'))
			.catch(sayLater),
	);
	return shown;
}
