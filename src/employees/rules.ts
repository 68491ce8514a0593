import { invalidField } from '../core/domain-error.ts';
import type { Employment } from '../core/employment.ts';
import { alteration, type Change, type Fields, type ofEmployee } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { Period } from '../core/timeline.ts';

/** What an employee is granted, as everybody sees it. */
export interface Benefits {
	flexAccess: Period[];
	plannedVouchers: (Period & { nextDate: Instant | null })[];
	defaultAccess: Period[];
}

/** What a change of an employee is called: a termination and a pause are events of their own. */
export function changesOfEmployee(
	about: ReturnType<typeof ofEmployee>,
	before: Fields,
	after: Fields,
): Change[] {
	const { dateTerminated, datePausedStart, datePausedEnd, ...others } = after;
	const pause = datePausedStart === null ? 'employee.pause_cleared' : 'employee.paused';
	const leaving = dateTerminated === null ? 'employee.termination_cleared' : 'employee.terminated';
	return [
		...alteration('employee.updated', about, before, others),
		...alteration(pause, about, before, { datePausedStart, datePausedEnd }),
		...alteration(leaving, about, before, { dateTerminated }),
	];
}

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
