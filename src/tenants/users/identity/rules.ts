import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';

/**
 * These show that the person of an account reads its address. They are a used link or code from a mail, an account at the company's identity
 * provider, and the operator's word. A directory may move a proven person. BEFORE stands for rights that are older than proofs.
 */
export const PROOFS = ['MAIL', 'PROVIDER', 'OPERATOR', 'DIRECTORY', 'BEFORE'] as const;
export type Proof = (typeof PROOFS)[number];

/**
 * How a link or code reaches a person. A company hands over a LINK, and prints a LETTER. A mail of a SANDBOX never leaves.
 */
export const WAYS = ['MAIL', 'LINK', 'OPERATOR', 'LETTER', 'SANDBOX'] as const;
export type Way = (typeof WAYS)[number];

/** Returns what the use of a link or code proves. All but those of real mails and of the operator may be in any hands. */
export const proofBy = (way: Way | null): Proof | null => (way === 'MAIL' || way === 'OPERATOR' ? way : null);

export interface Proven {
	/** Since when the address is proven; null if it is not. */
	dateProven: Instant | null;
	proof: Proof | null;
}

/** True when a mail may set another password. Somebody else may have typed an address that is not proven. */
export const maySetPassword = ({
	dateRegistered,
	dateProven,
	way,
}: {
	dateRegistered: Instant | null;
	dateProven: Instant | null;
	way: Way | null;
}): boolean => dateRegistered === null || dateProven !== null || way === 'SANDBOX';

export const UNPROVEN: Proven = { dateProven: null, proof: null };

/**
 * Returns what is proven after the operator, or a company for somebody who has not registered, has changed a user. The operator's word is a
 * password. An address that the operator types is proven only if the earlier one was.
 */
export function provenAfter(
	{ dateProven, proof }: Proven,
	{ isMoved, hasNewPassword }: { isMoved: boolean; hasNewPassword: boolean },
	now: Instant,
): Proven {
	if (dateProven !== null && !isMoved) return { dateProven, proof };
	return hasNewPassword || dateProven !== null ? { dateProven: now, proof: 'OPERATOR' } : UNPROVEN;
}

const HOUR_MS = 3_600_000;

/**
 * The belongings of a person, and what others may do to them: an administrator of the company, its directory or identity provider, and the
 * operator. `asks` waits for a consent, and so does `ifReleased` before a second person has released who acts. `ends` takes it away, so that the person needs a new one. The page docs/identity.md shows this table.
 */
export const IDENTITY = {
	address: { company: 'asks', directory: 'ifReleased', operator: 'changes' },
	password: { company: 'never', directory: 'never', operator: 'changes' },
	secondFactor: { company: 'ends', directory: 'never', operator: 'ends' },
	recoveryCodes: { company: 'ends', directory: 'never', operator: 'ends' },
	sessions: { company: 'ends', directory: 'ends', operator: 'ends' },
	devices: { company: 'never', directory: 'never', operator: 'never' },
} as const satisfies Record<string, Record<Party, 'never' | 'asks' | 'ends' | 'ifReleased' | 'changes'>>;

export type Party = 'company' | 'directory' | 'operator';
export type Belonging = keyof typeof IDENTITY;

/** The old mailbox takes a change of address back, with what was added since somebody asked for the change. */
export type Ender = Party | 'oldMailbox';

/** After these have changed or ended something, resets of the password by mail rest. */
export const RESTS = {
	address: ['company', 'directory', 'operator'],
	secondFactor: ['company', 'oldMailbox'],
} as const satisfies Partial<Record<Belonging, readonly Ender[]>>;

export const restsAfter = (what: keyof typeof RESTS, by: Ender | 'person'): boolean =>
	RESTS[what].some((party) => party === by);

export const isNever = (what: Belonging, by: Party): boolean => IDENTITY[what][by] === 'never';

/**
 * Resets of the password by mail rest for this time after a company has changed how a person signs in. Without it, the mailbox alone would be
 * enough to become that person.
 */
export const REST_MS = 72 * HOUR_MS;

export interface Resting {
	/** Until then, a mail sets no password and no company resets the second factor; null if that was never so. */
	restUntil: Instant | null;
}

/** Returns until when resets of the password by mail rest; null if they do not. */
export const restOf = ({ restUntil }: Resting, now: Instant): Instant | null =>
	restUntil !== null && restUntil > now ? restUntil : null;

export const registeredBefore = (): Refusal =>
	new Refusal(
		'registered_before',
		'This person registered once, so a company sends no new invitation and prints no code. Ask a second person for a code with POST /companies/{companyId}/identity-changes, or the operator for an address or a password.',
	);

export const resetsRest = (until: Instant): Refusal =>
	new Refusal(
		'resets_rest',
		`A company has recently changed how this person signs in. Reset the second factor after ${toIso(until)}, or ask the operator.`,
		{ earliestAllowed: toIso(until) },
	);

const DAY_MS = 24 * HOUR_MS;

/** A request to change how a person signs in is open for this time. */
export const ASKED_MS = 7 * DAY_MS;
/** The old address can take a change back for this time, and nobody else gets that address. */
export const UNDO_MS = 7 * DAY_MS;
/** A second person must have been an administrator for this time before the request. */
export const ROLE_AGE_MS = 7 * DAY_MS;
/** A creation counts as influence for this time, so that a founder is not alone for ever. */
export const INFLUENCE_MS = 365 * DAY_MS;

/** The consents beside the link in the new mailbox: the person's password or factor, the link in the old mailbox, or a release. */
export const CONSENTS = ['PERSON', 'OLD_MAILBOX', 'SECOND_PERSON', 'OPERATOR'] as const;
