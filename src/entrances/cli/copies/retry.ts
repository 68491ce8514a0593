import { setTimeout as pause } from 'node:timers/promises';
import { Stop } from '../stop.ts';

/** All tries take about a minute together. */
const TRIES = 8;
const LONGEST_MS = 30_000;

/** Returns the delay in milliseconds after this many tries. */
const waitFor = (tries: number): number => Math.min(LONGEST_MS, 250 * 2 ** tries);

/** A failure that names when to try again. */
export class Later extends Error {
	readonly ms: number;

	constructor(message: string, ms: number) {
		super(message);
		this.ms = ms;
	}
}

/** Does some work again while it fails, for a minute. Then it stops with a sentence about what failed, and why. */
export async function repeated<T>(work: () => Promise<T>, failed: string, waitMs = waitFor): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await work();
		} catch (error) {
			if (error instanceof Stop) throw error;
			if (tries === TRIES)
				throw new Stop(
					`${failed}: ${reasonIn(error)}\nRun the command again later. It continues where it stopped, and a finished backup stays usable.`,
				);
			await pause((error instanceof Later && error.ms) || waitMs(tries));
		}
	}
}

function reasonIn(error: unknown): string {
	const { cause, message } = error as Error;
	return cause === undefined ? message : String(cause);
}
