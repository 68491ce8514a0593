/** The time within which another server must send its whole response. */
export const PATIENCE_MS = 5000;

/** The limit for responses. Key sets and DNS responses are much smaller. */
const MAX_BYTES = 256 * 1024;

interface Limits {
	signal?: AbortSignal;
	maxBytes?: number;
	/** True for a caller that needs only the beginning of a response. A longer response is then cut, which is no error. */
	isCut?: boolean;
}

/** Sends a request to another server. It follows no redirect, and fails when the response is too long or too late. */
export async function fetchOutside(
	url: string | URL,
	init: RequestInit,
	{ signal = AbortSignal.timeout(PATIENCE_MS), maxBytes = MAX_BYTES, isCut = false }: Limits = {},
): Promise<Response> {
	const { body, status, headers } = await fetch(url, { ...init, redirect: 'manual', signal });
	const bytes = await readAtMost(maxBytes, isCut, body, signal);
	return new Response(bytes.length === 0 ? null : bytes, { status, headers });
}

async function readAtMost(
	maxBytes: number,
	isCut: boolean,
	body: ReadableStream<Uint8Array> | null,
	signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body ?? []) {
		signal.throwIfAborted();
		size += chunk.byteLength;
		chunks.push(chunk);
		if (size <= maxBytes) continue;
		if (!isCut) throw new Error(`A server outside answered more than ${maxBytes} bytes`);
		break;
	}
	return new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes));
}
