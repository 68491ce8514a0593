// The arrow keys, Home and End move the focus through the bars of a year. Without this script, the Tab key does the same. If the year is
// wider than the screen, it shows today first.

function showToday() {
	for (const year of document.querySelectorAll('.year')) {
		const today = year.querySelector('.today')?.getBoundingClientRect();
		if (today !== undefined)
			year.scrollLeft += today.left - year.getBoundingClientRect().left - year.clientWidth / 2;
	}
}

showToday();
// A new preview brings a new picture.
document.addEventListener('renewed', showToday);

document.addEventListener('keydown', (event) => {
	const bars = [...document.querySelectorAll('.year a')];
	const place = bars.indexOf(document.activeElement);
	const [before, after] = [place - 1, place + 1];
	const next = {
		ArrowLeft: before,
		ArrowUp: before,
		ArrowRight: after,
		ArrowDown: after,
		Home: 0,
		End: bars.length - 1,
	}[event.key];
	if (next === undefined || place < 0) return;
	event.preventDefault();
	bars[next]?.focus();
});
