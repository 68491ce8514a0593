import type { Instant } from '../core/instant.ts';
import { Refusal } from '../core/refusals.ts';

/** Most whole lists that one user takes at once from this process. */
const MAX_AT_ONCE = 4;
/** A stream that never told its end does not count for longer. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const RETRY_SECONDS = 10;

/** The streams of each user that have not ended. */
const open = new Map<string, Set<{ began: Instant }>>();

/** Counts a stream of the user until the returned function is called. Refuses one too many. */
export function beginStream(userId: string, now: Instant): () => void {
	const streams = open.get(userId) ?? new Set();
	for (const one of streams) if (one.began <= now - FORGOTTEN_AFTER_MS) streams.delete(one);
	if (streams.size >= MAX_AT_ONCE) {
		throw new Refusal(
			'too_many_requests',
			`You take ${MAX_AT_ONCE} whole lists or exports already. Let one end first; a list can be taken in pages, with limit.`,
			{ retryAfter: RETRY_SECONDS },
		);
	}
	const stream = { began: now };
	open.set(userId, streams.add(stream));
	return () => {
		streams.delete(stream);
		if (streams.size === 0 && open.get(userId) === streams) open.delete(userId);
	};
}

/**
 * Sends chunks as the client takes them, so that memory stays flat. The first one is made before the status
 * is sent, so that a failing database still gives an error response. `end` is called however the stream ends.
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
