import { createMiddleware } from 'hono/factory';
import { DomainError } from '../core/domain-error.ts';
import type { AppEnv } from './env.ts';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Refuses a body over 64 KiB. The rest of it is still read, and dropped: answering in the middle of a body breaks the
 * connection, which is what Hono's own `bodyLimit` does with a chunked one.
 */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of (c.req.raw.body ?? []) as ReadableStream<Uint8Array>) {
		size += chunk.byteLength;
		if (size <= MAX_BODY_BYTES) chunks.push(chunk);
	}
	if (size > MAX_BODY_BYTES) {
		throw new DomainError('body_too_large', `The body may have at most ${MAX_BODY_BYTES / 1024} KiB.`);
	}
	if (size > 0) {
		c.req.raw = new Request(c.req.raw, { body: new Blob(chunks) });
	} else if (c.req.method === 'DELETE') {
		c.req.raw = withoutContentType(c.req.raw);
	}
	await next();
});

/** Many clients declare a JSON body on every call; the body of a DELETE may be missing all the same. */
function withoutContentType(request: Request): Request {
	const headers = new Headers(request.headers);
	headers.delete('Content-Type');
	return new Request(request.url, { method: request.method, headers });
}

/** Reads what a refused request left unread, for the same reason. */
export const discardUnread = createMiddleware<AppEnv>(async (c, next) => {
	await next();
	const { body, bodyUsed } = c.req.raw;
	if (body !== null && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream());
});
