import { makeZip } from 'client-zip';
import type { Context, TypedResponse } from 'hono';
import { realTime } from '../core/instant.ts';
import { Ongoing } from '../core/ongoing.ts';
import { Refusal } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import type { AppEnv } from './env.ts';

/** Responds with a file to be saved. `secured` keeps browsers from running it or guessing its type. */
export function answerFile(
	c: Context<AppEnv>,
	name: string,
	mediaType: string,
	body: ReadableStream | Uint8Array<ArrayBuffer> | string,
): Response & TypedResponse<string, 200, string> {
	const response = c.body(body, 200, {
		'Content-Type': mediaType,
		'Content-Disposition': `attachment; filename="${name}"`,
	});
	return response as unknown as Response & TypedResponse<string, 200, string>;
}

/** The number of whole lists that one user may read at the same time from this process. */
const MAX_AT_ONCE = 4;
const RETRY_SECONDS = 10;

const open = new Ongoing({ maxOf: () => MAX_AT_ONCE });

/** Counts a stream of the caller until the returned function is called. Refuses a caller with too many streams. */
export function beginStream({ db, actor, now }: Call): () => void {
	const stream = open.begin(realTime(db, now), actor.userId);
	if (stream.grow(1)) return stream.end;
	stream.end();
	throw new Refusal(
		'too_many_requests',
		`You are downloading ${MAX_AT_ONCE} whole lists or exports at once. Wait for one to end, or request pages with limit.`,
		{ retryAfter: RETRY_SECONDS },
	);
}

/**
 * Sends chunks as fast as the client takes them, so that memory use stays low. The first chunk is made before the status is sent, so that a
 * failing database still gives an error response. `end` is always called.
 */
export async function streamOf(
	chunks: AsyncGenerator<Uint8Array>,
	end: () => void = () => undefined,
): Promise<ReadableStream<Uint8Array>> {
	const nextOf = async () => {
		try {
			const next = await chunks.next();
			if (next.done) end();
			return next;
		} catch (error) {
			end();
			throw error;
		}
	};
	let next = await nextOf();
	return new ReadableStream({
		async pull(controller) {
			if (next.done) return controller.close();
			controller.enqueue(next.value);
			next = await nextOf();
		},
		cancel: end,
	});
}

const CHUNK_BYTES = 65_536;

/** A file of an archive. Its content is read in pieces when its turn comes. */
export interface ArchiveEntry {
	name: string;
	content: AsyncIterable<string | Uint8Array> | string;
}

/** Responds with an archive that is made while the client reads it, so that memory use stays low. */
export async function answerZip(
	c: Context<AppEnv>,
	name: string,
	entries: AsyncIterable<ArchiveEntry>,
): Promise<Response & TypedResponse<string, 200, string>> {
	const end = beginStream(c.var.call);
	const archive = makeZip(filesOf(entries, new Date(c.var.now)), { buffersAreUTF8: true });
	return answerFile(c, name, 'application/zip', await streamOf(chunksOf(archive), end));
}

async function* filesOf(entries: AsyncIterable<ArchiveEntry>, lastModified: Date) {
	for await (const { name, content } of entries) yield { name, lastModified, input: content };
}

/** Joins the many small pieces of the archive. An early failure then happens before the first chunk, and still gives an error response. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
	const reader = stream.getReader();
	let pieces: Uint8Array[] = [];
	let size = 0;
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		pieces.push(next.value);
		size += next.value.length;
		if (size < CHUNK_BYTES) continue;
		yield Buffer.concat(pieces);
		[pieces, size] = [[], 0];
	}
	yield Buffer.concat(pieces);
}
