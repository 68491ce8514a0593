import { personBehind } from '../../foundation/core/actor.ts';
import { type About, aboutCompany, type Change, creation } from '../../foundation/core/history.ts';
import { newId } from '../../foundation/core/id.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { isRefusal, requireFound } from '../../foundation/core/refusals.ts';
import { type Call, concern, load } from '../../foundation/db/call.ts';
import type { Db } from '../../foundation/db/database.ts';
import { clearInSteps } from '../../foundation/db/steps.ts';
import { authorOf, dryRun, type Outcome } from '../../foundation/db/write.ts';
import { type Company, companyIdInScope, loadCompany } from '../../tenants/companies/store.ts';
import { namesOf } from '../../tenants/history/store.ts';
import {
	expiryOf,
	frozen,
	outdated,
	type ProposalState,
	requireDifference,
	requireOpen,
	requireRoom,
	requireSecondPerson,
	requireSwitchedOn,
} from './rules.ts';
import {
	expire,
	insertProposal,
	openCount,
	type Proposal,
	type ProposalsPage,
	proposalOf,
	proposalsPage,
	requireThawedStill,
	saveDecision,
	subjectsOnPage,
} from './store.ts';

type Requested = Pick<Proposal, 'operationId' | 'parameters' | 'query' | 'body'>;

interface Taken {
	attempt: (call: Call, isFirst: boolean) => Promise<Outcome<unknown>>;
	versionOf: (outcome: Outcome<unknown>) => string;
}

/** Finds the operation of a request, and checks the request against its contract. */
type Take = (call: Call, requested: Requested) => Promise<Taken>;

/** Refuses an assistant while its company has not turned assistants on. Returns the company of its key. */
export async function requireAssistants(call: Call): Promise<string> {
	const scope = authorize(call.actor, 'mcp');
	const [company] = await loadCompany(call, scope, call.actor.soleCompanyId ?? '', []);
	requireSwitchedOn(company);
	return company.id;
}

/** Tries a change as a dry run. Stores it with its difference, so that a person can release it. */
export async function proposeChange(
	call: Call,
	companyId: string,
	{ reason, ...requested }: Requested & { reason: string },
	take: Take,
	isFirst: boolean,
): Promise<Outcome<Proposal>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'proposeChange');
	const [company, [open]] = await loadCompany(call, scope, companyId, [
		openCount(db, companyIdInScope(db, scope, companyId), actor.userId),
	]);
	requireSwitchedOn(company);
	requireRoom(open?.count ?? 0);
	const own = unclaimed(call);
	const { attempt, versionOf } = await take(own, requested);
	const tried = await dryRun(own, (isFirstTry) => attempt(own, isFirst && isFirstTry));
	const difference = differenceIn(tried);
	requireDifference(difference, companyId);
	const subjects = subjectsOf(difference);
	concernFirst(call, subjects);
	const after: Proposal = {
		id: call.claim?.recordId ?? newId(now),
		dateCreated: now,
		dateModified: now,
		companyId,
		...requested,
		reason,
		authorType: authorOf(call).type as Proposal['authorType'],
		authorId: actor.userId,
		authorName: open?.authorName ?? null,
		personId: personBehind(actor).userId,
		difference,
		version: versionOf(tried),
		state: 'OPEN',
		dateExpires: expiryOf(now),
		deciderId: null,
		dateDecided: null,
		declineReason: null,
		isFrozen: false,
	};
	return {
		before: null,
		after,
		statements: insertProposal(db, after, subjects),
		changes: [eventOf('proposal.created', aboutCompany(companyId, after.id), after)],
	};
}

export async function listProposals(
	call: Call,
	companyId: string,
	state: ProposalState | undefined,
	page: ProposalsPage,
): Promise<{ company: Company; proposals: Proposal[] }> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listProposals');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, proposals] = await loadCompany(call, scope, companyId, [
		proposalsPage(db, ownerId, state, now, page),
	]);
	return { company, proposals };
}

/** Reads the names of the people on a page of proposals, as far as the reader may know them. */
export async function readNamesInProposals(
	call: Call,
	companyId: string,
	state: ProposalState | undefined,
	page: ProposalsPage,
) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listProposals');
	const ids = subjectsOnPage(companyIdInScope(db, scope, companyId), state, now, page);
	const [known] = await load(call, [namesOf(db, scope, ids)]);
	return new Map(known.map((one) => [one.id, one]));
}

