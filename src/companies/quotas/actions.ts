import type { Instant } from '../../core/instant.ts';
import { batch, type Db } from '../../db/client.ts';
import { removeOldUsage } from './store.ts';

const CLEAR_LIMIT = 5000;

/** Removes what was counted for earlier months, and returns the number of rows. */
export async function clearOldUsage(db: Db, now: Instant): Promise<number> {
	for (let cleared = 0; ; ) {
		const [removed] = await batch(db, [removeOldUsage(db, now, CLEAR_LIMIT)]);
		cleared += removed.length;
		if (removed.length < CLEAR_LIMIT) return cleared;
	}
}
