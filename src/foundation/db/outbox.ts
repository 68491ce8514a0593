import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { inSteps, type MayGoOn } from './steps.ts';

/** How waiting records are sent, such as mails and deliveries of webhooks. */
export interface Outbox<T, E> {
	/** The most records of a step. A step takes two round trips: one to claim them, and one to save how it ended. */
	stepSize: number;
	/** How many connections are open at once. */
	connections: number;
	/** Begins an attempt at up to `size` due records. No other attempt at them begins until its lease ends. */
	claim(attempt: string, size: number): Promise<readonly T[]>;
	/** Makes the attempt at one record. Never throws, because one record must not stop the others. */
	deliver(one: T): Promise<E>;
	/** Stores how the attempt ended, and asks for another run at the time of the next one. `first` is one of the records. */
	save(attempt: string, endings: readonly E[], first: T): Promise<void>;
}

/** Sends what is due, and returns the number of claimed records. Another run continues where this one has to stop. */
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

/** Does the work of all items, on so many at once. The results are in the order of the items. */
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
