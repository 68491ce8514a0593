import { personBehind } from '../../../foundation/core/actor.ts';
import {
	aboutCompany,
	aboutUser,
	alteration,
	type Change,
	creation,
	type Fields,
} from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, realTime, toIso } from '../../../foundation/core/instant.ts';
import { authorize, type Operation } from '../../../foundation/core/policy.ts';
import { invalidField, notFound, requireFound } from '../../../foundation/core/refusals.ts';
import { inCell, type Vault } from '../../../foundation/core/vault.ts';
import type { Circumstances } from '../../../foundation/db/access-events.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { stale } from '../../../foundation/db/commit.ts';
import { batch, type Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadInCompany } from '../../companies/store.ts';
import { newMail } from '../../mail/rules.ts';
import { insertMail, insertMailsToAdmins } from '../../mail/store.ts';
import { requireFew } from '../../users/attempts/rules.ts';
import { countAttempt, forgetAttempts } from '../../users/attempts/store.ts';
import { ASKED_MS, REST_MS } from '../../users/identity/rules.ts';
import { prove } from '../../users/identity/store.ts';
import { emailKey, emailTaken } from '../../users/rules.ts';
import { rest } from '../../users/store.ts';
import {
	confirmOwn,
	leavingAddress,
	type OutcomePart,
	proofQueries,
	proveSelf,
	recorded,
	redeem,
	requireFewMails,
	toldOfRelease,
} from '../addresses/actions.ts';
import { addressReassigned, newAddressLink, noMailCarried } from '../addresses/rules.ts';
import {
	endAddressChanges,
	endLinksOfChange,
	type FoundChange,
	requireAddress,
	saveAddressChange,
	setAddress,
} from '../addresses/store.ts';
import { commitAt, type Gate } from '../gate.ts';
import { linkNotValid } from '../one-time/rules.ts';
import { beginningWithMove } from '../proofs/actions.ts';
import { toldOfRequest } from '../releases/actions.ts';
import { release, withdraw } from '../releases/store.ts';
import { OVERTAKEN, requireCode, requirePassword } from '../second-factor/actions.ts';
import { codeNotTaken, recoveryHash } from '../second-factor/rules.ts';
import { type SecondFactor, secondFactorOf } from '../second-factor/store.ts';
import { endSessionsOf } from '../store.ts';
import { winning } from '../winning/actions.ts';
import {
	changeClosed,
	changeOpen,
	factsOf,
	isStoppable,
	type MissingPart,
	missingParts,
	notSecondPerson,
	type ReleaseKind,
	requireOpen,
} from './rules.ts';
import {
	type ChangesPage,
	type ChangesWanted,
	changeAbout,
	changeById,
	changeOf,
	changesPage,
	hasNobody,
	type IdentityChange,
	insertChange,
	insertDone,
	isFirstFor,
	mayRelease,
	openChanges,
	type Progress,
	requireSecondPerson,
	saveProgress,
} from './store.ts';

type Context = Circumstances & { vault: Vault };

/**
 * Asks for another address of a registered person. The address changes with the link in the new mailbox and one consent. About many moves of
 * a directory, the administrators read only that its key or domain waits for a release.
 */
export async function askForMove(
	call: Call,
	user: { id: string; email: string; companyId: string | null; dateProven: Instant | null },
	email: string,
	by: 'ADMINISTRATOR' | 'DIRECTORY' = 'ADMINISTRATOR',
): Promise<OutcomePart> {
	if (!call.isMailCarried) throw noMailCarried();
	const { db } = call;
	const now = realTime(db, call.now);
	const { companyId } = user;
	const change = { ...moveOf(call, user, email), state: 'OPEN' as const, dateExpires: now + ASKED_MS };
	const links = await linksOf(call, { ...change, dateProven: user.dateProven });
	const told = { kind: 'identity_change_asked' as const, data: { person: user.email, newEmail: email } };
	return {
		statements: [
			...insertChange(db, change, now),
			...links.statements,
			...(by === 'DIRECTORY'
				? []
				: [
						insertMailsToAdmins(db, { ...told, companyId }, call.now, mayRelease(change.id)),
						insertMailsToAdmins(db, { ...told, companyId: null }, call.now, hasNobody(change.id)),
					]),
		],
		changes: [
			creation('user.address_requested', aboutRequest(change), { dateExpires: toIso(change.dateExpires) }),
		],
		mails: links.mails,
		violations: { 'identity_changes.kind': changeOpen },
	};
}

