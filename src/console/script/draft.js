// Reads the code in the picture of a draft, once its form is open. The service could read nothing from it.

const code = document.getElementById('code');
const picture = document.querySelector('img#draft');

if (picture !== null && code?.dataset.fresh !== undefined) {
	// A picture that the browser cannot show has no code that it could read.
	const bitmap = await picture.decode().then(
		() => createImageBitmap(picture),
		() => null,
	);
	if (bitmap !== null) (await import(code.dataset.reader)).readPicture(picture, bitmap);
}
