import { v7 } from 'uuid';
import type { Instant } from './instant.ts';

let sequence = 0;

/** A UUIDv7 of the given millisecond. Ids of one millisecond sort in the order in which they were made. */
export function newId(now: Instant): string {
	sequence = (sequence + 1) >>> 0;
	return v7({ msecs: now, seq: sequence });
}
