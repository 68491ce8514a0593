import type { Instant } from './instant.ts';
import { Ongoing } from './ongoing.ts';
import { Refusal } from './refusals.ts';

/** The bytes of bodies and files that one process may hold as a whole. It has 128 MB, and copies of them need the rest. */
export const MAX_HELD_BYTES = 40 * 1024 * 1024;
export const FORGOTTEN_AFTER_MS = 10 * 60_000;
const RETRY_SECONDS = 2;

const held = new Ongoing(MAX_HELD_BYTES, FORGOTTEN_AFTER_MS);

/** Notes bytes that have arrived. Refuses them while others hold too many. */
export type Count = (bytes: number) => void;

/** Does work that holds bytes in memory from when it counts them until it ends. Bytes that are only announced hinder nobody. */
export async function holding<T>(now: Instant, work: (count: Count) => Promise<T>): Promise<T> {
	const begun = held.begin(now);
	const count = (bytes: number) => {
		if (begun.grow(bytes)) return;
		const detail = 'The service is busy with large files. Try the same request again.';
		throw new Refusal('unavailable', detail, { retryAfter: RETRY_SECONDS });
	};
	try {
		return await work(count);
	} finally {
		begun.end();
	}
}