export async function readProposal(call: Call, companyId: string, id: string): Promise<Proposal> {
	const { db, now } = call;
	const ownerId = companyIdInScope(db, authorize(call.actor, 'readProposal'), companyId);
	const [[found]] = await load(call, [proposalOf(db, ownerId, id, now)]);
	return requireFound(found, 'proposal');
}

/** Makes the proposed change with the caller's rights, in one batch with the decision. */
export async function releaseProposal(
	call: Call,
	companyId: string,
	id: string,
	take: Take,
	isFirst: boolean,
): Promise<Outcome<Proposal>> {
	const { company, before } = await loadOpen(call, 'releaseProposal', companyId, id);
	requireSecondPerson(company, before, call.actor);
	if (before.isFrozen) throw frozen();
	const own = unclaimed(call);
	const { attempt, versionOf } = await take(own, before);
	const outcome = await attempt(own, isFirst).catch((error) => {
		throw isRefusal(error, 'not_found') ? outdated() : error;
	});
	if (versionOf(outcome) !== before.version) throw outdated();
	const after = decided(call, { ...before, difference: differenceIn(outcome) }, 'RELEASED');
	const [first] = outcome.changes;
	const about = first === undefined ? aboutCompany(companyId, id) : { ...first, recordId: id };
	return {
		...outcome,
		before,
		after,
		statements: [
			requireThawedStill(call.db, id),
			...outcome.statements,
			...saveDecision(call.db, after, subjectsOf(outcome.changes)),
		],
		changes: [...outcome.changes, eventOf('proposal.released', about, after)],
		violations: { ...outcome.violations, 'proposals.frozen': frozen },
	};
}

export async function declineProposal(
	call: Call,
	companyId: string,
	id: string,
	reason: string,
): Promise<Outcome<Proposal>> {
	const { before } = await loadOpen(call, 'declineProposal', companyId, id);
	concernFirst(call, subjectsOf(before.difference));
	const after = decided(call, { ...before, declineReason: reason }, 'DECLINED');
	return {
		before,
		after,
		statements: saveDecision(call.db, after, []),
		changes: [eventOf('proposal.declined', aboutCompany(companyId, id), after)],
	};
}

async function loadOpen(
	call: Call,
	operation: 'releaseProposal' | 'declineProposal',
	companyId: string,
	id: string,
) {
	const { db, now } = call;
	const scope = authorize(call.actor, operation);
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, [found]] = await loadCompany(call, scope, companyId, [proposalOf(db, ownerId, id, now)]);
	const before = requireFound(found, 'proposal');
	requireOpen(before);
	return { company, before };
}

const decided = ({ now, actor }: Call, proposal: Proposal, state: ProposalState): Proposal => ({
	...proposal,
	isFrozen: false,
	state,
	dateModified: now,
	dateDecided: now,
	deciderId: actor.userId,
});

/** Removes the idempotency key from the call, because it belongs to the proposal and not to the proposed change. */
function unclaimed({ claim: _, ...call }: Call): Call {
	return call;
}

const differenceIn = ({ changes, foreseen = [] }: Outcome<unknown>): Change[] => [...changes, ...foreseen];

const subjectsOf = (changes: readonly Change[]): string[] => [
	...new Set(changes.flatMap(({ subjectType, subjectId }) => (subjectType === 'COMPANY' ? [] : [subjectId]))),
];

/** Makes the stored answer end with the person's erasure. The event is about the company, so it would not do so by itself. */
function concernFirst(call: Call, [first]: readonly string[]): void {
	if (first !== undefined) concern(call, first);
}

/** Returns an event about a proposal. The proposal's author is in its fields. The person who decides is the author of the event. */
const eventOf = (
	type: 'proposal.created' | 'proposal.released' | 'proposal.declined',
	{ companyId, subjectType, subjectId, recordId }: About,
	{ operationId, authorType, authorId, authorName, personId, state }: Proposal,
): Change =>
	creation(
		type,
		{ companyId, subjectType, subjectId, recordId },
		{ operationId, state, authorType, authorId, ...(authorName !== null && { authorName }), personId },
	);

const STEP_SIZE = 1000;

/** Closes expired proposals. Deletes proposals that were declined or expired long ago. Returns their number. */
export const expireProposals = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, STEP_SIZE, (limit) => expire(db, now, limit));
