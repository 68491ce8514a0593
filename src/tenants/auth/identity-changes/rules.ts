import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { UNDO_MS } from '../../users/identity/rules.ts';

/**
 * A person's new address, or the release of an identity provider, a verified domain or the key of a directory. CODE is a printed code for
 * somebody who has registered before, and REST the end of the rest of resets by mail.
 */
export const IDENTITY_CHANGE_KINDS = ['ADDRESS', 'PROVIDER', 'DOMAIN', 'DIRECTORY', 'CODE', 'REST'] as const;

/** An administrator asks for these. The other requests come from the acts that need them. */
export const ASKED_KINDS = ['CODE', 'REST'] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];
type IdentityChangeKind = (typeof IDENTITY_CHANGE_KINDS)[number];
export type ReleaseKind = Exclude<IdentityChangeKind, 'ADDRESS'>;

/** DONE: the change took effect. STOPPED: it was taken back after that. */
export const IDENTITY_CHANGE_STATES = ['OPEN', 'DONE', 'CANCELLED', 'STOPPED', 'EXPIRED'] as const;
export type IdentityChangeState = (typeof IDENTITY_CHANGE_STATES)[number];

/** The parts that a request still waits for. */
export const MISSING_PARTS = ['NEW_MAILBOX', 'CONSENT', 'LETTER'] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];

/** A closed request is kept for this time. */
export const KEPT_MS = 90 * 86_400_000;

/** Returns the facts of a mail about a release. The texts say one sentence for each kind. */
export const factsOf = (kind: ReleaseKind, about: string | null): Record<string, string> => ({
	[{ PROVIDER: 'provider', DOMAIN: 'domain', DIRECTORY: 'directory', CODE: 'code', REST: 'rest' }[kind]]:
		about ?? '',
});

interface Progress {
	kind: IdentityChangeKind;
	state: IdentityChangeState;
	dateConfirmed: Instant | null;
	consent: string | null;
}

export const missingParts = ({ kind, state, dateConfirmed, consent }: Progress): MissingPart[] =>
	state !== 'OPEN'
		? []
		: [
				...(kind === 'ADDRESS' && dateConfirmed === null ? (['NEW_MAILBOX'] as const) : []),
				...(consent === null ? (['CONSENT'] as const) : []),
				...(kind === 'CODE' ? (['LETTER'] as const) : []),
			];

/** True for a change that somebody else released, while everybody who got a mail about it can still stop it. */
export const isStoppable = (
	{ state, consent, dateDone }: Pick<Progress, 'state' | 'consent'> & { dateDone: Instant | null },
	now: Instant,
): boolean =>
	state === 'DONE' &&
	(consent === 'SECOND_PERSON' || consent === 'OPERATOR') &&
	dateDone !== null &&
	now < dateDone + UNDO_MS;

export const changeClosed = (): Refusal =>
	new Refusal(
		'change_closed',
		'This request was decided, cancelled or replaced in the meantime, or it has expired.',
	);

export const changeOpen = (): Refusal =>
	new Refusal(
		'change_open',
		'Somebody else has asked for a change of this person’s address. Cancel that request first.',
	);

export const notSecondPerson = (): Refusal =>
	new Refusal(
		'second_person_required',
		'Another administrator of this company must release this, who had the role seven days before the request. The asker must not have created, promoted or moved that one. If there is none, ask the operator.',
	);

export function requireOpen({
	state,
	dateExpires,
}: {
	state: IdentityChangeState;
	dateExpires: Instant;
}): void {
	if (state === 'OPEN') return;
	if (state !== 'EXPIRED') throw changeClosed();
	throw new Refusal('change_closed', `The request expired on ${toIso(dateExpires)}. Ask again.`);
}
