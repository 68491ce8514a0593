import { v7 } from 'uuid';
import type { Instant } from './instant.ts';

let sequence = 0;

/** A UUIDv7 of the given millisecond; ids made one after the other in one millisecond sort in that order. */
export function newId(now: Instant): string {
	sequence = (sequence + 1) >>> 0;
	return v7({ msecs: now, seq: sequence });
}
