import type { Instant } from './instant.ts';
import { Ongoing } from './ongoing.ts';
import { Refusal } from './refusals.ts';

/** The bytes of bodies and files that one process may hold as a whole. It has 128 MB, and copies of them need the rest. */
export const MAX_HELD_BYTES = 40 * 1024 * 1024;
export const FORGOTTEN_AFTER_MS = 2 * 60_000;
const RETRY_SECONDS = 2;

const held = new Ongoing(MAX_HELD_BYTES, FORGOTTEN_AFTER_MS);

/** Does work that holds this many bytes in memory. Refuses it while others hold too many. */
export async function holding<T>(bytes: number, now: Instant, work: () => Promise<T>): Promise<T> {
	const end = held.begin(bytes, now);
	if (end === null) {
		const detail = 'The service is busy with large files. Try the same request again.';
		throw new Refusal('unavailable', detail, { retryAfter: RETRY_SECONDS });
	}
	try {
		return await work();
	} finally {
		end();
	}
}
