import { aboutUser, alteration } from '../../core/history.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { mailedInvitation } from '../../employees/joining/actions.ts';
import { invited } from '../../onboarding/invitations/rules.ts';
import { isOnlyEmployee } from '../../privacy/erasure/rules.ts';
import { emailTakenCounted } from '../../users/attempts/store.ts';
import { emailKey } from '../../users/rules.ts';
import { saveAddress } from '../../users/store.ts';
import { ScimError } from '../answer.ts';
import type { Person } from '../store.ts';

/**
 * Returns what gives a person the address that the directory sends, at the user's next revision. Nothing else decides
 * whether a directory may. An invited person gets a new invitation, because a new address ends every link.
 */
export async function addressChange(
	call: Call,
	{ userId, companyId, ...person }: Person,
	email: string,
	revision: number,
	isInvited: boolean,
): Promise<Omit<Outcome<null>, 'before' | 'after'>> {
	const { db, now } = call;
	const isSame = emailKey(email) === emailKey(person.email);
	if (email === person.email || (isSame && person.dateRegistered !== null)) {
		return { statements: [], changes: [] };
	}
	if (person.dateRegistered !== null) {
		throw new ScimError(400, 'SCIM cannot change the address of a user who has registered.', 'mutability');
	}
	if (!isOnlyEmployee(person.roles)) {
		throw new Refusal(
			'forbidden',
			'Only an administrator can change the address of a user with other roles.',
		);
	}
	const invitation = isInvited && !isSame ? await mailedInvitation(call, userId, companyId) : null;
	return {
		statements: [saveAddress(db, { id: userId, revision }, email, now), ...(invitation?.statements ?? [])],
		changes: [
			...alteration('user.updated', aboutUser(userId, companyId), { email: person.email }, { email }),
			...(invitation ? [invited('MAIL', invitation.stored, companyId)] : []),
		],
		mails: invitation?.mails ?? [],
		violations: emailTakenCounted(call),
	};
}
