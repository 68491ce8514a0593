import type { Role, Scope } from '../../../foundation/core/actor.ts';
import { aboutUser, type Change, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { StoredToken } from '../../../tenants/auth/one-time/rules.ts';
import { registeredBefore } from '../../../tenants/users/identity/rules.ts';

export const MAX_INVITED = 5000;

/** How an invitation is delivered: by mail, as a link that the inviting person hands over, or printed. */
type Way = 'MAIL' | 'LINK' | 'LETTER';

/** A user to invite. The inviting company is the employer, or else the user's only managed company. */
export interface Invitee {
	userId: string;
	email: string;
	firstName: string | null;
	lastName: string | null;
	/** The language of the user, or else of the company. */
	language: string | null;
	companyId: string | null;
	companyName: string | null;
	roles: readonly Role[];
	companyIds: readonly string[];
	dateRegistered: Instant | null;
	dateFirstRegistered: Instant | null;
	dateClosed: Instant | null;
	/** True for a registered user whose address nobody has proven. */
	isUnproven: boolean;
	/** True when another user has the address now. */
	isReleased: boolean;
	/** True when the user must sign in through the company's identity provider. */
	isBoundToSso: boolean;
}

export interface Invitation {
	userId: string;
	email: string;
	isBoundToSso: boolean;
	dateExpires: Instant;
	/** The token to hand over; null when a mail is sent. */
	token: string | null;
}

export interface Letter extends Invitee {
	code: string;
	dateExpires: Instant;
}

export interface Invitations {
	invited: number;
	more: boolean;
	employeeIds: string[];
	/** People whose addresses have had too many invitations today. All others are invited. */
	refused: { employeeId: string; code: 'too_many_invitations' }[];
}

export function requireInvitable(
	{
		dateRegistered,
		dateClosed,
		isReleased,
		dateFirstRegistered,
	}: Pick<Invitee, 'dateRegistered' | 'dateClosed' | 'isReleased' | 'dateFirstRegistered'>,
	isOperator: boolean,
): void {
	if (!isOperator && dateRegistered === null && dateFirstRegistered !== null) throw registeredBefore();
	requireOwnAddress({ isReleased });
	if (dateRegistered !== null) {
		throw new Refusal(
			'already_registered',
			'This user has already registered. A forgotten password can be reset at /console/password-reset.',
		);
	}
	if (dateClosed !== null) throw userClosed();
}

/** Refuses a released code for somebody who may not use it. The address may have been proven since the release. */
export function requireInvitableAgain({
	dateRegistered,
	dateClosed,
	isReleased,
	isUnproven,
}: Pick<Invitee, 'dateRegistered' | 'dateClosed' | 'isReleased' | 'isUnproven'>): void {
	requireOwnAddress({ isReleased });
	if (dateClosed !== null) throw userClosed();
	if (dateRegistered === null || isUnproven) return;
	throw new Refusal(
		'nothing_to_release',
		'The address of this person is proven now. A mail can set another password.',
	);
}

const userClosed = (): Refusal => new Refusal('user_closed', 'This user is closed. Open it first.');

function requireOwnAddress({ isReleased }: Pick<Invitee, 'isReleased'>): void {
	if (isReleased) {
		throw new Refusal(
			'user_closed',
			'This e-mail address now belongs to another user. First set a new one for this record with PUT /users/{userId}.',
		);
	}
}

/** True for a person who can sign in, and only has to prove the address. */
export const mayProve = ({
	isUnproven,
	dateClosed,
	isReleased,
}: Pick<Invitee, 'isUnproven' | 'dateClosed' | 'isReleased'>): boolean =>
	isUnproven && dateClosed === null && !isReleased;

/** True when a person may get the link of an invitation. It gives the person the user's rights, so they must not be greater. */
export const mayHold = (
	{ all }: Pick<Scope, 'all'>,
	{ roles, companyIds }: Pick<Invitee, 'roles' | 'companyIds'>,
): boolean => all || (companyIds.length === 0 && roles.every((role) => role === 'EMPLOYEE'));

export const invited = (
	way: Way,
	{ userId, dateExpires }: Pick<StoredToken, 'userId' | 'dateExpires'>,
	companyId: string | null,
): Change =>
	creation('user.invited', aboutUser(userId, companyId), { by: way, dateExpires: toIso(dateExpires) });
