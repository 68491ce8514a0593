// Makes a photo that was selected or taken small enough to send: at most 2 MB. The browser keeps it until it has arrived: for the form
// that is offered after a session has ended, and for a reader who goes back from an error.

const MAX_BYTES = 2_000_000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const LONGEST_SIDES = [2400, 1800, 1300, 900];
const QUALITIES = [0.85, 0.7];
/** The names of the store, and of the photo that this tab has put there last. */
const STORE = 'photo';
const MAX_AGE_MS = 3_600_000;

const inputs = [...document.querySelectorAll('input[type=file]')];
const last = JSON.parse(sessionStorage.getItem(STORE));
/** True once a file was read. */
let isReading = false;
let kept = Promise.resolve(globalThis.caches?.open(STORE)).catch(() => undefined);
for (const input of inputs) restore(input);
kept = kept.then((store) => takeBack(store).then(() => store));

for (const input of document.querySelectorAll('input[type=file][data-unreadable]')) {
	const send = input.form.querySelector('[type=submit]');
	input.addEventListener('change', async ({ detail }) => {
		const [file] = input.files;
		const { unreadable, large } = input.dataset;
		say(input, '');
		show(input);
		keep(input, undefined);
		readCode(input, file, detail);
		if (file === undefined) return;
		if (!isPicture(file)) {
			if (file.size > MAX_FILE_BYTES) return say(input, large);
			return keep(input, file);
		}
		const isHeic = /^image\/hei[cf]$/.test(file.type) || /\.hei[cf]$/i.test(file.name);
		if (file.size <= MAX_BYTES && !isHeic) return keep(input, file);
		send.disabled = true;
		const picture = await createImageBitmap(file).catch(() => null);
		const small = picture && (await shrunk(picture));
		send.disabled = false;
		if (input.files[0] !== file) return;
		if (small === null) return say(input, unreadable);
		select(input, new File([small], 'photo.jpg', { type: 'image/jpeg' }));
	});
}

// A link to this page may open the camera at once.
const scan = document.getElementById('scan');
if (scan !== null && navigator.mediaDevices?.getUserMedia && globalThis.OffscreenCanvas) {
	const open = async () => (await import(scan.dataset.camera)).openCamera();
	scan.hidden = false;
	scan.addEventListener('click', open);
	if (location.hash === '#camera') open();
}

function select(input, file) {
	const files = new DataTransfer();
	files.items.add(file);
	input.files = files.files;
	show(input);
	keep(input, file);
}

/** Reads the code or the invoice in a file. A picture is read before it is made smaller. Without a file, the reader is not loaded. */
async function readCode(input, file, found) {
	const { reader } = input.form.querySelector('#code')?.dataset ?? {};
	if (reader === undefined || (file === undefined && !isReading)) return;
	isReading = true;
	const { readFile } = await import(reader).catch(() => ({}));
	readFile?.(input, file, found);
}

/** Selects the file again that came back with a refused form. */
function restore(input) {
	const [kept, name] = ['kept', 'name'].map((part) => input.form.elements[`${input.name}.${part}`]);
	if (kept === undefined) return;
	const bytes = Uint8Array.from(atob(kept.value), (char) => char.charCodeAt(0));
	const isXml = [0x3c, 0xef, 0xfe].includes(bytes[0]) || bytes[1] === 0xfe;
	const type = isXml ? 'application/xml' : bytes[0] === 0x25 ? 'application/pdf' : 'image/*';
	select(input, new File([bytes], name.value, { type }));
	kept.remove();
	name.remove();
}

/** The place of the photo of a form. Two forms never share it, nor do two users. */
function placeOf({ elements }) {
	return new URL(`/console/kept/${elements._for?.value}/${elements._key?.value}`, location).href;
}

/** Keeps the photo of a form. One change comes after the other. */
function keep({ form }, file) {
	const place = placeOf(form);
	sessionStorage.setItem(STORE, JSON.stringify({ place, page: location.pathname }));
	const name = encodeURIComponent(file?.name);
	kept = kept.then(async (store) => {
		if (file === undefined) await store?.delete(place);
		else await store?.put(place, new Response(file, { headers: { name, date: new Date().toUTCString() } }));
		return store;
	});
}

/** Selects a kept photo again. Forgets a photo of this tab that is no longer needed, and any other after an hour. */
async function takeBack(store) {
	const { type } = performance.getEntriesByType('navigation')[0] ?? {};
	const isBack = type !== 'navigate' && last?.page === location.pathname;
	for (const { url } of (await store?.keys()) ?? []) {
		const found = await store.match(url);
		const isLast = url === last?.place;
		const owner = ({ form }) => placeOf(form).replace(/[^/]*$/, '');
		const input = inputs.find(
			(one) => url === placeOf(one.form) || (isLast && isBack && url.startsWith(owner(one))),
		);
		if (input?.files.length === 0) {
			const blob = await found.blob();
			const name = decodeURIComponent(found.headers.get('name'));
			const file = new File([blob], name, { type: blob.type });
			select(input, file);
			readCode(input, file);
		}
		const isOver = Date.now() - Date.parse(found.headers.get('date')) > MAX_AGE_MS;
		if (isOver || (isLast && url !== (input && placeOf(input.form)))) await store.delete(url);
	}
}

const isPicture = ({ type }) => !/\/(pdf|xml)$/.test(type);

/** Shows a small picture of the selected photo. */
function show(input) {
	const [file] = input.files;
	input.parentElement.querySelector('.thumb')?.remove();
	if (file === undefined || !isPicture(file)) return;
	const picture = Object.assign(new Image(), { className: 'thumb', alt: '' });
	picture.addEventListener('error', () => picture.remove());
	picture.src = URL.createObjectURL(file);
	input.before(picture);
}

/** Says below the field why a file cannot be taken. Most browsers, for example, cannot read a picture in HEIC. */
function say(input, sentence) {
	const id = `${input.id}-fault`;
	document.getElementById(id)?.remove();
	input.setCustomValidity(sentence);
	input.ariaInvalid = sentence === '' ? null : 'true';
	input.setAttribute('aria-describedby', `${id} ${input.id}-hint`);
	if (sentence === '') return;
	const fault = Object.assign(document.createElement('strong'), { id, className: 'fault', role: 'alert' });
	input.after(fault);
	fault.textContent = sentence;
}

async function shrunk(picture) {
	for (const side of LONGEST_SIDES) {
		const scale = Math.min(1, side / Math.max(picture.width, picture.height));
		const canvas = document.createElement('canvas');
		canvas.width = Math.round(picture.width * scale);
		canvas.height = Math.round(picture.height * scale);
		canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
		for (const quality of QUALITIES) {
			const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality));
			if (blob !== null && blob.size <= MAX_BYTES) return blob;
		}
	}
	return null;
}
