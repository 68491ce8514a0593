import { type Instant, toIso } from './instant.ts';
import { Refusal } from './refusals.ts';

/** Refuses a date before the earliest allowed one. An open end (null) is never too early. */
export function refuseBefore(field: string, at: Instant | null, earliest: Instant): void {
	if (at === null || at >= earliest) return;
	const earliestAllowed = toIso(earliest);
	throw new Refusal('date_out_of_window', `${field} must not be before ${earliestAllowed}.`, {
		field,
		earliestAllowed,
	});
}
