// Fills the form of a receipt with what the code in its picture says, or the invoice in its file. The picture stays in this browser until
// the form is sent: the server gets the text of the code, and its answer comes with the preview of the form.

const PATIENCE_MS = 15_000;
const MAX_BYTES = 10 * 1024 * 1024;

const code = document.getElementById('code');
const { form } = code.querySelector('[name=machineReadable]');
const { machineReadable, module: modules } = form.elements;
const filled = ['amount', 'date'].map((name) => form.elements[name]);
/** The values that the form proposes or a code has filled in. The person has typed any other value. */
const isFresh = code.dataset.fresh !== undefined;
const proposed = new Map(filled.map((field) => [field, isFresh ? field.defaultValue : '']));
let proposedModule = isFresh ? form.querySelector('[name=module][checked]')?.value : undefined;
const trusted = globalThis.trustedTypes?.createPolicy('codes', { createScriptURL: (address) => address });

let worker;
let asked = 0;

document.addEventListener('renewed', fill);

/**
 * Looks for a code in the picture of the form, unless the camera has found it, or for an invoice in another file. Shows the result below
 * the field. Without a file, forgets the last code.
 */
export async function readFile(input, selected, known) {
	const file = /^image\/|\/(pdf|xml)$/.test(selected?.type ?? '') ? selected : undefined;
	const number = ++asked;
	const hint = document.getElementById(`${input.id}-hint`);
	const said = hint.dataset.said ?? hint.textContent;
	Object.assign(hint, { role: 'status' }).dataset.said = said;
	hint.textContent = file === undefined ? said : code.dataset.reading;
	take('');
	if (file === undefined) return;
	const found = /^image\//.test(file.type)
		? inPicture(known ?? (await codesIn(file)))
		: await inInvoice(file);
	if (number !== asked) return;
	hint.textContent = found.says ?? said;
	if (found.code !== undefined) take(found.code);
}

/** Returns the code of the picture, or the sentence to show without one. */
function inPicture([found, another]) {
	if (another !== undefined) return { says: code.dataset.several };
	return found === undefined ? { says: code.dataset.none } : { code: found.text };
}

/** Asks the server for the invoice in a file. A PDF in which no file is embedded has none, and most of them are like this. */
async function inInvoice(file) {
	if (file.size > MAX_BYTES) return {};
	if (/pdf$/.test(file.type) && !/\/EmbeddedFile|#2Fxml/.test(await file.text())) return {};
	const body = new FormData();
	body.set('_for', form.elements._for.value);
	body.set('file', file);
	const response = await fetch('/console/benefits/facts', { method: 'POST', body }).catch(() => null);
	return response?.ok ? await response.json().catch(() => ({})) : {};
}

/** Returns the codes of tills in a picture. A worker that takes too long is ended, so that no phone computes for nothing. */
export function codesIn(picture, isQuick = false) {
	const { library, wasm } = code.dataset;
	return new Promise((resolve) => {
		worker ??= new Worker(trusted?.createScriptURL(code.dataset.worker) ?? code.dataset.worker);
		const done = (codes) => {
			clearTimeout(waiting);
			if (codes === undefined) {
				worker?.terminate();
				worker = undefined;
			}
			resolve(codes ?? []);
		};
		const waiting = setTimeout(done, PATIENCE_MS);
		worker.onerror = () => done();
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = ({ data }) => done(data);
		worker.postMessage({ picture, isQuick, addresses: { library, wasm } }, [port2]);
	});
}

/** Puts a code into the form, whose preview shows what it says. */
function take(text) {
	if (machineReadable.value === text) return;
	machineReadable.value = text;
	code.querySelector('[data-preview]').replaceChildren();
	form.dispatchEvent(new Event('input'));
}

/** Fills in what the person has not typed. The preview asks about the rest. */
function fill() {
	const { amount, date, module } = code.querySelector('[data-amount]')?.dataset ?? {};
	if (amount === undefined || code.dataset.filled === machineReadable.value) return;
	code.dataset.filled = machineReadable.value;
	for (const [field, value] of [
		[filled[0], amount],
		[filled[1], date],
	]) {
		if (field.value !== '' && field.value !== proposed.get(field)) continue;
		field.value = value;
		proposed.set(field, value);
	}
	if (module && modules?.value === proposedModule) {
		modules.value = module;
		proposedModule = module;
	}
	form.dispatchEvent(new Event('input'));
}
