import type { Role } from '../core/actor.ts';
import { DomainError } from '../core/domain-error.ts';
import { addMonths, type Instant, toIso } from '../core/instant.ts';

/** The fields, by their names in records and in the history, whose values tell of a person. */
export const PERSONAL_FIELDS = [
	...['email', 'firstName', 'lastName', 'language', 'personnelNumber', 'costCenter', 'groups'],
	...['datePausedStart', 'datePausedEnd', 'note', 'rejectionReason', 'reason'],
] as const;

/** The address that stands for an erased one: unique as addresses are, and nobody's (RFC 2606). */
export const erasedEmail = (userId: string): string => `${userId}@erased.invalid`;

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
		throw new DomainError('erasure_not_due', 'The employee is not terminated.');
	}
	const earliest = addMonths(dateTerminated, retentionMonths);
	if (now < earliest) {
		const earliestAllowed = toIso(earliest);
		throw new DomainError('erasure_not_due', `The values are to be kept until ${earliestAllowed}.`, {
			earliestAllowed,
		});
	}
	if (roles.some((role) => role !== 'EMPLOYEE')) {
		throw new DomainError(
			'user_has_other_roles',
			'The user of this employee has other roles. Take them away first.',
		);
	}
}
