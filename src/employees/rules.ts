import type { Actor } from '../core/actor.ts';
import type { Employment } from '../core/employment.ts';
import { type About, alteration, type Change, type Fields } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import { invalidField, Refusal } from '../core/refusals.ts';
import type { Period } from '../core/timeline.ts';

/** The benefits of an employee, as readers see them. */
export interface Benefits {
	flexAccess: Period[];
	plannedVouchers: (Period & { nextDate: Instant | null })[];
	defaultAccess: Period[];
}

/** The events of a changed employee. A termination and a pause have events of their own. */
export function changesOfEmployee(about: About, before: Fields, after: Fields): Change[] {
	const { dateTerminated, datePausedStart, datePausedEnd, ...others } = after;
	const pause = datePausedStart === null ? 'employee.pause_cleared' : 'employee.paused';
	const leaving = dateTerminated === null ? 'employee.termination_cleared' : 'employee.terminated';
	return [
		...alteration('employee.updated', about, before, others),
		...alteration(pause, about, before, { datePausedStart, datePausedEnd }),
		...alteration(leaving, about, before, { dateTerminated }),
	];
}

interface Beneficiary {
	userId: string;
	/** The setting of the employee's company. */
	ownBenefitsAllowed: boolean;
}

/** Refuses to set benefits of oneself, whatever the role, unless the company allows it. */
export function refuseOwnBenefits({ userId }: Actor, employee: Beneficiary): void {
	if (employee.userId !== userId || employee.ownBenefitsAllowed) return;
	throw new Refusal(
		'forbidden',
		'You may not set access, budgets, pause or termination of your own. Your company does not allow it.',
	);
}

/** Refuses a pause that has an end but no start, or does not end after its start. */
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

/** Refuses to fill in a record whose personal values were erased. */
export function refuseErased({ dateErased }: { dateErased: Instant | null }): void {
	if (dateErased !== null) throw employeeErased();
}

export const employeeErased = (): Refusal =>
	new Refusal('employee_erased', 'The personal values of this employee were erased. Create a new employee.');
