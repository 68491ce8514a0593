import type { Count } from './memory.ts';
import { FORGOTTEN_AFTER_MS } from './ongoing.ts';
import { Refusal } from './refusals.ts';

/** A file that is passed on as it arrives. Only `hold` keeps it in memory as a whole. */
export interface Upload {
	head: Uint8Array;
	/** The announced number of bytes. */
	size: number;
	/** Passes the file to the function that stores it: only once, unless the file is held. Returns its SHA-256 in hexadecimal digits. */
	passTo(store: (file: ReadableStream<Uint8Array>) => Promise<unknown>): Promise<string>;
	/** Reads the file into memory. `count` gets the size of each piece. */
	hold(count?: Count): Promise<Uint8Array>;
}

/** The number of bytes that is enough to detect the type of a file. */
const HEAD_BYTES = 64;
const PIECE_BYTES = 64 * 1024;

export const incompleteBody = (): Refusal =>
	new Refusal('incomplete_body', 'The body is incomplete. Send the request again.');

export async function openUpload(body: ReadableStream<Uint8Array>, size: number): Promise<Upload> {
	const begun: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of chunksOf(body, () => length >= HEAD_BYTES)) {
		begun.push(chunk.slice());
		length += chunk.length;
	}
	async function* whole(): AsyncGenerator<Uint8Array> {
		yield* begun.splice(0);
		yield* chunksOf(body);
	}
	const head = headOf(Buffer.concat(begun));
	let held: Upload | undefined;
	const hold = async (count?: Count) => {
		held ??= heldUpload(await collect(whole(), size, count));
		return held.hold();
	};
	return { head, size, hold, passTo: (store) => held?.passTo(store) ?? passOn(whole(), size, store) };
}

export function heldUpload(file: Uint8Array): Upload {
	async function* whole(): AsyncGenerator<Uint8Array> {
		yield file;
	}
	return {
		head: headOf(file),
		size: file.length,
		hold: async () => file,
		passTo: (store) => passOn(whole(), file.length, store),
	};
}

const headOf = (file: Uint8Array): Uint8Array => new Uint8Array(file.subarray(0, HEAD_BYTES));

/** Collects pieces as they arrive, so that only bytes that have arrived take memory. */
async function collect(
	pieces: AsyncIterable<Uint8Array>,
	size: number,
	count: Count = () => undefined,
): Promise<Uint8Array> {
	const kept: Uint8Array[] = [];
	let length = 0;
	for await (const block of blocksOf(pieces)) {
		length += block.length;
		if (length > size) throw incompleteBody();
		count(block.length);
		kept.push(block);
	}
	if (length !== size) throw incompleteBody();
	return joined(kept, size);
}

export function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(size);
	let offset = 0;
	for (const piece of pieces) {
		whole.set(piece, offset);
		offset += piece.length;
	}
	return whole;
}

/** The interval at which the progress of a held body is checked. The body is refused if nothing has arrived between two checks. */
export const STANDSTILL_MS = 30_000;

/** Joins the pieces of a body that will be held, because a piece of one byte takes more than a hundred bytes of memory. */
export async function* blocksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
	let [block, length] = [new Uint8Array(PIECE_BYTES), 0];
	for await (const piece of inTime(pieces)) {
		for (let read = 0; read < piece.length; ) {
			const part = piece.subarray(read, read + PIECE_BYTES - length);
			block.set(part, length);
			read += part.length;
			length += part.length;
			if (length < PIECE_BYTES) continue;
			yield block;
			[block, length] = [new Uint8Array(PIECE_BYTES), 0];
		}
	}
	yield block.subarray(0, length);
}

/** Passes the pieces on. Refuses a body that stands still, or that takes so long that its bytes would no longer be counted. */
async function* inTime<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
	let [isMoving, isReading, periods] = [true, false, 0];
	let breakOff: (error: Refusal) => void;
	const timer = setInterval(() => {
		if (!isMoving || ++periods * STANDSTILL_MS >= FORGOTTEN_AFTER_MS) breakOff(incompleteBody());
		isMoving = false;
	}, STANDSTILL_MS);
	const iterator = pieces[Symbol.asyncIterator]();
	try {
		for (;;) {
			isReading = true;
			const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
				breakOff = reject;
				iterator.next().then(resolve, reject);
			});
			if (next.done) return;
			[isReading, isMoving] = [false, true];
			yield next.value;
		}
	} finally {
		clearInterval(timer);
		// A refused body is read to its end elsewhere. While a read is pending, `return` would wait for it.
		if (!isReading) await iterator.return?.();
	}
}

/** Each piece reuses the memory of the previous one. Unread pieces stay in the body. */
async function* chunksOf(body: ReadableStream<Uint8Array>, isEnough = () => false) {
	const reader = body.getReader({ mode: 'byob' });
	try {
		for (let memory = new ArrayBuffer(PIECE_BYTES); !isEnough(); ) {
			const read = await reader.read(new Uint8Array(memory)).catch(() => Promise.reject(incompleteBody()));
			if (read.done) return;
			yield read.value;
			memory = read.value.buffer as ArrayBuffer;
		}
	} finally {
		reader.releaseLock();
	}
}

/** Waits at each piece until the store has taken it, so that memory use stays low. */
async function passOn(
	chunks: AsyncIterable<Uint8Array>,
	size: number,
	store: (file: ReadableStream<Uint8Array>) => Promise<unknown>,
): Promise<string> {
	const { readable, writable } = new FixedLengthStream(size);
	const digest = new crypto.DigestStream('SHA-256');
	const writers = [writable.getWriter(), digest.getWriter()];
	const abort = async (error: unknown) => {
		await Promise.allSettled(writers.map((writer) => writer.abort(error)));
		throw error;
	};
	const [passed, stored, hash] = await Promise.allSettled([
		writeAll(chunks, size, writers).catch(abort),
		store(readable).catch(abort),
		digest.digest,
	]);
	// When the file is incomplete, storing it fails too. The refusal is the better error.
	if (passed.status === 'rejected' && passed.reason instanceof Refusal) throw passed.reason;
	if (stored.status === 'rejected') throw stored.reason;
	if (hash.status === 'rejected') throw hash.reason;
	return Buffer.from(hash.value).toString('hex');
}

async function writeAll(
	chunks: AsyncIterable<Uint8Array>,
	size: number,
	writers: readonly WritableStreamDefaultWriter<Uint8Array>[],
): Promise<void> {
	let written = 0;
	for await (const chunk of chunks) {
		written += chunk.length;
		if (written > size) break;
		await Promise.all(writers.map((writer) => writer.write(chunk)));
	}
	if (written !== size) throw incompleteBody();
	await Promise.all(writers.map((writer) => writer.close()));
}
