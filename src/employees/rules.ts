import { invalidField } from '../core/domain-error.ts';
import type { Employment } from '../core/employment.ts';

/** Refuses an end of a pause without a start before it (design: the end is the return, so it lies after the start). */
export function requirePauseInOrder({ datePausedStart, datePausedEnd }: Employment): void {
	if (datePausedEnd === null) return;
	if (datePausedStart === null) {
		throw invalidField('datePausedEnd', 'required', 'datePausedEnd needs a datePausedStart before it.');
	}
	if (datePausedEnd <= datePausedStart) {
		throw invalidField(
			'datePausedEnd',
			'end_not_after_start',
			'datePausedEnd must lie after datePausedStart.',
		);
	}
}
