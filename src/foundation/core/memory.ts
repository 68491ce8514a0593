import type { Instant } from './instant.ts';
import { Ongoing } from './ongoing.ts';
import { Refusal } from './refusals.ts';

/** The most bytes of bodies and files that one process may hold. It has 128 MB, and copies of the bytes need the rest. */
export const MAX_HELD_BYTES = 40 * 1024 * 1024;
/** How many times a parsed body counts, because its parts are copies. `npm run bench -- uploads` measures them. */
export const PARSED = 2;
const RETRY_SECONDS = 2;

/** The owner of all requests without a session. */
export const STRANGERS = '';

/** Callers without a session share an eighth. One person may hold three quarters, because the largest form needs nearly that much. */
export const maxHeldBy = (owner: string): number => MAX_HELD_BYTES * (owner === STRANGERS ? 1 / 8 : 3 / 4);

const held = new Ongoing({ max: MAX_HELD_BYTES, maxOf: maxHeldBy });

/** Counts bytes that have arrived. Refuses them while too many are held. */
export type Count = (bytes: number) => void;

/** Does work that holds bytes in memory from when it counts them until it ends. Bytes that are only announced hinder nobody. */
export async function holding<T>(
	now: Instant,
	owner: string,
	work: (count: Count) => Promise<T>,
): Promise<T> {
	const begun = held.begin(now, owner);
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
