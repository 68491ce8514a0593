// The token of a link stands behind the `#`, which no server sees. This script removes it from the address and the history of the
// browser, and posts it at once. The answer says which account it belongs to. A code from a letter stays visible.

// On the page of the sign-in, the address of an invited person stands there too.

const given = decodeURIComponent(location.hash.slice(1));
const input = document.querySelector('input[name="token"]') ?? document.querySelector('input[name="email"]');
if (given !== '' && input !== null) {
	history.replaceState(null, '', location.pathname + location.search);
	if (input.name === 'token' && given.length > 20) {
		const hidden = Object.assign(document.createElement('input'), { type: 'hidden', name: 'token' });
		(input.closest('.field') ?? input).replaceWith(hidden);
		hidden.value = given;
		hidden.form.requestSubmit();
	} else {
		input.value = given;
	}
}
