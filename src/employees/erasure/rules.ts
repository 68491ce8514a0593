import type { Role } from '../../core/actor.ts';
import type { About, Change, EventType, Fields } from '../../core/history.ts';
import { addMonths, type Instant, LAST_INSTANT, toIso } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';

/** What becomes of the personal fields of an employee. */
export const BLANK_EMPLOYEE = {
	personnelNumber: null,
	costCenter: null,
	groups: [] as string[],
	datePausedStart: null,
	datePausedEnd: null,
};

/** Of what was written about the expenses of an employee; a correction is never without a reason. */
export const BLANK_EXPENSE = { note: null, rejectionReason: null };
export const BLANK_CORRECTION = { reason: 'erased' };

/** Of the employee's user. The address is nobody's (RFC 2606). */
export const blankUser = (userId: string) => ({
	email: `${userId}@erased.invalid`,
	firstName: null,
	lastName: null,
	language: null,
});

/** The fields, by their names in records and in the history, whose values tell of a person. */
export const PERSONAL_FIELDS = Object.keys({
	...BLANK_EMPLOYEE,
	...BLANK_EXPENSE,
	...BLANK_CORRECTION,
	...blankUser(''),
});

/** The event of an erasure names what it blanks, and tells nothing of what it was. */
export const erasureOf = (type: EventType, about: About, after: Fields): Change => ({
	...about,
	type,
	before: Object.fromEntries(Object.keys(after).map((name) => [name, null])),
	after,
});

/** What stays of an erasure. */
export interface Erasure {
	employeeId: string;
	dateErased: Instant;
}

interface Candidate {
	dateTerminated: Instant | null;
	retentionMonths: number;
	roles: readonly Role[];
}

/** Refuses to erase somebody who has not left, too soon after, or whose user still serves another purpose. */
export function requireErasable({ dateTerminated, retentionMonths, roles }: Candidate, now: Instant): void {
	if (dateTerminated === null) {
		throw new Refusal('erasure_not_due', 'The employee is not terminated.', {});
	}
	const earliest = Math.min(addMonths(dateTerminated, retentionMonths), LAST_INSTANT);
	if (now < earliest) {
		const earliestAllowed = toIso(earliest);
		throw new Refusal('erasure_not_due', `The values are to be kept until ${earliestAllowed}.`, {
			earliestAllowed,
		});
	}
	if (roles.some((role) => role !== 'EMPLOYEE')) {
		throw new Refusal(
			'user_has_other_roles',
			'The user of this employee has other roles. Take them away first.',
		);
	}
}