/** The record of a person's move to another address, which the caller asks for or makes. */
function moveOf(
	call: Call,
	{ id: userId, companyId, email: formerEmail }: { id: string; companyId: string | null; email: string },
	email: string,
) {
	const now = realTime(call.db, call.now);
	return {
		id: newId(call.now),
		dateCreated: now,
		dateModified: now,
		companyId,
		kind: 'ADDRESS' as const,
		aboutId: userId,
		userId,
		askerId: personBehind(call.actor).userId,
		email,
		formerEmail,
	};
}

/** Returns the statement with which the person and each administrator can stop a change by the operator. */
export function changeByOperator(call: Call, user: Parameters<typeof moveOf>[1], email: string): Statement {
	const change = moveOf(call, user, email);
	const now = change.dateCreated;
	const released = { consent: 'OPERATOR' as const, consenterId: change.askerId, dateConsented: now };
	return insertDone(call.db, { ...change, ...released, dateExpires: now }, now);
}

/** The person is the subject of these events, and the request their record. */
const aboutRequest = ({
	id,
	userId,
	companyId,
}: Pick<IdentityChange, 'id' | 'companyId'> & { userId: string }) => ({
	...aboutUser(userId, companyId),
	recordId: id,
});

/**
 * Creates the links of a request: one in the new mailbox, and one in the old mailbox. They replace earlier ones. An old address that nobody has
 * proven gets no link, because somebody else may have typed it.
 */
async function linksOf(
	context: Context,
	{ id, userId, companyId, email, formerEmail, dateProven }: Requested,
) {
	const { db, now } = context;
	const linked = {
		userId,
		companyId,
		origin: 'ADMINISTRATOR' as const,
		changeId: id,
		facts: { newEmail: email },
	};
	const links = [await newAddressLink(context, 'PROOF', { ...linked, email }, now)];
	if (dateProven !== null) {
		links.push(await newAddressLink(context, 'AGREEMENT', { ...linked, email: formerEmail }, now));
	}
	const saved = links.flatMap(({ stored, mail }) => [...saveAddressChange(db, stored), insertMail(db, mail)]);
	return { statements: [endLinksOfChange(db, id), ...saved], mails: links.map(({ mail }) => mail.id) };
}

type Requested = Pick<IdentityChange, 'id' | 'companyId' | 'dateProven'> & Movement;

/** A move of a person from one address to another. */
interface Movement {
	userId: string;
	email: string;
	formerEmail: string;
}

/** Returns the event that says how a request went on. The company is the subject of a release. */
function eventOf(change: IdentityChange, how: 'released' | 'cancelled', fields: Fields = {}): Change {
	const { id, kind, about, companyId, userId } = change;
	const subject =
		userId === null ? aboutCompany(companyId ?? '', id) : aboutRequest({ id, userId, companyId });
	if (kind === 'ADDRESS') return creation(`user.address_${how}`, subject, fields);
	const named = { kind, ...(about !== null && { name: about }), ...fields };
	return creation(`release.${how === 'released' ? 'given' : 'cancelled'}`, subject, named);
}

function movementOf({ userId, email, formerEmail }: IdentityChange): Movement {
	if (userId === null || email === null || formerEmail === null)
		throw new Error('The request has no address');
	return { userId, email, formerEmail };
}

export async function listIdentityChanges(
	call: Call,
	companyId: string,
	wanted: ChangesWanted,
	page: ChangesPage,
): Promise<IdentityChange[]> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'listIdentityChanges');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [found] = await loadInCompany(call, scope, companyId, [
		changesPage(db, ownerId, wanted, actor.userId, now, page),
	]);
	return found;
}

