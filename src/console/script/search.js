// Shows the matching people while somebody types. Without this script, the button of the form does the same.

const PAUSE_MS = 250;
// The answer is a page of our own, as the reader would get it.
const pages = globalThis.trustedTypes?.createPolicy('search', { createHTML: (text) => text });

for (const form of document.querySelectorAll('form[data-search]')) {
	let waiting;
	let asked = 0;
	form.addEventListener('input', ({ target }) => {
		if (target.type === 'checkbox') return;
		clearTimeout(waiting);
		waiting = setTimeout(() => find(form, ++asked), PAUSE_MS);
	});
	const { q } = form.elements;
	document.addEventListener('keydown', (event) => {
		if (event.key !== '/' || event.ctrlKey || event.target.closest('input, select, textarea')) return;
		event.preventDefault();
		q.focus();
	});
	// Somebody may have typed before this script came.
	if (q.value !== q.defaultValue) find(form, ++asked);

	async function find(form, number) {
		const filled = [...new FormData(form)].filter(([, value]) => value !== '');
		const address = `${form.action}?${new URLSearchParams(filled)}`;
		const response = await fetch(address).catch(() => null);
		if (response === null || number !== asked) return;
		const text = await response.text();
		const answer = new DOMParser().parseFromString(pages?.createHTML(text) ?? text, 'text/html');
		const [shown, fresh] = [document, answer].map((page) => page.querySelector('[data-found]'));
		if (shown === null || fresh === null) return location.assign(address);
		shown.replaceWith(fresh);
		history.replaceState(null, '', address);
	}
}
