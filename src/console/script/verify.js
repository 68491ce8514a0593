// Keyboard shortcuts for verifiers, and buttons that turn and enlarge a picture. Without this script, links, buttons and the browser's
// own zoom do the same.

const OFF = 'verify-keys-off';
/** The number of sizes and of turns. */
const STEPS = { larger: 3, turn: 4 };

for (const part of document.querySelectorAll('[data-scripted]')) part.hidden = false;

for (const button of document.querySelectorAll('[data-look]')) {
	const { look } = button.dataset;
	const picture = button.closest('figure').querySelector('img');
	button.addEventListener('click', () => {
		picture.dataset[look] = (Number(picture.dataset[look] ?? 0) + 1) % STEPS[look];
		const sheet = picture.parentElement;
		const spare = (size) => (sheet[`scroll${size}`] - sheet[`client${size}`]) / 2;
		sheet.scrollTo(spare('Width'), spare('Height'));
	});
}

// The button names the amount that it would approve. It names none that the service would refuse or read in another way.
for (const label of document.querySelectorAll('[data-naming]')) {
	const { naming, currency, most } = label.dataset;
	const plain = label.textContent;
	const field = label.closest('form').elements.namedItem('amount');
	const { format } = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency });
	const name = () => {
		const typed = /^\d{1,7}([.,]\d{1,2})?$/.exec(field.value.trim())?.[0] ?? '';
		const value = Number(typed.replace(',', '.'));
		const isPossible = value > 0 && value <= most / 100;
		label.textContent = isPossible ? naming.replace('{}', () => format(value)) : plain;
	};
	field.addEventListener('input', name);
	// Browsers fill in fields again when somebody comes back to a page.
	addEventListener('pageshow', name);
	name();
}

for (const { dataset } of document.querySelectorAll('[data-ahead]'))
	fetch(dataset.ahead, { priority: 'low' });

const tick = document.querySelector('[data-keys]');
if (tick !== null) {
	tick.checked = localStorage.getItem(OFF) === null;
	const showKeys = () =>
		document.body.toggleAttribute('data-keyed', tick.checked && matchMedia('(pointer: fine)').matches);
	showKeys();
	tick.addEventListener('change', () => {
		showKeys();
		if (tick.checked) localStorage.removeItem(OFF);
		else localStorage.setItem(OFF, '');
	});
	document.addEventListener('keydown', (event) => {
		const { target, key } = event;
		if (target.matches('input:not([type=checkbox])')) return pressedInField(target, key);
		if (!tick.checked || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
		const part = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
		if (part === null) return;
		event.preventDefault();
		const first = firstBefore(part);
		if (part.matches('input:not([type=checkbox])')) part.select();
		else if (first === undefined) part.click();
		else first.focus();
	});
}

/** Returns what a decision by key has to focus first: the reasons if none is given, or the button itself if a check has a finding. */
function firstBefore(button) {
	const { needs } = button.dataset;
	const reasons = [...document.querySelectorAll('[name=reasons]')];
	const isGiven = reasons.some(({ checked }) => checked) || document.querySelector('#reason')?.value;
	if (needs === 'reason' && !isGiven) return reasons[0];
	return needs === 'look' && document.activeElement !== button ? button : undefined;
}

function pressedInField(field, key) {
	if (key === 'Escape') field.blur();
	if (key === 'Enter' && field.name === 'amount') document.querySelector('button[value=approve]').click();
}
