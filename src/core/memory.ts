import type { Instant } from './instant.ts';
import { Ongoing } from './ongoing.ts';
import { Refusal } from './refusals.ts';

/** The bytes that one process may hold of bodies and files. It has 128 MB, and copies of them need the rest. */
export const MAX_HELD_BYTES = 40 * 1024 * 1024;
/** A body that is parsed counts so many times, because its parts are copies. `npm run bench -- uploads` measures them. */
export const PARSED = 2;
export const FORGOTTEN_AFTER_MS = 10 * 60_000;
const RETRY_SECONDS = 2;

/** Stands for everybody who has not proved who they are. */
export const STRANGERS = '';

/** Strangers have an eighth together. One person has at most three quarters, which the largest form needs. */
export const maxHeldBy = (owner: string): number => MAX_HELD_BYTES * (owner === STRANGERS ? 1 / 8 : 3 / 4);

const held = new Ongoing({ max: MAX_HELD_BYTES, maxOf: maxHeldBy, forgottenAfterMs: FORGOTTEN_AFTER_MS });

/** Notes bytes that have arrived. Refuses them while too many are held. */
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