/** Counts the requests that wait in a company. */
export async function countIdentityChanges(call: Call, companyId: string): Promise<number> {
	const scope = authorize(call.actor, 'listIdentityChanges');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [[found]] = await loadInCompany(call, scope, companyId, [openChanges(call.db, ownerId, call.now)]);
	return found?.count ?? 0;
}

/** Consents to a request as its second person, or as the operator. */
export async function releaseIdentityChange(
	call: Call,
	companyId: string,
	id: string,
): Promise<Outcome<IdentityChange>> {
	const { db, actor } = call;
	const { scope, change } = await loadChange(call, 'releaseIdentityChange', companyId, id);
	requireOpen(change);
	if (!scope.all && !change.isReleasable) throw notSecondPerson();
	const isFirst = change.consent === null;
	const consent = scope.all ? ('OPERATOR' as const) : ('SECOND_PERSON' as const);
	const now = realTime(db, call.now);
	// From now on, a code can be printed for as long as a request is open.
	const longer = change.kind === 'CODE' ? { dateExpires: now + ASKED_MS } : {};
	const given = { consent, consenterId: actor.userId, dateConsented: now, ...longer };
	const outcome = await stepOf(call, change, isFirst ? given : {});
	return {
		...outcome,
		statements: [...(scope.all ? [] : [requireSecondPerson(db, actor.userId, id)]), ...outcome.statements],
		violations: { ...outcome.violations, 'identity_changes.second_person': notSecondPerson },
	};
}

/** Cancels an open request, or stops a change that somebody released within the last seven days. */
export async function cancelIdentityChange(
	call: Call,
	companyId: string,
	id: string,
): Promise<Outcome<IdentityChange>> {
	const { change } = await loadChange(call, 'cancelIdentityChange', companyId, id);
	return ending(call, change);
}

/** Sends the links of an open request again, or the mails to those who may release it. */
export async function remindIdentityChange(
	call: Call,
	companyId: string,
	id: string,
): Promise<Outcome<IdentityChange>> {
	const { actor } = call;
	const keys = [`address by ${actor.userId}`, `address links ${id}`];
	const { change, counted } = await loadChange(call, 'remindIdentityChange', companyId, id, keys);
	requireOpen(change);
	requireFewMails('addressesOfOthers', counted[0]?.[0], counted[1]?.[0], call.now);
	const { kind } = change;
	const links =
		kind === 'ADDRESS'
			? await linksOf(call, { ...change, ...movementOf(change) })
			: {
					statements: toldOfRequest(call, { ...change, kind, about: change.about ?? change.presentEmail }),
					mails: [],
				};
	return { before: change, after: change, statements: links.statements, changes: [], mails: links.mails };
}

/** Loads a request in the scope of the caller. If it is there, an attempt is counted under each key in the same round trip. */
async function loadChange(
	call: Call,
	operation: Operation,
	companyId: string,
	id: string,
	keys: readonly string[] = [],
) {
	const { db, now, actor } = call;
	const scope = authorize(actor, operation);
	const reached = companyIdInScope(db, scope, companyId);
	const counting = keys.map((key) => countAttempt(db, key, now, isFirstFor(call.claim, reached, id)));
	const wanted = changeOf(db, reached, id, actor.userId, now);
	const { change, counted } = await load(call, [wanted, ...counting], ([[found], ...rest]) => ({
		change: requireFound(found, 'request'),
		counted: rest,
	}));
	if (change.userId !== null) concern(call, change.userId);
	return { scope, change, counted };
}

/** Reads the request about the caller that waits, or that can still be stopped. */
export async function readOwnIdentityChange(call: Call): Promise<IdentityChange> {
	const { db, now, actor } = call;
	authorize(actor, 'readOwnIdentityChange');
	const [[change]] = await load(call, [changeAbout(db, actor.userId, now)]);
	return requireOwn(call, change);
}

function requireOwn({ db, now }: Call, change: IdentityChange | undefined): IdentityChange {
	const isThere = change !== undefined && (change.state === 'OPEN' || isStoppable(change, realTime(db, now)));
	if (!isThere) throw notFound('request');
	return change;
}

