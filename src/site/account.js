// The pages where people set a password. The token or code stands in the fragment of the address, which no server sees.

const API = '/api/v2/auth';
const page = document.querySelector('main').dataset.page;
const presented = decodeURIComponent(location.hash.slice(1));
const isCode = /^[A-Za-z\s-]{12,20}$/.test(presented);
const form = (id) => document.getElementById(id);

const OTHER = document.querySelector('footer a');
OTHER.hash = location.hash;
// Whoever comes to the English page with a German browser reads German; the link back is a choice, which stays.
OTHER.addEventListener('click', () => sessionStorage.setItem('language', OTHER.hreflang));
const wanted = sessionStorage.getItem('language') ?? (navigator.language.startsWith('de') ? 'de' : 'en');
if (OTHER.hreflang === wanted) location.replace(OTHER.href);

const FORMS = {
	registration: () => {
		form('code-field').hidden = presented !== '' && !isCode;
		form('code').required = presented === '' || isCode;
		form('code').value = isCode ? presented : '';
		return 'set';
	},
	'password-reset': () => (presented === '' ? 'request' : 'set'),
};
form(FORMS[page]()).hidden = false;

form('show').addEventListener('change', ({ target }) => {
	form('password').type = target.checked ? 'text' : 'password';
});

const PATHS = { registration: '/registration', 'password-reset': '/password-reset/confirmation' };
whenSent('set', async () => {
	const token = form('code')?.value || presented;
	const outcome = await send(PATHS[page], { token, password: form('password').value });
	if (outcome === 'done') history.replaceState(null, '', location.pathname);
	if (outcome === 'link_not_valid' && page === 'password-reset') form('request').hidden = false;
	if (outcome === 'link_not_valid' && page === 'registration')
		form('renew').hidden = presented === '' || isCode;
	form('set').hidden = outcome === 'done' || (outcome === 'link_not_valid' && presented !== '' && !isCode);
	return outcome;
});

whenSent('request', async () => {
	const outcome = await send('/password-reset', { email: form('email').value });
	form('request').hidden = outcome === 'done';
	return outcome === 'done' ? 'requested' : outcome;
});

whenSent('renew', async () => {
	const outcome = await send('/registration/renewal', { token: presented });
	form('renew').hidden = outcome === 'done';
	return outcome === 'done' ? 'renewed' : outcome;
});

/** Says what comes of a form once it is sent. Meanwhile it cannot be sent again. */
function whenSent(id, work) {
	form(id)?.addEventListener('submit', async (event) => {
		event.preventDefault();
		const button = event.target.querySelector('button');
		button.disabled = true;
		say('working');
		say(await work().catch(() => 'failed'));
		button.disabled = false;
	});
}

/** Returns the name of the outcome. The session that a registration opens is closed: nobody is signed in on a page like this. */
async function send(path, body, headers = {}) {
	const response = await fetch(API + path, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
	const answer = await response.json();
	if (answer.idToken)
		await send('/logout', {}, { Authorization: `Bearer ${answer.idToken}` }).catch(() => {});
	return response.ok ? 'done' : (answer.errors?.[0]?.code ?? answer.code);
}

/** Shows the sentence for an outcome, or that it failed when there is none. */
function say(outcome) {
	const sentences = [...document.querySelectorAll('[data-outcome]')];
	const said =
		sentences.find((one) => one.dataset.outcome === outcome) ??
		sentences.find((one) => one.dataset.outcome === 'failed');
	for (const one of sentences) one.hidden = one !== said;
}
