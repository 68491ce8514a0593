// Reads the QR codes of a picture in a worker, so that a large picture never stops somebody who types. It uses the reader of the browser,
// or else loads zxing. Only this file may compile WebAssembly (see `_headers`).

const OPTIONS = { formats: ['QRCode'], textMode: 'Plain', tryInvert: false, maxNumberOfSymbols: 16 };
/**
 * The attempts, in this order, until a code of a till is found: each has a longest side in pixels and a rotation in degrees. The first
 * one reads 12 megapixels at full size. Safari on iPhones draws at most 4096 × 4096.
 */
const ATTEMPTS = [
	[4096, 0],
	[1600, 0],
	[1000, 0],
	[2200, 45],
	[2800, 20],
	[700, 0],
];
let reader;

addEventListener('message', async ({ data: { picture, addresses, isQuick }, ports: [port] }) => {
	try {
		reader ??= readerOf(addresses);
		const read = await reader;
		const bitmap = picture instanceof Blob ? await createImageBitmap(picture) : picture;
		port.postMessage(await codesIn(bitmap, read, isQuick ? ATTEMPTS.slice(0, 1) : ATTEMPTS));
		bitmap.close();
	} catch {
		// Perhaps the library did not arrive. The next picture asks for it again.
		reader = undefined;
		port.postMessage([]);
	}
});

/** Returns the codes of tills that the first successful attempt finds, each with its share of the shorter side of the picture. */
async function codesIn(bitmap, read, attempts) {
	for (const [side, turn] of attempts) {
		const canvas = drawn(bitmap, side, turn);
		const shorter = Math.min(canvas.width, canvas.height);
		const codes = (await read(canvas)).filter(({ text }) => isOfTill(text));
		const found = new Map(codes.map(({ text, corners }) => [text, lengthOf(corners) / shorter]));
		if (found.size > 0) return [...found].map(([text, share]) => ({ text, share }));
	}
	return [];
}

const lengthOf = ([{ x, y }, other]) => Math.hypot(other.x - x, other.y - y);

/** The start of a German code of any version, and of an Austrian one. */
const isOfTill = (text) => /^(V\d+;|_R)/.test(text);

/** Draws the picture with this longest side, rotated around its centre. */
function drawn(bitmap, side, turn) {
	const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
	const [width, height] = [bitmap.width * scale, bitmap.height * scale];
	const angle = (turn * Math.PI) / 180;
	const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
	const canvas = new OffscreenCanvas(
		Math.ceil(width * cos + height * sin),
		Math.ceil(width * sin + height * cos),
	);
	const context = canvas.getContext('2d', { willReadFrequently: true });
	context.translate(canvas.width / 2, canvas.height / 2);
	context.rotate(angle);
	context.drawImage(bitmap, -width / 2, -height / 2, width, height);
	return canvas;
}

async function readerOf({ library, wasm }) {
	const formats = await globalThis.BarcodeDetector?.getSupportedFormats();
	if (formats?.includes('qr_code')) {
		const detector = new BarcodeDetector({ formats: ['qr_code'] });
		return async (canvas) =>
			(await detector.detect(canvas)).map(({ rawValue, cornerPoints }) => ({
				text: rawValue,
				corners: cornerPoints,
			}));
	}
	importScripts(library);
	ZXingWASM.prepareZXingModule({ overrides: { locateFile: () => wasm } });
	return async (canvas) => {
		const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		const codes = await ZXingWASM.readBarcodes(pixels, OPTIONS);
		return codes.map(({ text, position }) => ({ text, corners: [position.topLeft, position.topRight] }));
	};
}
