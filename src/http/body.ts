import { createMiddleware } from 'hono/factory';
import { DomainError } from '../core/domain-error.ts';
import type { AppEnv } from './env.ts';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Refuses a body over 64 KiB. The rest of it is still read, and dropped: answering in the middle of a body breaks the
 * connection, which is what Hono's own `bodyLimit` does with a chunked one.
 */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
	const { body } = c.req.raw;
	if (body !== null) {
		const chunks: Uint8Array[] = [];
		let size = 0;
		for await (const chunk of body as ReadableStream<Uint8Array>) {
			size += chunk.byteLength;
			if (size <= MAX_BODY_BYTES) chunks.push(chunk);
		}
		if (size > MAX_BODY_BYTES) {
			throw new DomainError('body_too_large', `The body may have at most ${MAX_BODY_BYTES / 1024} KiB.`);
		}
		c.req.raw = new Request(c.req.raw, { body: new Blob(chunks) });
	}
	await next();
});

/** Reads what a refused request left unread, for the same reason. */
export const discardUnread = createMiddleware<AppEnv>(async (c, next) => {
	await next();
	const { body, bodyUsed } = c.req.raw;
	if (body !== null && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream());
});
