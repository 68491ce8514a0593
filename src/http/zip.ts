import { makeZip } from 'client-zip';
import type { Context, TypedResponse } from 'hono';
import type { AppEnv } from './env.ts';
import { answerFile } from './file.ts';
import { beginStream, streamOf } from './stream.ts';

const CHUNK_BYTES = 65_536;

/** A file of an archive. Its content is taken when its turn comes, piece by piece. */
export interface ArchiveEntry {
	name: string;
	content: AsyncIterable<string | Uint8Array> | string;
}

/** Answers an archive that is made while the client takes it, so that memory stays flat. */
export async function answerZip(
	c: Context<AppEnv>,
	name: string,
	entries: AsyncIterable<ArchiveEntry>,
): Promise<Response & TypedResponse<string, 200, string>> {
	const end = beginStream(c.var.call.actor.userId, c.var.now);
	const archive = makeZip(filesOf(entries, new Date(c.var.now)), { buffersAreUTF8: true });
	return answerFile(c, name, 'application/zip', await streamOf(chunksOf(archive), end));
}

async function* filesOf(entries: AsyncIterable<ArchiveEntry>, lastModified: Date) {
	for await (const { name, content } of entries) yield { name, lastModified, input: content };
}

/** Gathers the archive's many small pieces, so that what fails at first still gives an error response. */
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