interface Proof {
	password: string | null;
	code: string | null;
}

/** Consents as the person, with the password or second factor. */
export async function agreeToIdentityChange(call: Call, proof: Proof): Promise<Outcome<IdentityChange>> {
	const { db, now, actor } = call;
	authorize(actor, 'agreeToIdentityChange');
	const [[found], [counted], [factor], [mover]] = await load(call, [
		changeAbout(db, actor.userId, now),
		...proofQueries(call, '', proof),
	]);
	const change = requireOwn(call, found);
	concern(call, actor.userId);
	requireOpen(change);
	const proven = await proveSelf(call, { counted, factor, mover }, proof);
	const outcome = await stepOf(call, change, consentOf(call, change, 'PERSON', actor.userId));
	return {
		...outcome,
		statements: [...proven, ...outcome.statements],
		violations: { ...OVERTAKEN, ...outcome.violations },
	};
}

export async function refuseIdentityChange(call: Call): Promise<Outcome<IdentityChange>> {
	const { db, now, actor } = call;
	authorize(actor, 'refuseIdentityChange');
	const [[found]] = await load(call, [changeAbout(db, actor.userId, now)]);
	const change = requireOwn(call, found);
	concern(call, actor.userId);
	return ending(call, change);
}

/** Returns the first consent to a request. Later ones change nothing. */
const consentOf = (
	{ db, now }: Context,
	{ consent }: IdentityChange,
	by: 'PERSON' | 'OLD_MAILBOX',
	userId: string | null,
): Progress =>
	consent === null ? { consent: by, consenterId: userId, dateConsented: realTime(db, now) } : {};

/** Stores a part of a request. With the last part, the address changes. */
async function stepOf(
	context: Context,
	change: IdentityChange,
	progress: Progress,
): Promise<OutcomePart & { before: IdentityChange; after: IdentityChange }> {
	const now = realTime(context.db, context.now);
	const after = { ...change, ...progress, dateModified: now };
	const { consent } = progress;
	const agreed = consent == null ? [] : [eventOf(change, 'released', { consent })];
	if (missingParts(after).length === 0) {
		const { kind } = change;
		const done =
			kind === 'ADDRESS'
				? await finish(context, change, progress)
				: releasing(context, change, kind, progress);
		return { ...done, changes: [...agreed, ...done.changes] };
	}
	return {
		before: change,
		after,
		statements: [
			...(Object.keys(progress).length === 0 ? [] : saveProgress(context.db, change.id, progress, now)),
			...(change.kind === 'CODE' && agreed.length > 0 ? [toldOfOutcome(context, change, 'CODE')] : []),
		],
		changes: agreed,
		mails: [],
		violations: {},
	};
}

/** Tells all administrators what was released. */
const toldOfOutcome = ({ db, now }: Context, change: IdentityChange, kind: ReleaseKind): Statement =>
	insertMailsToAdmins(
		db,
		{
			kind: 'release_given',
			companyId: change.companyId,
			data: factsOf(kind, change.about ?? change.presentEmail),
		},
		now,
	);

/** Releases a provider, a domain or the key of a directory, or ends the rest of a person. */
function releasing(context: Context, change: IdentityChange, kind: ReleaseKind, progress: Progress) {
	const { db } = context;
	const { id, aboutId, about } = change;
	const now = realTime(db, context.now);
	const done = { ...progress, state: 'DONE' as const, dateDone: now };
	return {
		before: change,
		after: { ...change, ...done, dateModified: now },
		statements: [
			...saveProgress(db, id, done, now),
			...release(db, { kind, aboutId, about }, now),
			toldOfOutcome(context, change, kind),
		],
		changes: [],
		mails: [],
		violations: { 'identity_changes.gone': changeClosed },
	};
}

