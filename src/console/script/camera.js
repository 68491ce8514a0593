// Scans a receipt with the camera: reads the code of the till from the moving picture, and takes the photo of the receipt with it.

const PAUSE_MS = 150;
/** The largest share of the picture for a code, 30 mm on 80 mm of paper. With more, a part of the receipt is missing. */
const LARGEST_SHARE = 0.45;
const QUALITY = 0.9;
const WANTED = { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1440 } };

const dialog = document.getElementById('camera');
const [video, status, shutter, close] = ['video', '[role=status]', '[data-take]', '[data-close]'].map(
	(part) => dialog.querySelector(part),
);
const code = document.getElementById('code');
let stream;
/** The codes that were found last, for the photo that is taken by hand. */
let found = [];

shutter.addEventListener('click', () => take());
close.addEventListener('click', () => dialog.close());
dialog.addEventListener('close', stop);
addEventListener('pagehide', stop);

/** Opens the camera. Closes it once a receipt with its code was in the picture, or when the person asks for it. */
export async function openCamera() {
	found = [];
	shutter.hidden = video.hidden = true;
	status.textContent = dialog.dataset.opening;
	dialog.showModal();
	try {
		const [opened, { codesIn }] = await Promise.all([
			navigator.mediaDevices.getUserMedia({ video: WANTED }),
			import(code.dataset.reader),
		]);
		stream = opened;
		if (!dialog.open) return stop();
		video.srcObject = stream;
		await video.play();
		shutter.hidden = video.hidden = false;
		status.textContent = dialog.dataset.show;
		await watch(codesIn);
	} catch ({ name }) {
		stop();
		const { forbidden, busy, none } = dialog.dataset;
		status.textContent = { NotAllowedError: forbidden, NotReadableError: busy }[name] ?? none;
	}
}

/** Looks at one frame after the other. A frame with the code is the photo, unless the code is too close. */
async function watch(codesIn) {
	while (dialog.open && stream !== undefined) {
		const frame = await createImageBitmap(video);
		const codes = await codesIn(frame, true);
		if (codes.length > 0) found = codes;
		const [one, another] = codes;
		if (one !== undefined && another === undefined && one.share <= LARGEST_SHARE) return take(frame);
		if (one !== undefined) status.textContent = another ? dialog.dataset.several : dialog.dataset.farther;
		frame.close();
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}

/** Makes the photo the file of the form, as if it had been selected. */
async function take(frame = video) {
	const [width, height] = [frame.videoWidth ?? frame.width, frame.videoHeight ?? frame.height];
	const canvas = Object.assign(document.createElement('canvas'), { width, height });
	canvas.getContext('2d').drawImage(frame, 0, 0);
	const codes = found;
	dialog.close();
	const photo = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
	const files = new DataTransfer();
	files.items.add(new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
	const input = code.closest('form').querySelector('input[type=file]');
	input.files = files.files;
	input.dispatchEvent(new CustomEvent('change', { detail: codes.length > 0 ? codes : null }));
}

function stop() {
	for (const track of stream?.getTracks() ?? []) track.stop();
	stream = undefined;
	video.srcObject = null;
}
