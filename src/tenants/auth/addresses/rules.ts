import { codeBeside } from '../../../foundation/core/codes.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, realTime, type Timed } from '../../../foundation/core/instant.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import { type Celled, newSecret, sealedForMail, sha256, type Vault } from '../../../foundation/core/vault.ts';
import { newMail } from '../../mail/rules.ts';
import { ASKED_MS, UNDO_MS } from '../../users/identity/rules.ts';
import { emailKey } from '../../users/rules.ts';

/**
 * A CONFIRMATION link to the new address makes a change that the person asked for. If somebody else asked, PROOF is the link to the new
 * address, and AGREEMENT the one to the old address. A RESTORATION link to the old address takes a change back.
 */
export const ADDRESS_LINKS = ['CONFIRMATION', 'PROOF', 'AGREEMENT', 'RESTORATION'] as const;
export type AddressLink = (typeof ADDRESS_LINKS)[number];

export const ADDRESS_ORIGINS = ['SELF', 'ADMINISTRATOR', 'PLATFORM', 'DIRECTORY', 'PROVIDER'] as const;
export type AddressOrigin = (typeof ADDRESS_ORIGINS)[number];

/** A company's directory, with the API key that it uses, or its identity provider. */
export type DomainMover = { origin: 'DIRECTORY'; keyId: string } | { origin: 'PROVIDER' };

const DAY_MS = 86_400_000;
const LIFETIME_MS: Record<AddressLink, number> = {
	CONFIRMATION: DAY_MS,
	PROOF: DAY_MS,
	AGREEMENT: ASKED_MS,
	RESTORATION: UNDO_MS,
};
const MAIL_OF = {
	CONFIRMATION: 'address_confirmation',
	PROOF: 'address_proof',
	AGREEMENT: 'address_agreement',
	RESTORATION: 'address_changed',
} as const;

interface Linked {
	userId: string;
	companyId: string | null;
	/** The address that the link sets. The mail is sent to it. */
	email: string;
	origin: AddressOrigin;
	/** The request to which the link belongs; null for none. */
	changeId?: string | null;
	/** Other facts for the mail. */
	facts?: Record<string, string>;
}

/** Creates a link that sets an address, and the mail that brings the link to this address. */
export async function newAddressLink(
	{ db, vault }: { db: Celled & Timed; vault: Vault },
	kind: AddressLink,
	{ userId, companyId, email, origin, changeId = null, facts = {} }: Linked,
	now: Instant,
) {
	const token = newSecret(db);
	const [codeMark] = await vault.mark(codeBeside(token));
	const id = newId(now);
	const dateCreated = realTime(db, now);
	const dates = { dateCreated, dateExpires: dateCreated + LIFETIME_MS[kind] };
	const stored = {
		id,
		userId,
		kind,
		email,
		emailKey: emailKey(email),
		origin,
		changeId,
		key: sha256(token),
		codeMark,
		...dates,
	};
	const mail = newMail(MAIL_OF[kind], userId, companyId, now, { change: id, by: origin, ...facts });
	const sealed = await vault.seal(token, sealedForMail(mail.id));
	return { stored, mail: { ...mail, recipient: email, sealed } };
}

/** A link as somebody presents it: the hash of its token, or the marks of the code beside it. */
export interface GivenLink {
	key: string;
	marks: readonly string[];
}

/** A kind of record with the number of those that ended. */
export interface Counted {
	kind: string;
	count: number;
}

/** Returns what an undo has ended as a fact of its mails, such as `PASSWORD=1 API_KEY=2`. */
export const textOfEnded = (ended: readonly Counted[]): string =>
	ended
		.filter(({ count }) => count > 0)
		.map(({ kind, count }) => `${kind}=${count}`)
		.join(' ');

interface Mover {
	passwordHash: string | null;
	/** True when the user must sign in through the company's identity provider. */
	isBound: boolean;
	/** True when the user's only company has verified the domain of the new address. */
	isInDomain: boolean;
}

/** Refuses an address with which the user could no longer sign in, or would avoid the company's identity provider. */
export function requireReachable({ passwordHash, isBound, isInDomain }: Mover): void {
	if (isInDomain || (passwordHash !== null && !isBound)) return;
	throw invalidField(
		'email',
		'outside_domain',
		'You sign in through the identity provider of your company. Choose an address in a domain that the company has verified.',
	);
}

export const noMailCarried = (): Refusal =>
	new Refusal(
		'mail_not_configured',
		'This service sends no mail, so that nobody can confirm a new address. Ask the operator to change it.',
	);

export const addressReassigned = (): Refusal =>
	new Refusal(
		'address_reassigned',
		'Your earlier address now belongs to another account, so it cannot be restored. Ask your administrator to close your account or to set another address.',
	);

export const signInFirst = (): Refusal =>
	new Refusal('forbidden', 'Sign in again first. Your last sign-in is more than 15 minutes old.');

export const notInDomain = (): Refusal =>
	new Refusal(
		'forbidden',
		'The directory sets only addresses in a verified domain that was released, and only of people who belong to this company alone.',
	);