/** Changes the address of a request that has all its parts. */
async function finish(context: Context, change: IdentityChange, progress: Progress) {
	const { db } = context;
	const now = realTime(db, context.now);
	const done = { ...progress, state: 'DONE' as const, dateDone: now };
	const after: IdentityChange = { ...change, ...done, dateModified: now };
	const { userId, email, formerEmail } = movementOf(change);
	const { companyId } = change;
	const isReleased = isStoppable(after, now);
	const { dateProven, hasWaiting, proves } = change;
	const mover = {
		id: userId,
		email: formerEmail,
		dateRegistered: now,
		dateProven,
		companyId,
		changeId: change.id,
	};
	const begun = await beginningWithMove(db, { userId, proves, hasWaiting }, companyId, context.now);
	const { first, statements, mails } = await leavingAddress(
		context,
		mover,
		'ADMINISTRATOR',
		isReleased ? 'company' : 'person',
	);
	return {
		before: change,
		after,
		statements: [
			begun.first,
			...saveProgress(db, change.id, done, now),
			...first,
			setAddress(db, mover, email, context.now, winning(context, userId)),
			requireAddress(db, userId, email),
			...prove(db, { userId, emailKey: emailKey(email) }, 'MAIL', context.now, winning(context, userId)),
			...begun.statements,
			...statements,
			...(isReleased ? toldOfRelease(context, mover, email) : []),
		],
		changes: [
			...alteration(
				'user.updated',
				aboutUser(userId, companyId),
				{ email: formerEmail, dateProven: dateProven && toIso(dateProven) },
				{ email, dateProven: proves ? toIso(context.now) : null },
			),
			...begun.changes,
		],
		mails: [...mails, ...begun.mails],
		violations: {
			'users.email_key': emailTaken,
			'address_changes.overtaken': stale,
			'address_proofs.changed': stale,
		},
	};
}

/** Cancels an open request, or takes back what was released. */
async function ending(call: Call, change: IdentityChange): Promise<Outcome<IdentityChange>> {
	const { db } = call;
	const now = realTime(db, call.now);
	if (change.state === 'OPEN') {
		const progress = { state: 'CANCELLED' as const };
		return {
			before: change,
			after: { ...change, ...progress, dateModified: now },
			statements: [...saveProgress(db, change.id, progress, now), endLinksOfChange(db, change.id)],
			changes: [eventOf(change, 'cancelled')],
		};
	}
	const { id, kind, aboutId, about, dateDone } = change;
	if (!isStoppable(change, now) || dateDone === null) throw changeClosed();
	if (kind !== 'ADDRESS') {
		const progress = { state: 'STOPPED' as const };
		return {
			before: change,
			after: { ...change, ...progress, dateModified: now },
			statements: [
				...saveProgress(db, id, progress, now),
				...withdraw(db, { id, kind, aboutId, about }, dateDone, now),
			],
			changes: [eventOf(change, 'cancelled')],
			violations: { 'identity_changes.gone': changeClosed },
		};
	}
	if (change.presentEmail !== change.email) throw changeClosed();
	return stopping(call, change, movementOf(change));
}

function stopping(
	call: Call,
	change: IdentityChange,
	{ userId, email, formerEmail }: Movement,
): Outcome<IdentityChange> {
	const { db } = call;
	const { companyId, dateDone, dateProven, wasProven } = change;
	const now = realTime(db, call.now);
	const progress = { state: 'STOPPED' as const };
	const told = [email, formerEmail].map((recipient) => ({
		...newMail('address_stopped', userId, companyId, call.now, { email: formerEmail }),
		recipient,
	}));
	return {
		before: change,
		after: { ...change, ...progress, dateModified: now },
		statements: [
			...saveProgress(db, change.id, progress, now),
			...endSessionsOf(call, userId, 'address_changed'),
			setAddress(
				db,
				{ id: userId, email },
				formerEmail,
				call.now,
				wasProven ? winning(call, userId) : undefined,
			),
			requireAddress(db, userId, formerEmail),
			...(wasProven
				? prove(db, { userId, emailKey: emailKey(formerEmail) }, 'MAIL', call.now, winning(call, userId))
				: []),
			endAddressChanges(db, userId, dateDone ?? now),
			rest(db, userId, now + REST_MS, call.now),
			...told.map((mail) => insertMail(db, mail)),
		],
		changes: alteration(
			'user.updated',
			aboutUser(userId, companyId),
			{ email, dateProven: dateProven && toIso(dateProven) },
			{ email: formerEmail, dateProven: wasProven ? toIso(call.now) : null },
		),
		mails: told.map(({ id }) => id),
		violations: { 'users.email_key': addressReassigned, 'address_changes.overtaken': stale },
	};
}

