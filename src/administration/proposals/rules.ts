import { type Actor, personBehind } from '../../foundation/core/actor.ts';
import type { Change } from '../../foundation/core/history.ts';
import { addDays, endOfDay, type Instant, toIso } from '../../foundation/core/instant.ts';
import { invalidField, Refusal } from '../../foundation/core/refusals.ts';

export const PROPOSAL_STATES = ['OPEN', 'RELEASED', 'DECLINED', 'EXPIRED'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const MAX_REASON_LENGTH = 500;
const MAX_OPEN = 200;
/** The most characters of a difference in JSON. */
const MAX_DIFFERENCE = 200_000;

const OPEN_DAYS = 14;
export const KEPT_MS = 90 * 86_400_000;

/** A proposal is open until the end of its 14th day (UTC). */
export const expiryOf = (now: Instant): Instant => endOfDay(addDays(now, OPEN_DAYS));

interface Company {
	assistants: boolean;
	proposalsNeedSecondPerson: boolean;
}

export function requireSwitchedOn({ assistants }: Pick<Company, 'assistants'>): void {
	if (assistants) return;
	throw new Refusal(
		'assistants_off',
		'This company takes no proposals. An administrator can switch on "assistants" in its settings.',
	);
}

export function requireRoom(open: number): void {
	if (open < MAX_OPEN) return;
	throw new Refusal(
		'too_many_proposals',
		`${MAX_OPEN} proposals are open. Release or decline some of them first.`,
	);
}

/** Refuses a difference that is empty or too long, or that affects another company. */
export function requireDifference(changes: readonly Change[], companyId: string): void {
	if (changes.length === 0) {
		throw invalidField('body', 'no_change', 'This request would change nothing.');
	}
	if (changes.some((change) => change.companyId !== companyId)) {
		throw invalidField('parameters', 'other_company', 'This record does not belong to the company.');
	}
	if (JSON.stringify(changes).length > MAX_DIFFERENCE) {
		throw invalidField('body', 'too_big', 'This request changes too much at once. Propose a smaller one.');
	}
}

interface ProposalProgress {
	state: ProposalState;
	dateExpires: Instant;
	dateDecided: Instant | null;
}

const CLOSED_BY = { RELEASED: 'was released', DECLINED: 'was declined' } as const;

export function requireOpen({ state, dateExpires, dateDecided }: ProposalProgress): void {
	if (state === 'OPEN') return;
	const detail =
		state === 'EXPIRED'
			? `The proposal expired on ${toIso(dateExpires)}. Propose the change again.`
			: `The proposal ${CLOSED_BY[state]} on ${toIso(dateDecided ?? dateExpires)}.`;
	throw new Refusal('proposal_closed', detail);
}

/** Refuses the author as the deciding person. The creator of an API key counts as the author of its proposals. */
export function requireSecondPerson(
	company: Company,
	{ personId }: { personId: string },
	actor: Actor,
): void {
	if (!company.proposalsNeedSecondPerson || personBehind(actor).userId !== personId) return;
	throw new Refusal(
		'second_person_required',
		'You are the author of this proposal. In this company, another person must release it.',
	);
}

export const frozen = (): Refusal =>
	new Refusal(
		'proposal_frozen',
		'Its author is closed, or the company has switched assistants off. It can be released once the author is opened and assistants are on again.',
	);

export const outdated = (): Refusal =>
	new Refusal(
		'proposal_outdated',
		'The record has changed since this was proposed, or it is gone. Decline the proposal. Propose the change again if it is still right.',
	);
