import type { Role } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { restOf } from '../../users/identity/rules.ts';
import type { AskedKind } from '../identity-changes/rules.ts';

interface Person {
	roles: readonly Role[];
	companyIds: readonly string[];
	dateClosed: Instant | null;
	dateFirstRegistered: Instant | null;
	dateProven: Instant | null;
	restUntil: Instant | null;
	hasSecondFactor: boolean;
}

/** Refuses a request that would change nothing, or for which there is another way. */
export function requireAskable(kind: AskedKind, person: Person, now: Instant): void {
	if (person.dateClosed !== null) throw new Refusal('user_closed', 'This user is closed. Open it first.');
	if (kind === 'CODE') requireAgain(person);
	else if (restOf(person, now) === null) {
		throw nothingToRelease('Mails may set the password of this person already.');
	}
}

/** Refuses a further code for people who need none, and where it would pass by a second factor or give more rights. */
function requireAgain({
	roles,
	companyIds,
	dateFirstRegistered,
	dateProven,
	hasSecondFactor,
}: Omit<Person, 'dateClosed' | 'restUntil'>): void {
	if (companyIds.length > 0 || roles.some((role) => role !== 'EMPLOYEE')) {
		throw new Refusal('user_has_other_roles', 'This user has other roles, so no one else may see a code.');
	}
	if (dateFirstRegistered === null) {
		throw nothingToRelease('This person has never registered, so a code needs no release.');
	}
	if (dateProven !== null) {
		throw nothingToRelease('The address of this person is proven. A mail can set another password.');
	}
	if (hasSecondFactor) throw nothingToRelease('Reset the second factor of this person first.');
}

const nothingToRelease = (detail: string): Refusal => new Refusal('nothing_to_release', detail);
