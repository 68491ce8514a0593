import type { Role } from '../../../foundation/core/actor.ts';
import type { About, Change, EventType, Fields } from '../../../foundation/core/history.ts';
import { addMonths, type Instant, LAST_INSTANT, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';

/** Returns the event of an erasure. It names the erased fields, but not their values. */
export const erasureOf = (type: EventType, about: About, after: Fields): Change => ({
	...about,
	type,
	before: Object.fromEntries(Object.keys(after).map((name) => [name, null])),
	after,
});

export interface Erasure {
	employeeId: string;
	dateErased: Instant;
}

export interface UserErasure {
	userId: string;
	dateErased: Instant;
}

interface Candidate {
	dateTerminated: Instant | null;
	retentionMonths: number;
	roles: readonly Role[];
}

export const earliestErasure = (dateTerminated: Instant, retentionMonths: number): Instant =>
	Math.min(addMonths(dateTerminated, retentionMonths), LAST_INSTANT);

/** True for a user who is only an employee. Such a user is erased with the record. */
export const isOnlyEmployee = (roles: readonly Role[]): boolean => roles.every((role) => role === 'EMPLOYEE');

export function requireErasable({ dateTerminated, retentionMonths, roles }: Candidate, now: Instant): void {
	if (dateTerminated === null) {
		throw new Refusal('erasure_not_due', 'The employee is not terminated.', {});
	}
	const earliest = earliestErasure(dateTerminated, retentionMonths);
	if (now < earliest) {
		const earliestAllowed = toIso(earliest);
		throw new Refusal('erasure_not_due', `The values must be kept until ${earliestAllowed}.`, {
			earliestAllowed,
		});
	}
	if (!isOnlyEmployee(roles)) {
		throw new Refusal(
			'user_has_other_roles',
			'The user of this employee has other roles. Remove them first.',
		);
	}
}
