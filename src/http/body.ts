import { isUtf8 } from 'node:buffer';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

export const MAX_JSON_BYTES = 64 * 1024;

/** Types of content that are written as JSON too (RFC 6839), but mean something of their own. */
const OTHER_JSON = /^application\/[^;]+\+json\b/i;

/**
 * Refuses a body above `maxBytes`; of requests that an operation handles, also other kinds of JSON, and JSON
 * that is not UTF-8, because decoding would put U+FFFD into stored text.
 */
export const limitBody = (maxBytes: number) =>
	createMiddleware<AppEnv>(async (c, next) => {
		if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
		const bytes = await readBody(c.req.raw, maxBytes);
		const isOperation = matchedRoutes(c).some(({ method }) => method !== 'ALL');
		const type = c.req.header('Content-Type') ?? '';
		if (isOperation && bytes.length > 0 && OTHER_JSON.test(type)) throw notJson();
		const isJson = isOperation && /^application\/json\b/i.test(type);
		if (isJson && !isUtf8(bytes)) throw new Refusal('malformed_json', 'The body is not UTF-8.');
		c.req.raw = bytes.length > 0 ? new Request(c.req.raw, { body: bytes }) : withoutBody(c.req.raw);
		await next();
	});

export const notJson = (): Refusal =>
	new Refusal('unsupported_media_type', 'Send the body as application/json.');

/**
 * Reads a body of at most `maxBytes`. The rest of a larger one is read and dropped: a response in the middle
 * of a body breaks the connection, as Hono's own `bodyLimit` does with a chunked one.
 */
async function readBody({ body }: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let size = 0;
	try {
		for await (const chunk of (body ?? []) as ReadableStream<Uint8Array<ArrayBuffer>>) {
			size += chunk.byteLength;
			if (size <= maxBytes) chunks.push(chunk);
		}
	} catch {
		throw new Refusal('incomplete_body', 'The body broke off before its end. Send the request again.');
	}
	if (size > maxBytes) {
		throw new Refusal('body_too_large', `The body may have at most ${maxBytes / 1024} KiB.`);
	}
	const bytes = new Uint8Array(size);
	let offset = 0;
	for (const chunk of chunks.splice(0)) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}

/** Many clients declare JSON on every request, yet the body of a DELETE may be missing. */
function withoutBody({ url, method, headers }: Request): Request {
	const kept = new Headers(headers);
	if (method === 'DELETE') kept.delete('Content-Type');
	return new Request(url, { method, headers: kept });
}

/** Reads what a refused request left unread, for the same reason as `readBody`. */
export const discardUnread = createMiddleware<AppEnv>(async (c, next) => {
	await next();
	const { body, bodyUsed } = c.req.raw;
	// Who breaks off in the middle of it does not wait for the response either.
	if (body !== null && !bodyUsed && !body.locked)
		await body.pipeTo(new WritableStream()).catch(() => undefined);
});
