import type { Runtime } from './runtime.ts';

/** The bare route's answer to a body, and the seconds of time and processor time. */
export async function timed<T>(
	{ url, cpuMs }: Runtime,
	path: string,
	body: object,
): Promise<{ answer: T; seconds: number; cpuSeconds: number }> {
	const [started, cpuBefore] = [performance.now(), cpuMs()];
	const response = await fetch(new URL(path, url), {
		method: 'POST',
		// A connection that workerd has closed meanwhile would break the next request.
		headers: { Connection: 'close' },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
	const seconds = (performance.now() - started) / 1000;
	return { answer: JSON.parse(text), seconds, cpuSeconds: (cpuMs() - cpuBefore) / 1000 };
}
