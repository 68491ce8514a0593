import { blocksOf } from '../foundation/core/upload.ts';

/**
 * Returns a form without the middle of its body, where a file lies that is too large. The fields before and after it remain, each within
 * `keptBytes`. The whole body is read, because a browser shows no answer that comes in the middle of it.
 */
export async function withoutMiddle(request: Request, keptBytes: number): Promise<Request> {
	const [, boundary = ''] = /boundary="?([^";]+)/i.exec(request.headers.get('Content-Type') ?? '') ?? [];
	let head = Buffer.alloc(0);
	const tail: Uint8Array[] = [];
	let tailBytes = 0;
	for await (const chunk of blocksOf(request.body ?? new Blob().stream())) {
		if (head.length < keptBytes) head = Buffer.concat([head, chunk]);
		else tailBytes += tail.push(chunk) && chunk.length;
		while (tailBytes - (tail[0]?.length ?? 0) >= keptBytes) tailBytes -= tail.shift()?.length ?? 0;
	}
	const end = Buffer.concat(tail);
	const next = end.indexOf(`\r\n--${boundary}`);
	return new Request(request, { body: Buffer.concat([head, end.subarray(Math.max(next, 0))]) });
}
