import { isStale } from './commit.ts';
import { jitter } from './retry.ts';

/** Asked before each further step of a job. The entry answers by its clock and by what the platform permits a run. */
export type MayGoOn = () => boolean;

/** How often in a row a step may come too late. */
const MAX_LOST = 40;

/**
 * Repeats a step, which returns how many records it has handled, until none is left or the run may not go on; the next run
 * continues. The first step always runs, so that no job keeps another from its work. A step whose records changed since they were
 * read is stored as a whole or not at all: it is tried again with fewer.
 */
export async function inSteps(
	mayGoOn: MayGoOn,
	maxSize: number,
	step: (size: number) => Promise<number>,
): Promise<number> {
	let size = maxSize;
	for (let handled = 0, lost = 0; ; ) {
		try {
			const count = await step(size);
			if (count === 0) return handled;
			handled += count;
			lost = 0;
			size = Math.min(2 * size, maxSize);
		} catch (error) {
			if (!isStale(error)) throw error;
			if (++lost > MAX_LOST) throw error;
			await jitter(lost);
			size = Math.ceil(size / 4);
		}
		if (!mayGoOn()) return handled;
	}
}
