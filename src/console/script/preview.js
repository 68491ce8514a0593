// Asks for the preview of a change while somebody types. Without this script, the button of the form does the same.

const PAUSE_MS = 400;
// Resolves when no button is pressed. A button that moves between press and release would miss its click.
let released;
document.addEventListener('pointerdown', () => {
	released = new Promise((release) => {
		for (const end of ['pointerup', 'pointercancel'])
			document.addEventListener(end, () => setTimeout(release), { once: true });
	});
});
const FIELDS = '.field > :is(input:not([type=file]), select)';
// The answer is a page of our own, as the reader would get it.
const pages = globalThis.trustedTypes?.createPolicy('preview', { createHTML: (text) => text });

for (const form of document.querySelectorAll('form[data-previews]')) {
	let waiting;
	let asked = 0;
	let answer;
	form.addEventListener('input', () => {
		clearTimeout(waiting);
		waiting = setTimeout(() => refresh(form, ++asked), PAUSE_MS);
	});
	form.addEventListener('focusout', async ({ target }) => {
		await released;
		if (answer !== undefined) sayFault(target, answer);
	});
	// Somebody may have typed before this script came.
	const typed = [...form.querySelectorAll('.field > input:not([type=file])')];
	if (typed.some(({ value, defaultValue }) => value !== defaultValue)) refresh(form, ++asked);

	async function refresh(form, number) {
		const body = new FormData(form);
		body.set('_do', 'preview');
		for (const [name, value] of [...body])
			if (value instanceof File || name.endsWith('.kept')) body.delete(name);
		const response = await fetch(form.action, { method: 'POST', body }).catch(() => null);
		const text = await response?.text();
		await released;
		if (text === undefined || number !== asked) return;
		answer = new DOMParser().parseFromString(pages?.createHTML(text) ?? text, 'text/html');
		for (const shown of document.querySelectorAll('[data-preview]')) renew(shown, answer);
		for (const field of form.querySelectorAll(FIELDS)) sayFault(field, answer);
		document.dispatchEvent(new Event('renewed'));
	}
}

/** Replaces a part of the page by the part of the same name of the answer. The focus stays where it was. */
function renew(shown, answer) {
	const fresh = answer.querySelector(`[data-preview="${shown.dataset.preview}"]`);
	if (fresh === null || fresh.isEqualNode(shown)) return;
	const focused = shown.contains(document.activeElement) ? document.activeElement.name : undefined;
	shown.replaceWith(fresh);
	if (focused) fresh.querySelector(`[name="${focused}"]`)?.focus();
}

/** Says at a field what is wrong with it, once somebody has filled it in and left it. */
function sayFault(field, answer) {
	if (!field.matches(FIELDS)) return;
	const [shown, fresh] = [document, answer].map((page) => page.getElementById(`${field.id}-fault`));
	const isSaid = fresh !== null && field.value !== '' && field !== document.activeElement;
	shown?.remove();
	field.ariaInvalid = isSaid ? 'true' : null;
	field.setAttribute('aria-describedby', `${field.id}-fault ${field.id}-hint`);
	if (isSaid) field.after(fresh.cloneNode(true));
}
