import type { StoredToken } from '../../auth/one-time/rules.ts';
import type { Role, Scope } from '../../core/actor.ts';
import { aboutUser, type Change, creation } from '../../core/history.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';

/** Most people who are invited by one request. */
export const MAX_INVITED = 5000;

/** How an invitation reaches its person: by mail, as a link handed over by whoever invites, or printed. */
type Way = 'MAIL' | 'LINK' | 'LETTER';

/** A user to be invited, with the company that invites: the employer, else the only company that the user manages. */
export interface Invitee {
	userId: string;
	email: string;
	firstName: string | null;
	lastName: string | null;
	/** Of the user, else of the company. */
	language: string | null;
	companyId: string | null;
	companyName: string | null;
	roles: readonly Role[];
	companyIds: readonly string[];
	dateRegistered: Instant | null;
	dateClosed: Instant | null;
	/** Whether the address belongs to somebody else now. */
	isReleased: boolean;
}

/** What came of an invitation. */
export interface Invitation {
	userId: string;
	email: string;
	dateExpires: Instant;
	/** What whoever invites hands over; null where a mail does. */
	token: string | null;
}

/** An invitation on paper. */
export interface Letter extends Invitee {
	code: string;
	dateExpires: Instant;
}

/** The number of invited people, who they are, and whether there are more to invite. */
export interface Invitations {
	invited: number;
	more: boolean;
	employeeIds: string[];
}

export function requireInvitable({
	dateRegistered,
	dateClosed,
	isReleased,
}: Pick<Invitee, 'dateRegistered' | 'dateClosed' | 'isReleased'>): void {
	if (isReleased) {
		throw new Refusal(
			'user_closed',
			'This e-mail address now belongs to another user. First set a new one for this record with PUT /users/{userId}.',
		);
	}
	if (dateRegistered !== null) {
		throw new Refusal(
			'already_registered',
			'This user has already registered. A forgotten password can be reset at /console/password-reset.',
		);
	}
	if (dateClosed !== null) throw new Refusal('user_closed', 'This user is closed. Open it first.');
}

/**
 * Whether somebody with this scope may hold what lets in as the user: whoever has it can become the user, and must not reach more by
 * that than before.
 */
export const mayHold = (
	{ all }: Scope,
	{ roles, companyIds }: Pick<Invitee, 'roles' | 'companyIds'>,
): boolean => all || (companyIds.length === 0 && roles.every((role) => role === 'EMPLOYEE'));

export const invited = (
	way: Way,
	{ userId, dateExpires }: Pick<StoredToken, 'userId' | 'dateExpires'>,
	companyId: string | null,
): Change =>
	creation('user.invited', aboutUser(userId, companyId), { by: way, dateExpires: toIso(dateExpires) });
