/** How long a server of somebody else may take, until the last byte of its answer. */
export const PATIENCE_MS = 5000;

/** Far more than a key set or a DNS answer takes. */
const MAX_BYTES = 256 * 1024;

/** Asks a server that is not ours: follows no redirect, and fails when the answer is too long or comes too late. */
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
