import fc from 'fast-check';
import { vi } from 'vitest';
import { asked } from '../random/asked.ts';
import { expectExplained } from './explained.ts';
import type { Operations, Stage } from './stage.ts';

const { runs, seed = 1, path } = asked;

/** Bounds a test, also when it has to shrink. */
export const TIMEOUT_MS = 120_000 + (runs ?? 0) * 5000;

/** Later writes than this are few. */
const MAX_LOST = 7;

/** Two or three operations of the stage at once, after some history, and which answer to a write is lost, if any. */
export const racing = <W>(stage: Stage<W>) => {
	const several = (subject: Operations<W>) =>
		fc.array(fc.constantFrom(...Object.keys(subject)), { minLength: 2, maxLength: 3 });
	return fc.asyncProperty(
		fc.constantFrom(...stage.histories),
		fc.oneof(...stage.subjects.map(several)),
		fc.option(fc.nat(MAX_LOST), { freq: 2 }),
		fc.scheduler(),
		(history, names, lost, scheduler) => expectExplained(stage, history, names, lost, scheduler),
	);
};

/**
 * Lets operations of the stage race so many times: the same way every time, unless a run is asked for. Without random
 * delays retries come at once; the order does not depend on them.
 */
export async function race<W>(stage: Stage<W>, usualRuns: number): Promise<void> {
	const random = vi.spyOn(Math, 'random').mockReturnValue(0);
	const given = { numRuns: runs ?? usualRuns, seed, ...(path !== undefined && { path }) };
	await fc.assert(racing(stage), given).finally(() => random.mockRestore());
}
