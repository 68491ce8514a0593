import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import { realTime } from '../core/instant.ts';
import { type Count, holding, PARSED, STRANGERS } from '../core/memory.ts';
import { Refusal } from '../core/refusals.ts';
import { blocksOf, heldUpload, incompleteBody, joined, openUpload } from '../core/upload.ts';
import type { AppEnv } from './env.ts';
import { isOperation } from './router.ts';

const MAX_JSON_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** JSON types with a meaning of their own (RFC 6839), which are not accepted as plain JSON. */
const OTHER_JSON = /^application\/[^;]+\+json\s*(;|$)/i;

/** For paths whose bodies are files. Only their size is checked. */
export const NO_JSON = /(?!)/;

/** Allows the operations of a path a larger body, and JSON under another type. */
export const allowBody = (maxBytes: number, jsonType = JSON_TYPE) =>
	createMiddleware<AppEnv>((c, next) => {
		c.set('maxBodyBytes', maxBytes);
		c.set('jsonType', jsonType);
		return next();
	});

/** Allows the operations of a path a file, passed on as it arrives. Held in memory if its length is unknown or `isRead` is true. */
export const acceptFile = (maxBytes: number, isRead: (head: Uint8Array) => boolean) =>
	createMiddleware<AppEnv>(async (c, next) => {
		if (c.req.method !== 'POST') return next();
		const announced = c.req.header('Content-Length');
		if (announced === undefined) {
			return holdingFor(c, async (count) => {
				c.set('upload', heldUpload(await readChunks(c.req.raw, maxBytes, count)));
				await next();
			});
		}
		const size = Number(announced);
		if (!(size <= maxBytes)) throw tooLarge(maxBytes);
		const upload = await openUpload(c.req.raw.body ?? new Blob().stream(), size);
		c.set('upload', upload);
		if (!isRead(upload.head)) return next();
		return holdingFor(c, async (count) => {
			await upload.hold(count);
			await next();
		});
	});

/** Like `acceptFile`, except for declared JSON. The content of a file decides, so its type becomes one that the validator accepts. */
export function acceptFileOrJson(
	...[maxBytes, isRead, fileType]: [...Parameters<typeof acceptFile>, string]
) {
	const accept = acceptFile(maxBytes, isRead);
	return createMiddleware<AppEnv>((c, next) => {
		const type = c.req.header('Content-Type') ?? '';
		if (JSON_TYPE.test(type) || OTHER_JSON.test(type)) return next();
		c.req.raw = withType(c.req.raw, fileType);
		return accept(c, next);
	});
}

/**
 * Refuses a body that is too large. For operations, it also refuses a PUT without a body, other kinds of JSON, and JSON that is not UTF-8.
 * Decoding that would store U+FFFD.
 */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
	if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.get('upload') !== undefined) return next();
	const maxBytes = c.get('maxBodyBytes') ?? MAX_JSON_BYTES;
	if (maxBytes <= MAX_JSON_BYTES) return passBody(c, maxBytes, () => undefined, next);
	return holdingFor(c, (count) => passBody(c, maxBytes, (bytes) => count(PARSED * bytes), next));
});

/** Runs work that holds bytes of a request in memory. They count for the caller. */
export function holdingFor<T>(c: Context<AppEnv>, work: (count: Count) => Promise<T>): Promise<T> {
	const { db = {}, actor } = c.get('call') ?? {};
	return holding(realTime(db, c.var.now), actor?.userId ?? STRANGERS, work);
}

async function passBody(c: Context<AppEnv>, maxBytes: number, count: Count, next: Next): Promise<void> {
	const refusal = await takeBody(c, maxBytes, count);
	if (refusal !== null && isOperation(c)) throw refusal;
	await next();
}

async function takeBody(c: Context<AppEnv>, maxBytes: number, count: Count): Promise<Refusal | null> {
	const bytes = await readBody(c, maxBytes, count);
	if (bytes.length === 0) c.req.raw = withoutBody(c.req.raw);
	else if (BLANK.test(c.req.header('Content-Type') ?? '')) c.req.raw = withPlainType(c.req.raw, bytes);
	if (c.get('jsonType') === NO_JSON) return null;
	const type = c.req.header('Content-Type') ?? '';
	const isJson = (c.get('jsonType') ?? JSON_TYPE).test(type);
	const text = isJson ? decoded(bytes) : undefined;
	// This stores the text for Hono, which would otherwise convert the bytes again. Its types do not show that it stores promises.
	if (typeof text === 'string') c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
	return refusalOf(c.req.method, type, bytes, text);
}

