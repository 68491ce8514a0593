/** What the bare route answers to a body, and the seconds it took. */
export async function timed<T>(
	url: URL,
	path: string,
	body: object,
): Promise<{ answer: T; seconds: number }> {
	const started = performance.now();
	const response = await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body) });
	const text = await response.text();
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
	return { answer: JSON.parse(text), seconds: (performance.now() - started) / 1000 };
}
