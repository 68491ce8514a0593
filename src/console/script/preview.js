// Asks for the preview of a change while somebody types. Without it the button of the form does the same.

const PAUSE_MS = 400;
// What comes back is a page of our own, as the reader would get it.
const pages = globalThis.trustedTypes?.createPolicy('preview', { createHTML: (text) => text });

for (const form of document.querySelectorAll('form[data-previews]')) {
	let waiting;
	let asked = 0;
	form.addEventListener('input', () => {
		clearTimeout(waiting);
		waiting = setTimeout(() => refresh(form, ++asked), PAUSE_MS);
	});

	async function refresh(form, number) {
		const body = new FormData(form);
		body.set('_do', 'preview');
		const response = await fetch(form.action, { method: 'POST', body }).catch(() => null);
		if (response === null || number !== asked) return;
		const text = await response.text();
		const answer = new DOMParser().parseFromString(pages?.createHTML(text) ?? text, 'text/html');
		const [shown, fresh] = [document, answer].map((page) => page.querySelector('[data-preview]'));
		if (shown !== null && fresh !== null) shown.replaceWith(fresh);
		document.dispatchEvent(new Event('renewed'));
	}
}
