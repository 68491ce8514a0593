import { v7 } from 'uuid';
import type { Instant } from './instant.ts';

let sequence = 0;

/** The number of last digits that an id shares with its company. */
const HINT_DIGITS = 6;

/** Returns a new id that ends like the id of its company. The database of a record can then be found by its id. */
export const newIdIn = (companyId: string, now: Instant): string =>
	newId(now).slice(0, -HINT_DIGITS) + companyId.slice(-HINT_DIGITS);

/** Returns a UUIDv7 of the given millisecond. Ids of one millisecond sort in the order of their creation. */
export function newId(now: Instant): string {
	sequence = (sequence + 1) >>> 0;
	return v7({ msecs: now, seq: sequence });
}
