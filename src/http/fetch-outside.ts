/** The time that another server has for its whole response. */
export const PATIENCE_MS = 5000;

/** Key sets and DNS responses are much smaller. */
const MAX_BYTES = 256 * 1024;

/** Sends a request to another server. It follows no redirect, and fails when the response is too long or too late. */
export async function fetchOutside(
	url: string | URL,
	init: RequestInit,
	signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Response> {
	const { body, status, headers } = await fetch(url, { ...init, redirect: 'manual', signal });
	const bytes = await readAtMost(MAX_BYTES, body, signal);
	return new Response(bytes.length === 0 ? null : bytes, { status, headers });
}

async function readAtMost(
	maxBytes: number,
	body: ReadableStream<Uint8Array> | null,
	signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body ?? []) {
		signal.throwIfAborted();
		size += chunk.byteLength;
		if (size > maxBytes) throw new Error(`A server outside answered more than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return new Uint8Array(Buffer.concat(chunks));
}
