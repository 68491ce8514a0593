// Says that work goes on while the answer to a form takes long, and prevents that it is sent twice. Without this script, the browser
// shows that the page loads.

for (const form of document.querySelectorAll('form:has([data-working])')) {
	const status = form.querySelector('.working');
	const buttons = [...form.querySelectorAll('button')];
	form.addEventListener('submit', ({ submitter }) => {
		const sentence = submitter?.dataset.working;
		if (sentence === undefined) return;
		status.textContent = sentence;
		// A button that is disabled at once would not be sent.
		setTimeout(() => setDisabled(true));
	});
	// A reader who comes back to this page may send it again.
	addEventListener('pageshow', ({ persisted }) => {
		if (!persisted) return;
		status.textContent = '';
		setDisabled(false);
	});

	function setDisabled(isDisabled) {
		for (const button of buttons) button.disabled = isDisabled;
	}
}
