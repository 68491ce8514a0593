import type { Instant } from './instant.ts';
import { Ongoing } from './ongoing.ts';
import { Refusal } from './refusals.ts';

/** The most bytes of bodies and files that one process may hold. A process has 128 MB, and copies of the bytes need the rest. */
export const MAX_HELD_BYTES = 40 * 1024 * 1024;
/** A parsed body counts this many times, because its parts are copies. `npm run bench -- uploads` measures it. */
export const PARSED = 2;
const RETRY_SECONDS = 2;

/** Requests without a session have this owner in common. */
export const STRANGERS = '';

/** Callers without a session share an eighth of the memory. One user can hold three quarters: the largest form needs nearly as much. */
export const maxHeldBy = (owner: string): number => MAX_HELD_BYTES * (owner === STRANGERS ? 1 / 8 : 3 / 4);

const held = new Ongoing({ max: MAX_HELD_BYTES, maxOf: maxHeldBy });

/** Counts bytes that have arrived. Refuses them while the process holds too many. */
export type Count = (bytes: number) => void;

/** Runs work that holds bytes in memory. They count from the call of `count` to the end of the work, but not before they arrive. */
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
