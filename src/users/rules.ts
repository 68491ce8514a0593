import type { Role } from '../core/actor.ts';
import { asciiAddress } from '../core/email.ts';
import type { Instant } from '../core/instant.ts';
import { Refusal } from '../core/refusals.ts';

/** An e-mail in the form in which it is compared: lower case, its domain in ASCII. */
export const emailKey = (email: string): string => asciiAddress(email).toLowerCase();

/** When an e-mail already belongs to a user, of whichever company. */
export const emailTaken = (): Refusal => new Refusal('email_taken', 'This e-mail address is already used.');

/** When nobody else could let people in. */
export const lastPlatformAdmin = (): Refusal =>
	new Refusal('last_platform_admin', 'Nobody else is a platform administrator. Name another one first.');

/** What of the user who holds an address decides about it. */
interface Holder {
	roles: readonly Role[];
	companyIds: readonly string[];
	/** The company of the user's employee record; null without one. */
	employerId: string | null;
	dateTerminated: Instant | null;
}

/** What a company that employs somebody may do with an address: make its user an employee, take it over, use it, or nothing. */
export type Claim = 'JOINS' | 'LEFT' | 'FREE' | 'TAKEN';

export function claimOf(holder: Holder | undefined, companyId: string, now: Instant): Claim {
	if (holder === undefined) return 'FREE';
	if (mayBecomeEmployee(holder, companyId)) return 'JOINS';
	return hasLeftFor(holder, companyId, now) ? 'LEFT' : 'TAKEN';
}

/** Whether the user works for the company without being its employee yet: its administrator, say. */
const mayBecomeEmployee = ({ companyIds, employerId }: Holder, companyId: string): boolean =>
	employerId === null && companyIds.includes(companyId);

/** Whether the user was nothing but an employee of another company, and has left it. */
const hasLeftFor = (holder: Holder, companyId: string, now: Instant): boolean =>
	holder.employerId !== null &&
	holder.employerId !== companyId &&
	holder.dateTerminated !== null &&
	holder.dateTerminated <= now &&
	holder.companyIds.length === 0 &&
	holder.roles.every((role) => role === 'EMPLOYEE');
