import type { Instant } from '../core/instant.ts';
import type { Vault } from '../core/vault.ts';
import { isStale } from './commit.ts';
import { batch, type Db, type Statement } from './database.ts';
import { jitter } from './retry.ts';

/** Called before each further step of a job. Returns false when the time or the statements of a run are used up. */
export type MayGoOn = () => boolean;

/** Wraps `mayGoOn` to remember whether it has returned false. */
export function interruptible(mayGoOn: MayGoOn): { mayStep: MayGoOn; wasInterrupted: () => boolean } {
	let isInterrupted = false;
	const mayStep = () => {
		const may = mayGoOn();
		isInterrupted ||= !may;
		return may;
	};
	return { mayStep, wasInterrupted: () => isInterrupted };
}

/** A job for all companies of the database, or for one. It does what is due until `now`, and returns the number of handled records. */
export type CompanyJob = (
	db: Db,
	now: Instant,
	mayGoOn: MayGoOn,
	companyId?: string,
	vault?: Vault,
) => Promise<number>;

/** How many times in a row a step may find that its records have changed. */
const MAX_LOST = 40;

/**
 * Repeats a step until it handles no more records or the run must end. The next run continues. The first step always runs, so that no job
 * blocks another. If its records have changed, a step is rolled back and tried with fewer.
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

/** Repeats a batch until it returns fewer rows than `limit`. Its first statement must return the removed rows. Returns their number. */
export async function clearInSteps(
	db: Db,
	limit: number,
	removal: (limit: number) => readonly [Statement, ...Statement[]],
): Promise<number> {
	for (let cleared = 0; ; ) {
		const [removed = []] = (await batch(db, removal(limit))) as unknown[][];
		cleared += removed.length;
		if (removed.length < limit) return cleared;
	}
}
