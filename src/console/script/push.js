// Asks the browser for a subscription to push messages, and sends its address with the form of the page.

const hint = document.querySelector('[data-push]');
const part = hint.nextElementSibling;
const form = part.querySelector('form');
const refused = part.querySelector('[role=alert]');
/** The worker only shows messages. It controls no page besides this one. */
const scope = location.pathname;

if ('PushManager' in window && 'serviceWorker' in navigator) {
	hint.hidden = true;
	part.hidden = false;
}

form.addEventListener('submit', async (event) => {
	const { endpoint, p256dh, auth } = form.elements;
	if (endpoint.value !== '') return;
	event.preventDefault();
	refused.hidden = true;
	try {
		const registration = await navigator.serviceWorker.register(addressOf(hint.dataset.worker), { scope });
		await activeOf(registration);
		// A subscription with another key of this service is of no use any more.
		await (await registration.pushManager.getSubscription())?.unsubscribe();
		const subscription = await registration.pushManager.subscribe({
			userVisibleOnly: true,
			applicationServerKey: hint.dataset.push,
		});
		const { keys } = subscription.toJSON();
		[endpoint.value, p256dh.value, auth.value] = [subscription.endpoint, keys.p256dh, keys.auth];
		form.requestSubmit();
	} catch {
		refused.hidden = false;
	}
});

/** Returns the address of the worker in the type that the content policy demands. */
function addressOf(path) {
	const policy = globalThis.trustedTypes?.createPolicy(`push-${Date.now()}`, {
		createScriptURL: (url) => url,
	});
	return policy?.createScriptURL(path) ?? path;
}

/** Waits until the worker runs, because a subscription needs it. */
async function activeOf({ installing, waiting, active }) {
	const worker = installing ?? waiting ?? active;
	while (worker.state !== 'activated') {
		if (worker.state === 'redundant') throw new Error('The worker cannot run');
		await new Promise((changed) => worker.addEventListener('statechange', changed, { once: true }));
	}
}
