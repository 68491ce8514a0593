import { v7 } from 'uuid';
import type { Instant } from './instant.ts';

let sequence = 0;

/** The last digits of an id by which its company is found. */
const HINT_DIGITS = 6;

/** A new id that ends like the id of its company, so that its database is found by the id alone. */
export const newIdIn = (companyId: string, now: Instant): string =>
	newId(now).slice(0, -HINT_DIGITS) + companyId.slice(-HINT_DIGITS);

/** A UUIDv7 of the given millisecond. Ids of one millisecond sort in the order in which they were made. */
export function newId(now: Instant): string {
	sequence = (sequence + 1) >>> 0;
	return v7({ msecs: now, seq: sequence });
}
