import type { Role } from '../../foundation/core/actor.ts';
import { asciiAddress } from '../../foundation/core/addresses.ts';
import { aboutUser, alteration, type Change, creation } from '../../foundation/core/history.ts';
import { type Instant, toIso } from '../../foundation/core/instant.ts';
import { invalidField, Refusal } from '../../foundation/core/refusals.ts';
import { isNever, registeredBefore } from './identity/rules.ts';

/** How a user was closed: by a person or a program, by the company's directory (SCIM), or by the cron. */
export const CLOSERS = ['PERSON', 'DIRECTORY', 'CRON'] as const;
export type Closer = (typeof CLOSERS)[number];

/** Returns an e-mail address in the form that is compared: in lower case, with its domain in ASCII. */
export const emailKey = (email: string): string => asciiAddress(email).toLowerCase();

/** The key of a user who waits for an address. Such a user wins the address with a proof, or when nobody else has registered with it. */
export const waitingKey = (address: string, userId: string): string => `${address}#${userId}`;

/** Returns the address of an `emailKey`, also of one that waits. */
export const addressOf = (key: string): string => key.replace(/(@[^#]+)#[0-9a-f-]{36}$/, '$1');

export const emailTaken = (): Refusal => new Refusal('email_taken', 'This e-mail address is already in use.');

export const addressRegistered = (): Refusal =>
	new Refusal(
		'address_registered',
		'Somebody else has this address. It passes on with a link from a mail to it, while nobody else has proven it, or with the word of the operator.',
	);

export const lastPlatformAdmin = (): Refusal =>
	new Refusal('last_platform_admin', 'This is the only platform administrator. Add another one first.');

export const lastCompanyAdmin = (): Refusal =>
	new Refusal(
		'last_company_admin',
		'A company of this user has no other administrator. Add another one first.',
	);

export const alreadyColleague = (userId: string): Refusal =>
	new Refusal(
		'email_taken',
		`A user of your companies already has this address. Set the roles with PUT /users/${userId}.`,
	);

interface Rights {
	roles: readonly Role[];
	companyIds: readonly string[];
}

export const hasGained = (before: Rights, after: Rights): boolean =>
	after.roles.some((role) => !before.roles.includes(role)) ||
	after.companyIds.some((id) => !before.companyIds.includes(id));

interface Administrator {
	roles: readonly Role[];
	companyIds: readonly string[];
	dateClosed: Instant | null;
}

/** Returns the companies that the user no longer administers after a change. */
export function leftByAdmin(before: Administrator, after: Administrator): string[] {
	const administered = ({ roles, companyIds, dateClosed }: Administrator) =>
		roles.includes('COMPANY_ADMIN') && dateClosed === null ? companyIds : [];
	const kept = administered(after);
	return administered(before).filter((id) => !kept.includes(id));
}

/**
 * Returns the company whose history shows changes of a user: the employer, else the user's only managed company. Null for a user who also
 * manages companies in other databases.
 */
export function readerOf(
	employerId: string | null,
	companyIds: Iterable<string>,
	grantedIds: readonly string[] = [],
): string | null {
	const [sole = null, ...others] = new Set(companyIds);
	return employerId ?? (others.length === 0 && grantedIds.length === 0 ? sole : null);
}

/** The roles that an administrator of a company may assign. */
const COMPANY_ROLES: readonly Role[] = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER'];

interface OwnUser {
	id: string;
	roles: readonly Role[];
	/** True when the user belongs to a company that the administrator does not manage. */
	isOutside: boolean;
	/** The company of the user's employee record; null without one. */
	employerId: string | null;
	companyIds: readonly string[];
	dateRegistered: Instant | null;
	/** Not null for a user who has ever registered. */
	dateFirstRegistered: Instant | null;
	dateClosed: Instant | null;
}

/** Refuses users of other companies. The refusal is the same for every reason, so that it does not reveal a user's other companies. */
export function requireOwnUser({ roles, isOutside }: Pick<OwnUser, 'roles' | 'isOutside'>): void {
	if (!isOutside && !roles.includes('PLATFORM_ADMIN')) return;
	throw new Refusal('forbidden', 'Only a platform administrator can change this user.');
}

interface Wishes {
	email?: string | undefined;
	roles?: readonly Role[] | undefined;
	manageableCompanyIds?: readonly string[] | undefined;
	password?: string | null | undefined;
}

/** Refuses changes that a company's administrator must not make. `user` is null for a new user. */
export function requireForCompany(
	administratorId: string,
	user: OwnUser | null,
	{ email, roles = [], manageableCompanyIds, password }: Wishes,
): void {
	if (password && isNever('password', 'company')) {
		throw new Refusal(
			'forbidden',
			'Only a platform administrator can set another user’s password. Invite the user instead.',
		);
	}
	if (email !== undefined && user !== null && user.dateRegistered !== null) {
		requireAddressable(administratorId, user);
	}
	if (
		email !== undefined &&
		user !== null &&
		user.dateRegistered === null &&
		user.dateFirstRegistered !== null
	) {
		throw registeredBefore();
	}
	const given = roles.filter((role) => !user?.roles.includes(role));
	const taken = user === null || roles.length === 0 ? [] : user.roles.filter((role) => !roles.includes(role));
	if ([...given, ...taken].some((role) => !COMPANY_ROLES.includes(role))) {
		throw new Refusal(
			'forbidden',
			`You can give and remove only the roles ${COMPANY_ROLES.join(', ')} and must not change other roles.`,
		);
	}
	if (user?.id === administratorId && given.length > 0) {
		throw new Refusal('forbidden', 'You cannot give a role to yourself.');
	}
	if (manageableCompanyIds?.length === 0 && (user === null || user.employerId === null)) {
		throw invalidField('manageableCompanyIds', 'too_small', 'Select at least one of your companies.');
	}
}

/** Refuses a new address of a registered user who belongs to several companies, is closed, or is the administrator. */
function requireAddressable(
	administratorId: string,
	{ id, companyIds, employerId, dateClosed }: OwnUser,
): void {
	if (id === administratorId) {
		throw new Refusal(
			'forbidden',
			'Change your own address with PUT /auth/me, which asks for your password or second factor.',
		);
	}
	if (readerOf(null, [...companyIds, ...(employerId === null ? [] : [employerId])]) === null) {
		throw new Refusal(
			'forbidden',
			'Only a platform administrator can change the address of a registered user of several companies.',
		);
	}
	if (dateClosed !== null) throw new Refusal('user_closed', 'This user is closed. Open it first.');
}

/** A user with an address, with the data that decides whether others may use the address too. */
interface Holder {
	roles: readonly Role[];
	companyIds: readonly string[];
	/** The company of the user's employee record; null without one. */
	employerId: string | null;
	dateTerminated: Instant | null;
	dateRegistered: Instant | null;
	dateProven: Instant | null;
}

/**
 * JOINS: the company's own user becomes the employee. FREE: the company may create a user, who `waits` if somebody has registered with the
 * address. TAKEN: the company has a user with it, or somebody has proven it and not left.
 */
export type Claim<H> = { kind: 'JOINS'; holder: H } | { kind: 'FREE'; waits: boolean } | { kind: 'TAKEN' };

export function claimOf<H extends Holder>(holders: readonly H[], companyId: string, now: Instant): Claim<H> {
	const own = holders.find((holder) => mayBecomeEmployee(holder, companyId));
	if (own !== undefined) return { kind: 'JOINS', holder: own };
	const isTaken = holders.some((holder) => isColleague(holder, companyId) || !mayLose(holder, now));
	return isTaken ? { kind: 'TAKEN' } : { kind: 'FREE', waits: mayWait(holders, now) };
}

/** True when somebody has registered with an address who may lose it. Another user then waits for it. */
export const mayWait = (holders: readonly Holder[], now: Instant): boolean =>
	holders.some((holder) => holder.dateRegistered !== null && mayLose(holder, now));

/** True when the user manages the company and is nowhere an employee yet. */
const mayBecomeEmployee = ({ companyIds, employerId }: Holder, companyId: string): boolean =>
	employerId === null && companyIds.includes(companyId);

const isColleague = ({ companyIds, employerId }: Holder, companyId: string): boolean =>
	employerId === companyId || companyIds.includes(companyId);

/** True while somebody else may win the address of the user, who has not proven it, or has left. */
export const mayLose = (holder: Holder, now: Instant): boolean =>
	holder.dateProven === null || hasLeft(holder, now);

/** True when the user was only an employee, and has left the company. */
export const hasLeft = (
	{ employerId, dateTerminated, companyIds, roles }: Omit<Holder, 'dateRegistered' | 'dateProven'>,
	now: Instant,
): boolean =>
	employerId !== null &&
	dateTerminated !== null &&
	dateTerminated <= now &&
	companyIds.length === 0 &&
	roles.every((role) => role === 'EMPLOYEE');

interface Loser extends Pick<Holder, 'employerId' | 'companyIds' | 'dateRegistered' | 'dateProven'> {
	id: string;
	email: string;
}

/** The companies that read of a loss: the employer and the managed companies. Null stands for the operator, if there is none. */
export function toldOfLoss({
	employerId,
	companyIds,
}: Pick<Holder, 'employerId' | 'companyIds'>): (string | null)[] {
	const all = new Set([...(employerId === null ? [] : [employerId]), ...companyIds]);
	return all.size === 0 ? [null] : [...all];
}

/** Returns the events about a user who loses an address. Each company reads only its own. */
export function lossOf(loser: Loser): Change[] {
	const { id, email, dateRegistered, dateProven } = loser;
	return toldOfLoss(loser).flatMap((companyId, index) => {
		const about = aboutUser(id, companyId);
		const lost = creation('user.address_lost', about, { email });
		if (dateRegistered === null || index > 0) return [lost];
		const before = { dateRegistered: toIso(dateRegistered), dateProven: dateProven && toIso(dateProven) };
		const after = { dateRegistered: null, dateProven: null, password: 'removed' };
		return [lost, ...alteration('user.updated', about, before, after)];
	});
}
