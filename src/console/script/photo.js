// Makes a photo that was chosen or taken small enough to send: at most 2 MB, on its way and for whoever looks at it.

const MAX_BYTES = 2_000_000;
const LONGEST_SIDES = [2400, 1800, 1300, 900];
const QUALITIES = [0.85, 0.7];

for (const input of document.querySelectorAll('input[type=file][data-unreadable]')) {
	input.addEventListener('change', async () => {
		const [file] = input.files;
		input.setCustomValidity('');
		if (file === undefined || file.type === 'application/pdf') return;
		const isHeic = /^image\/hei[cf]$/.test(file.type) || /\.hei[cf]$/i.test(file.name);
		if (file.size <= MAX_BYTES && !isHeic) return;
		const picture = await createImageBitmap(file).catch(() => null);
		const small = picture && (await shrunk(picture));
		if (small === null) return refuse(input);
		const files = new DataTransfer();
		files.items.add(new File([small], 'photo.jpg', { type: 'image/jpeg' }));
		input.files = files.files;
	});
}

/** Says in words that the picture cannot be read here: most browsers know no HEIC. */
function refuse(input) {
	input.setCustomValidity(input.dataset.unreadable);
	input.reportValidity();
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