/** `text` is null for JSON that is not UTF-8, and undefined for other types. */
function refusalOf(
	method: string,
	type: string,
	bytes: Uint8Array,
	text: string | null | undefined,
): Refusal | null {
	if (bytes.length === 0)
		return method === 'PUT' ? malformed('The body is missing. It must be a JSON object.') : null;
	if (text === undefined) return OTHER_JSON.test(type) ? notJson() : null;
	return text === null ? malformed('The body is not UTF-8.') : null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decoded(bytes: Uint8Array): string | null {
	try {
		return utf8.decode(bytes);
	} catch {
		return null;
	}
}

const malformed = (detail: string): Refusal => new Refusal('malformed_json', detail);

export const notJson = (): Refusal => new Refusal('unsupported_media_type', 'Send JSON as application/json.');

/** Reads a body of at most `maxBytes`, and leaves it readable for others. Small bodies are not counted in the memory limit. */
async function readBody(
	c: Context<AppEnv>,
	maxBytes: number,
	count: Count,
): Promise<Uint8Array<ArrayBuffer>> {
	const length = Number(c.req.header('Content-Length') ?? Number.POSITIVE_INFINITY);
	if (length <= Math.min(maxBytes, MAX_JSON_BYTES)) {
		return new Uint8Array(await c.req.arrayBuffer().catch(breakOff));
	}
	const bytes = await readChunks(c.req.raw, maxBytes, count);
	c.req.bodyCache.arrayBuffer = Promise.resolve(bytes.buffer) as unknown as ArrayBuffer;
	return bytes;
}

function breakOff(): never {
	throw incompleteBody();
}

/**
 * Reads a body that may be refused. After a refusal, it reads and drops the rest, because a response in the middle of a body breaks the
 * connection. Hono's `bodyLimit` does not do this for chunked bodies.
 */
async function readChunks(
	{ body }: Request,
	maxBytes: number,
	count: Count,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let size = 0;
	const keep = (chunk: Uint8Array<ArrayBuffer>) => {
		size += chunk.byteLength;
		if (size > maxBytes) throw tooLarge(maxBytes);
		count(chunk.byteLength);
		chunks.push(chunk);
	};
	let refusal: unknown;
	try {
		for await (const chunk of blocksOf(body ?? new Blob().stream())) {
			if (refusal !== undefined) continue;
			try {
				keep(chunk);
			} catch (error) {
				refusal = error;
				chunks.length = 0;
			}
		}
	} catch {
		breakOff();
	}
	if (refusal !== undefined) throw refusal;
	return joined(chunks, size);
}

const tooLarge = (maxBytes: number): Refusal =>
	new Refusal('body_too_large', `The body may have at most ${maxBytes / 1024} KiB.`);

/** RFC 9110, section 8.3.1, allows blanks before a semicolon, which the validator does not accept. */
const BLANK = /^[^;]*[ \t];/;

const withPlainType = (request: Request, body: Uint8Array<ArrayBuffer>): Request =>
	withType(request, (request.headers.get('Content-Type') ?? '').replace(/[ \t]+;/, ';'), body);

function withType(request: Request, type: string, body?: Uint8Array<ArrayBuffer>): Request {
	const headers = new Headers(request.headers);
	headers.set('Content-Type', type);
	return new Request(request, { headers, ...(body && { body }) });
}

/** Removes the JSON type from a request without a body, because many clients always send it. */
function withoutBody({ url, method, headers }: Request): Request {
	const kept = new Headers(headers);
	kept.delete('Content-Type');
	return new Request(url, { method, headers: kept });
}

/**
 * Reads the rest of a refused request, for the reason in `readChunks`. It also ends the body of a response to HEAD. Hono drops that body,
 * and its stream would never end.
 */
export const discardUnread = createMiddleware<AppEnv>(async (c, next) => {
	await next();
	if (c.req.method === 'HEAD') await c.res.body?.cancel();
	const { body } = c.req.raw;
	// A client that disconnects does not wait for the response either.
	if (body !== null && !body.locked) await body.pipeTo(new WritableStream()).catch(() => undefined);
});
