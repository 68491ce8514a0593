import fc from 'fast-check';
import { vi } from 'vitest';
import { LONGEST_MS } from '../../../src/foundation/cells/places.ts';
import { asked } from '../../tools/random/asked.ts';
import { expectExplained } from './explained.ts';
import { MOVE, type Operations, type Stage } from './stage.ts';

const { runs, seed = 1, path } = asked;

/** True in `npm test`. */
export const isUsual = runs === undefined;

/** Bounds a test, also when it has to shrink. */
export const TIMEOUT_MS = 120_000 + (runs ?? 0) * 5000;

/** The highest number of the write whose answer is lost. Few races have more writes. */
const MAX_LOST = 7;

/** Two or three operations of the stage at once, after some history, and which answer to a write is lost, if any. */
export const racing = <W>(stage: Stage<W>, areMoving = false) => {
	const several = (subject: Operations<W>) => {
		const names = fc.constantFrom(...Object.keys(subject));
		return areMoving
			? fc
					.tuple(fc.array(names, { minLength: 1, maxLength: 2 }), fc.nat(2))
					.map(([others, place]) => others.toSpliced(place, 0, MOVE))
			: fc.array(names, { minLength: 2, maxLength: 3 });
	};
	// The company moves from D1 or from a cell.
	const moved = areMoving ? stage.histories.map((history) => [MOVE, ...history]) : [];
	return fc.asyncProperty(
		fc.constantFrom(...stage.histories, ...moved),
		fc.oneof(...stage.subjects.map(several)),
		fc.option(fc.nat(MAX_LOST), { freq: 2 }),
		fc.scheduler(),
		(history, names, lost, scheduler) => expectExplained(stage, history, names, lost, scheduler),
	);
};

/**
 * Lets operations of the stage race so many times: the same way every time, unless a run is asked for. Without random
 * delays retries come at once; the order does not depend on them. In a long run with cells, the company moves meanwhile.
 */
export async function race<W>(
	stage: Stage<W>,
	usualRuns: number,
	areMoving = asked.cells === true,
): Promise<void> {
	if (areMoving && stage.companyOf === undefined) return;
	const random = vi.spyOn(Math, 'random').mockReturnValue(0);
	const timers = waitForCells();
	if (areMoving) vi.spyOn(console, 'log').mockImplementation(() => {});
	// `npm test` has no time for shorter examples.
	const given = {
		numRuns: runs ?? usualRuns,
		seed,
		endOnFailure: isUsual,
		...(path !== undefined && { path }),
	};
	await fc.assert(racing(stage, areMoving), given).finally(() => {
		random.mockRestore();
		timers.mockRestore();
	});
}

/** The scheduler holds calls to cells for any time, which on a busy machine is more than their callers wait. So they wait forever. */
function waitForCells() {
	const { setTimeout: start } = globalThis;
	const unlessOfCell = (run: () => void, ms?: number) => start(ms === LONGEST_MS ? () => {} : run, ms);
	return vi.spyOn(globalThis, 'setTimeout').mockImplementation(unlessOfCell as typeof setTimeout);
}
