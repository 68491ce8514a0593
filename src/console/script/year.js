// Moves through the bars of a year with the arrow keys. Without it the tabulator does the same.
// Where the year is wider than the screen, it shows today first.

function showToday() {
	for (const year of document.querySelectorAll('.year')) {
		const today = year.querySelector('.today')?.getBoundingClientRect();
		if (today !== undefined)
			year.scrollLeft += today.left - year.getBoundingClientRect().left - year.clientWidth / 2;
	}
}

showToday();
// A preview that was asked for anew brings a new picture.
document.addEventListener('renewed', showToday);

document.addEventListener('keydown', (event) => {
	const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
	const bars = [...document.querySelectorAll('.year a')];
	const place = bars.indexOf(document.activeElement);
	if (step === undefined || place < 0) return;
	event.preventDefault();
	bars[place + step]?.focus();
});
