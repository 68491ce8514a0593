// Reads the code in the picture of a draft, once its form is open, because the service could read nothing from it.

const code = document.getElementById('code');
const picture = document.querySelector('img#draft');

if (picture !== null && code?.dataset.fresh !== undefined) {
	const file = await fetch(picture.src).then(
		(response) => (response.ok ? response.blob() : undefined),
		() => undefined,
	);
	if (file !== undefined) (await import(code.dataset.reader)).readFile(picture, file);
}
