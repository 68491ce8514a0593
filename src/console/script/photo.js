// Makes a photo that was chosen or taken small enough to send: at most 2 MB, on its way and for whoever looks at it.

const MAX_BYTES = 2_000_000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const LONGEST_SIDES = [2400, 1800, 1300, 900];
const QUALITIES = [0.85, 0.7];

for (const input of document.querySelectorAll('input[type=file][data-unreadable]')) {
	const send = input.form.querySelector('[type=submit]');
	restore(input);
	input.addEventListener('change', async () => {
		const [file] = input.files;
		const { unreadable, large } = input.dataset;
		say(input, '');
		show(input);
		if (file === undefined) return;
		if (file.type === 'application/pdf') return say(input, file.size > MAX_FILE_BYTES ? large : '');
		const isHeic = /^image\/hei[cf]$/.test(file.type) || /\.hei[cf]$/i.test(file.name);
		if (file.size <= MAX_BYTES && !isHeic) return;
		send.disabled = true;
		const picture = await createImageBitmap(file).catch(() => null);
		const small = picture && (await shrunk(picture));
		send.disabled = false;
		if (input.files[0] !== file) return;
		if (small === null) return say(input, unreadable);
		select(input, new File([small], 'photo.jpg', { type: 'image/jpeg' }));
	});
}

function select(input, file) {
	const files = new DataTransfer();
	files.items.add(file);
	input.files = files.files;
	show(input);
}

/** Selects the file again that came back with a refused form. */
function restore(input) {
	const [kept, name] = ['kept', 'name'].map((part) => input.form.elements[`${input.name}.${part}`]);
	if (kept === undefined) return;
	const bytes = Uint8Array.from(atob(kept.value), (char) => char.charCodeAt(0));
	const type = bytes[0] === 0x25 ? 'application/pdf' : 'image/*';
	select(input, new File([bytes], name.value, { type }));
	kept.remove();
	name.remove();
}

/** Shows a small picture of the selected photo. */
function show(input) {
	const [file] = input.files;
	input.parentElement.querySelector('.thumb')?.remove();
	if (file === undefined || file.type === 'application/pdf') return;
	const picture = Object.assign(new Image(), { className: 'thumb', alt: '' });
	picture.addEventListener('error', () => picture.remove());
	picture.src = URL.createObjectURL(file);
	input.before(picture);
}

/** Says below the field why a file cannot be taken, such as a picture that the browser cannot read: most of them know no HEIC. */
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
