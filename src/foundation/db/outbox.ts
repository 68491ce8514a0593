import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { inSteps, type MayGoOn } from './steps.ts';

/** How waiting records are sent, such as mails or webhook deliveries. */
export interface Outbox<T, E> {
	/** The most records in one step. A step takes two round trips: one claims the records, and one saves the results. */
	stepSize: number;
	connections: number;
	/** Starts an attempt at up to `size` due records. No other attempt can claim them until its lease ends. */
	claim(attempt: string, size: number): Promise<readonly T[]>;
	/** Tries to send one record. It never throws, because one record must not stop the others. */
	deliver(one: T): Promise<E>;
	/** Stores the results, and schedules another run for the time of the next attempt. `first` is one of the records. */
	save(attempt: string, endings: readonly E[], first: T): Promise<void>;
}

/** Sends the due records, and returns the number of claimed ones. The next run continues where this one must stop. */
export const sendDue = <T, E>(
	{ stepSize, connections, claim, deliver, save }: Outbox<T, E>,
	now: Instant,
	mayGoOn: MayGoOn,
): Promise<number> =>
	inSteps(mayGoOn, stepSize, async (size) => {
		const attempt = newId(now);
		const claimed = await claim(attempt, size);
		const [first] = claimed;
		if (first !== undefined) await save(attempt, await inTurns(claimed, connections, deliver), first);
		return claimed.length;
	});

/** Runs the work for all items, with `atOnce` items at the same time. The results have the order of the items. */
export async function inTurns<T, R>(
	items: readonly T[],
	atOnce: number,
	work: (item: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const rest = items.entries();
	const worker = async () => {
		for (const [index, item] of rest) results[index] = await work(item);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return results;
}