/** The ids of mails that a link has caused, and the parts that the change still waits for. */
interface Linked {
	mails: string[];
	waitsFor: MissingPart[];
}

interface GivenLink extends Partial<Proof> {
	token: string;
}

/** Uses the link or code in the new mailbox. The person's password or second factor may be given with it, as the consent. */
export async function confirmAddress(
	visited: Gate,
	{ token, password = null, code = null }: GivenLink,
): Promise<Linked> {
	const { gate, found, forgotten } = await redeem(visited, ['CONFIRMATION', 'PROOF'], token);
	const { changeId, userId } = found;
	if (changeId === null) return { mails: await confirmOwn(gate, found, forgotten), waitsFor: [] };
	const { db, now } = gate;
	const attempts = `address_move ${changeId}`;
	const isProof = password !== null || code !== null;
	const [[change], [counted], [factor]] = await batch(db, [
		changeById(db, changeId, now),
		countAttempt(db, attempts, now, isProof),
		secondFactorOf(db, userId, recoveryHash(userId, code ?? '')),
	]);
	if (change?.state !== 'OPEN' || factor === undefined) throw linkNotValid();
	requireFew('addressProofs', counted, now);
	const used = isProof ? await provenBy(gate, factor, { password, code }) : [];
	return stepAt(gate, found, change, [...used, forgetAttempts(db, attempts)], forgotten, {
		dateConfirmed: change.dateConfirmed ?? realTime(db, now),
		...(isProof && consentOf(gate, change, 'PERSON', userId)),
	});
}

/** Returns the statements that use up what the person gave. Refuses a wrong password or code. */
async function provenBy(gate: Gate, factor: SecondFactor, { password, code }: Proof): Promise<Statement[]> {
	if (code !== null && factor.dateConfirmed !== null) return requireCode(gate, factor, code);
	if (code !== null) throw codeNotTaken();
	if (factor.passwordHash === null) throw invalidField('password', 'wrong', 'password is wrong.');
	await requirePassword(factor, password);
	return [];
}

/** Agrees to a request with the link or code in the old mailbox, or cancels the request. */
export async function answerIdentityChange(
	visited: Gate,
	{ token, agrees }: { token: string; agrees: boolean },
): Promise<Linked> {
	const { gate, found, forgotten } = await redeem(visited, ['AGREEMENT'], token);
	const { db, now } = gate;
	const [[change]] = await batch(db, [changeById(db, found.changeId ?? '', now)]);
	if (change?.state !== 'OPEN') throw linkNotValid();
	if (agrees) {
		return stepAt(gate, found, change, [], forgotten, consentOf(gate, change, 'OLD_MAILBOX', found.userId));
	}
	const event = recorded(gate, found, [eventOf(change, 'cancelled')]);
	const statements = [
		...saveProgress(db, change.id, { state: 'CANCELLED' }, realTime(db, now)),
		endLinksOfChange(db, change.id),
	];
	await commitAt(gate, [...statements, ...event], [forgotten], { stale_revision: linkNotValid });
	return { mails: [], waitsFor: [] };
}

async function stepAt(
	gate: Gate,
	found: FoundChange,
	change: IdentityChange,
	used: readonly Statement[],
	forgotten: Statement,
	progress: Progress,
): Promise<Linked> {
	const { after, statements, changes, mails, violations } = await stepOf(gate, change, progress);
	await commitAt(gate, [...used, ...statements, ...recorded(gate, found, changes)], [forgotten], {
		...violations,
		'address_changes.overtaken': linkNotValid,
		stale_revision: linkNotValid,
		code_used: codeNotTaken,
		'second_factors.changed': codeNotTaken,
	});
	return { mails: mails.map((id) => inCell(gate.db, id)), waitsFor: missingParts(after) };
}
