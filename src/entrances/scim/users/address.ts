import { isOnlyEmployee } from '../../../administration/privacy/erasure/rules.ts';
import { mailedInvitation } from '../../../benefits/employees/joining/actions.ts';
import { invited } from '../../../benefits/onboarding/invitations/rules.ts';
import { domainOf } from '../../../foundation/core/addresses.ts';
import { aboutUser, alteration } from '../../../foundation/core/history.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { changeAddressInDomain } from '../../../tenants/auth/addresses/actions.ts';
import { askForMove } from '../../../tenants/auth/identity-changes/actions.ts';
import { emailTakenCounted } from '../../../tenants/users/attempts/store.ts';
import { emailKey } from '../../../tenants/users/rules.ts';
import { saveAddress } from '../../../tenants/users/store.ts';
import { ScimError } from '../answer.ts';
import type { Directory, Person } from '../store.ts';

/**
 * Returns the outcome that gives a person the address from the directory. Only this function decides whether a
 * directory may change it. An invited person gets a new invitation, because a new address ends every link. The
 * address of a registered person must stay in a verified domain, and the old one can undo the change. Until somebody
 * has released the key and the domain, the directory only asks for the change, as an administrator does. `revision`
 * is the user's next one.
 */
export async function addressChange(
	call: Call,
	{ userId, companyId, ...person }: Person,
	email: string,
	revision: number,
	isInvited: boolean,
	directory: Directory,
): Promise<Omit<Outcome<null>, 'before' | 'after'> & { isMoved: boolean }> {
	const { db, now } = call;
	const isSame = emailKey(email) === emailKey(person.email);
	if (email === person.email || (isSame && person.dateRegistered !== null)) {
		return UNMOVED;
	}
	if (!isOnlyEmployee(person.roles)) {
		throw new Refusal(
			'forbidden',
			'Only an administrator can change the address of a user with other roles.',
		);
	}
	const { dateRegistered, dateProven } = person;
	if (dateRegistered !== null) {
		const user = { id: userId, email: person.email, dateRegistered, dateProven, companyId };
		const domain = directory.domains.find((one) => one.domain === domainOf(emailKey(email)));
		if (domain === undefined) throw outside();
		if (!domain.isReleased) {
			const isAsked = directory.askedEmail !== null && emailKey(directory.askedEmail) === emailKey(email);
			return isAsked ? UNMOVED : { ...(await askForMove(call, user, email, 'DIRECTORY')), isMoved: false };
		}
		const by = { origin: 'DIRECTORY' as const, keyId: call.actor.sessionId };
		const moved = await changeAddressInDomain(call, user, email, by);
		return {
			...moved,
			isMoved: true,
			violations: {
				...moved.violations,
				...emailTakenCounted(call, email),
				'address_changes.domain': outside,
			},
		};
	}
	if (person.dateFirstRegistered !== null) throw registeredOnce();
	const invitation = isInvited && !isSame ? await mailedInvitation(call, userId, companyId) : null;
	return {
		isMoved: true,
		statements: [saveAddress(db, { id: userId, revision }, email, now), ...(invitation?.statements ?? [])],
		changes: [
			...alteration('user.updated', aboutUser(userId, companyId), { email: person.email }, { email }),
			...(invitation ? [invited('MAIL', invitation.stored, companyId)] : []),
		],
		mails: invitation?.mails ?? [],
		violations: emailTakenCounted(call, email),
	};
}

const UNMOVED = { statements: [], changes: [], isMoved: false };

const registeredOnce = (): ScimError =>
	new ScimError(
		400,
		'This person has registered before, and another company has the address now. Ask the operator to set another one.',
		'mutability',
	);

const outside = (): ScimError =>
	new ScimError(
		400,
		'SCIM changes the address of a registered user only within a verified domain of the company, if the user belongs to no other company.',
		'mutability',
	);
