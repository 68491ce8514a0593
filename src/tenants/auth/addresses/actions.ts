import { cellOfCode } from '../../../foundation/cells/whereabouts.ts';
import {
	aboutUser,
	alteration,
	type Change,
	creation,
	type Fields,
} from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, realTime, toIso } from '../../../foundation/core/instant.ts';
import { invalidField, requireFound } from '../../../foundation/core/refusals.ts';
import { inCell, newSecret, type Vault } from '../../../foundation/core/vault.ts';
import type { Circumstances } from '../../../foundation/db/access-events.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { isStale, stale } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { isUnanswered } from '../../../foundation/db/idempotency.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { removeSubscriptionsOf } from '../../mail/push/store.ts';
import { newMail } from '../../mail/rules.ts';
import { insertMail, insertMailIf, insertMailsToAdmins } from '../../mail/store.ts';
import { type Attempts, requireFew } from '../../users/attempts/rules.ts';
import { countAttempt, countCode, forgetAttempts } from '../../users/attempts/store.ts';
import { type Party, REST_MS, restOf, restsAfter } from '../../users/identity/rules.ts';
import { prove } from '../../users/identity/store.ts';
import { emailKey, emailTaken } from '../../users/rules.ts';
import { rest } from '../../users/store.ts';
import { commitAt, type Gate, gateFor, locate } from '../gate.ts';
import { linkNotValid, newLaterResetMail, presented } from '../one-time/rules.ts';
import { saveTokens } from '../one-time/store.ts';
import { hashPassword } from '../password/rules.ts';
import { beginningWithMove } from '../proofs/actions.ts';
import { isOther } from '../proofs/store.ts';
import { isProvenLately } from '../rules.ts';
import { attemptsOf, requireCode, requirePassword } from '../second-factor/actions.ts';
import { recoveryHash } from '../second-factor/rules.ts';
import {
	type AddedSinceAsked,
	addedSinceAsked,
	removeSecondFactor,
	replaceRecoveryCodes,
	type SecondFactor,
	secondFactorOf,
} from '../second-factor/store.ts';
import { endSessionsOf } from '../store.ts';
import { winning } from '../winning/actions.ts';
import {
	type AddressLink,
	type AddressOrigin,
	addressReassigned,
	type Counted,
	type DomainMover,
	type GivenLink,
	newAddressLink,
	noMailCarried,
	notInDomain,
	requireReachable,
	signInFirst,
	textOfEnded,
} from './rules.ts';
import {
	addressChangeOf,
	endAddressChanges,
	type FoundChange,
	isUnspent,
	moverOf,
	requireAddress,
	requireInDomain,
	requireMail,
	requireQuiet,
	saveAddressChange,
	saveAddressChangeIf,
	setAddress,
	setAddressByLink,
} from './store.ts';

export type OutcomePart = Required<Pick<Outcome<null>, 'statements' | 'changes' | 'mails' | 'violations'>>;

/** Counts the mails that people request to an address, for each caller and for each address. Without an address, nothing is counted. */
export async function countAddressMails(call: Call, email: string | undefined) {
	const { db, now, vault, actor } = call;
	const [mark] = await vault.mark(`address ${emailKey(email ?? '')}`);
	const isCounted = email === undefined ? false : isUnanswered(call.claim);
	return [
		countAttempt(db, `address by ${actor.userId}`, now, isCounted),
		countAttempt(db, `address ${mark}`, now, isCounted),
	] as const;
}

/** Refuses too many mails. It does so in the same way for free and used addresses. */
export function requireFewMails(
	kind: 'ownAddresses' | 'addressesOfOthers',
	byCaller: Attempts | undefined,
	toAddress: Attempts | undefined,
	now: Instant,
): void {
	requireFew(kind, byCaller, now);
	requireFew('addressMails', toAddress, now);
}

interface Proof {
	password: string | null;
	code: string | null;
}

/** Returns the queries with which the caller of an address change is checked. They count an attempt at the secrets. */
export const proofQueries = (call: Call, email: string | undefined, { code }: Proof) => {
	const { db, now, actor } = call;
	const isCounted = email === undefined ? false : isUnanswered(call.claim);
	return [
		countAttempt(db, attemptsOf(actor.userId), now, isCounted),
		secondFactorOf(db, actor.userId, recoveryHash(actor.userId, code ?? '')),
		moverOf(db, actor.userId, actor.sessionId, email ?? ''),
	] as const;
};

interface Proven {
	counted: Attempts | undefined;
	factor: SecondFactor | undefined;
	mover: Awaited<ReturnType<typeof moverOf>>[number] | undefined;
}

/** Checks the caller's password or second factor for a change of the own address. */
export async function proveToMove(call: Call, proven: Proven, proof: Proof) {
	requireFew('secondFactors', proven.counted, call.now);
	requireReachable(requireFound(proven.mover, 'user'));
	return proveSelf(call, proven, proof);
}

/** Checks the caller's password or second factor. People with neither must have signed in recently. */
export async function proveSelf(call: Call, { counted, factor, mover }: Proven, { password, code }: Proof) {
	const { db, now, actor } = call;
	requireFew('secondFactors', counted, now);
	const [user, known] = [requireFound(factor, 'user'), requireFound(mover, 'user')];
	const forgotten = forgetAttempts(db, attemptsOf(actor.userId));
	if (code !== null && user.dateConfirmed !== null) {
		return [...(await requireCode(call, user, code)), forgotten];
	}
	if (user.passwordHash !== null) {
		await requirePassword(user, password);
		return [forgotten];
	}
	if (user.dateConfirmed !== null) throw invalidField('code', 'required', 'code is missing.');
	if (!isProvenLately(known.dateOpened, realTime(db, now))) throw signInFirst();
	return [forgotten];
}

/** Sends a link to the new address of the caller. The address changes only when the link is used, so that nobody learns whether it is free. */
export async function askForAddress(
	call: Call,
	user: { id: string; companyId: string | null },
	email: string,
): Promise<OutcomePart> {
	const { db, now } = call;
	if (!call.isMailCarried) throw noMailCarried();
	const linked = { userId: user.id, companyId: user.companyId, email, origin: 'SELF' as const };
	const { stored, mail } = await newAddressLink(call, 'CONFIRMATION', linked, now);
	const dateExpires = toIso(stored.dateExpires);
	return {
		statements: [...saveAddressChange(db, stored), insertMail(db, mail)],
		// The event names the link, so that an undo knows who asked, and when.
		changes: [
			creation(
				'user.address_requested',
				{ ...aboutUser(user.id, user.companyId), recordId: stored.id },
				{ dateExpires },
			),
		],
		mails: [mail.id],
		violations: {},
	};
}

interface Mover {
	id: string;
	email: string;
	dateRegistered: Instant | null;
	/** Since when the old address is proven; null if it is not. */
	dateProven: Instant | null;
	companyId: string | null;
	/** The request that the change fulfils. */
	changeId?: string;
}

/**
 * Returns the mail to the old address of a person with the link that restores it. An address that nobody has proven may be in the hands of
 * somebody else, so it only reads that it was replaced. Nothing is proven in a sandbox.
 */
async function toldToOld(
	context: Circumstances & { vault: Vault },
	linked: Parameters<typeof newAddressLink>[2],
	dateProven: Instant | null,
) {
	const { db, now } = context;
	const isSandbox = db.ahead !== undefined;
	if (dateProven !== null || isSandbox) return newAddressLink(context, 'RESTORATION', linked, now);
	const mail = newMail('address_left', linked.userId, null, now);
	return { stored: null, mail: { ...mail, recipient: linked.email } };
}

/**
 * Returns the statements that belong to a change of an address. `first` ends the sessions. The others follow the change: they send a link to
 * the old address that restores it. An address without a registered user gets no link. Unless the person agreed, resets by mail rest.
 */
export async function leavingAddress(
	call: Circumstances & { vault: Vault },
	{ id, email, dateRegistered, dateProven, companyId, changeId }: Mover,
	origin: AddressOrigin,
	by: Party | 'person',
): Promise<Pick<OutcomePart, 'statements' | 'mails'> & { first: Statement[] }> {
	if (dateRegistered === null) return { first: [], statements: [], mails: [] };
	const { db, now } = call;
	const until = realTime(db, now) + REST_MS;
	const rests = restsAfter('address', by);
	const facts = rests ? { restUntil: String(until) } : {};
	const linked = { userId: id, companyId, email, origin, facts, changeId: changeId ?? null };
	const { stored, mail } = await toldToOld(call, linked, dateProven);
	return {
		first: endSessionsOf(call, id, 'address_changed'),
		statements: [
			...(stored === null ? [] : saveAddressChange(db, stored)),
			insertMail(db, mail),
			...(rests ? [rest(db, id, until, now)] : []),
		],
		mails: [mail.id],
	};
}

/** Tells the new address and all administrators about a change that somebody released, so that each of them can stop it. */
export function toldOfRelease(
	{ db, now }: Circumstances,
	{ id, email, companyId }: Pick<Mover, 'id' | 'email' | 'companyId'>,
	newEmail: string,
): Statement[] {
	const restUntil = String(realTime(db, now) + REST_MS);
	const facts = { newEmail, restUntil };
	const mail = { ...newMail('address_set', id, companyId, now, facts), recipient: newEmail };
	const told = { kind: 'identity_released' as const, companyId, data: { person: email, ...facts } };
	return [insertMail(db, mail), insertMailsToAdmins(db, told, now)];
}

/**
 * Changes a user's address as the directory or the identity provider of a company demands. The company must have verified the new address's
 * domain, and must be the user's only company. Somebody must have released the domain, and the key or the provider.
 */
export async function changeAddressInDomain(
	call: Circumstances & { vault: Vault },
	user: Mover & { companyId: string },
	email: string,
	by: DomainMover,
): Promise<OutcomePart> {
	const { db, now } = call;
	const { origin } = by;
	// A directory knows addresses, but nobody has shown to read them.
	const proof = origin === 'DIRECTORY' && user.dateProven === null ? null : origin;
	const { first, statements, mails } = await leavingAddress(call, user, origin, 'directory');
	const about = aboutUser(user.id, user.companyId);
	return {
		statements: [
			requireInDomain(db, user.id, user.companyId, email, by),
			...first,
			setAddress(db, user, email, now, proof === null ? undefined : winning(call, user.id)),
			requireAddress(db, user.id, email),
			...prove(db, { userId: user.id, emailKey: emailKey(email) }, proof, now, winning(call, user.id)),
			...statements,
		],
		changes: alteration(
			'user.updated',
			about,
			{ email: user.email, dateProven: user.dateProven && toIso(user.dateProven) },
			{ email, dateProven: proof && toIso(now) },
		),
		mails,
		violations: {
			'users.email_key': emailTaken,
			'address_changes.domain': notInDomain,
			'address_changes.overtaken': stale,
		},
	};
}

/** Returns the address to which a valid link or code was sent, and whether the link belongs to a request. The link stays valid. */
export async function openAddressLink(gate: Gate, kinds: readonly AddressLink[], token: string) {
	const { found } = await redeem(gate, kinds, token);
	return { email: found.address, isAsked: found.changeId !== null };
}

/** Changes the address as the person asked, with the link that was mailed to the new one. Returns the ids of the mails. */
export async function confirmOwn(gate: Gate, found: FoundChange, forgotten: Statement): Promise<string[]> {
	const { db, now } = gate;
	const { id: changeId, userId, companyId, employerId, email, origin, key, dateProven } = found;
	const linked = { userId, companyId, email, origin, changeId };
	const { stored, mail } = await toldToOld(gate, linked, dateProven);
	const begun = await beginningWithMove(db, found, employerId ?? companyId, now);
	await commitAt(
		gate,
		[
			begun.first,
			insertMailIf(db, mail, isUnspent(key)),
			requireMail(db, mail.id),
			...(stored === null ? [] : [saveAddressChangeIf(db, stored, key)]),
			...endSessionsOf(gate, userId, 'address_changed'),
			setAddressByLink(db, found, now, winning(gate, userId)),
			...prove(db, { userId, emailKey: emailKey(found.address) }, 'MAIL', now, winning(gate, userId)),
			...begun.statements,
			endAddressChanges(db, userId, now + 1),
			...eventsOf(gate, found, {}, begun.changes),
		],
		[forgotten],
		{ 'address_changes.spent': linkNotValid, 'users.email_key': emailTaken, 'address_proofs.changed': stale },
	);
	return [mail.id, ...begun.mails].map((id) => inCell(db, id));
}

/** Finds and ends records of an account since a change of its address was asked for. Later rooms hold these, so the routes pass it in. */
export interface SinceAsked {
	queries(db: Db, link: GivenLink, now: Instant): readonly Statement[];
	/** Returns how to end what these queries have found. `ended` counts it by kind. */
	ending(
		at: Circumstances,
		userId: string,
		results: readonly unknown[],
	): { statements: Statement[]; changes: Change[]; ended: readonly Counted[] };
}

/**
 * Restores an address with the link or code in a mail about its change, and ends what was added since the change was asked for. Later changes
 * can then no longer be taken back. The password ends, because somebody else may know it. Returns the ids of the mails.
 */
export async function restoreAddress(visited: Gate, token: string, since: SinceAsked): Promise<string[]> {
	const attempt = () => restoreOnce(visited, token, since);
	return attempt().catch((error) => {
		// The account has added something since the read.
		if (!isStale(error)) throw error;
		return attempt();
	});
}

async function restoreOnce(visited: Gate, token: string, since: SinceAsked): Promise<string[]> {
	const { gate, found, forgotten, others } = await redeem(visited, ['RESTORATION'], token, (db, link) => [
		addedSinceAsked(db, link),
		...since.queries(db, link, visited.now),
	]);
	const { db, now } = gate;
	const { userId, dateCreated, passwordHash } = found;
	const [[added], ...results] = others as [AddedSinceAsked[], ...unknown[]];
	const begun = since.ending(gate, userId, results);
	const unknown = passwordHash === null ? undefined : await hashPassword(newSecret());
	const mails = await mailsOfUndo(gate, found, added, begun.ended);
	const { replaced, restUntil } = mails;
	const password = passwordHash === null ? {} : { password: 'removed' };
	await commitAt(
		gate,
		[
			requireQuiet(db, userId, added?.position ?? 0, replaced.id),
			insertMailIf(db, replaced, isUnspent(found.key)),
			requireMail(db, replaced.id),
			...endSessionsOf(gate, userId, 'address_changed'),
			...(added?.isFactorNew ? removeSecondFactor(db, userId) : []),
			...(added?.areCodesNew ? replaceRecoveryCodes(db, userId, []) : []),
			removeSubscriptionsOf(db, userId),
			...begun.statements,
			setAddressByLink(db, found, now, winning(gate, userId), unknown),
			...prove(db, { userId, emailKey: emailKey(found.address) }, 'MAIL', now, winning(gate, userId)),
			endAddressChanges(db, userId, dateCreated),
			...(restUntil === null ? [] : [rest(db, userId, restUntil, now)]),
			...mails.statements,
			...eventsOf(gate, found, password, begun.changes),
		],
		[forgotten],
		{
			'address_changes.spent': linkNotValid,
			'address_changes.overtaken': stale,
			'users.email_key': addressReassigned,
		},
	);
	return [replaced.id, ...mails.ids].map((id) => inCell(db, id));
}

/**
 * Creates the mails of an undo: to the replaced address, to the restored one with what has ended, and the link to a new password. If a
 * second factor ends, resets by mail rest, and the administrators get a mail.
 */
async function mailsOfUndo(
	gate: Gate,
	found: FoundChange,
	added: AddedSinceAsked | undefined,
	begun: readonly Counted[],
) {
	const { db, now } = gate;
	const { userId, companyId, address, email, passwordHash, isClosed } = found;
	const isFactorEnded = added?.isFactorNew === true && restsAfter('secondFactor', 'oldMailbox');
	const until = isFactorEnded ? realTime(db, now) + REST_MS : null;
	const user = { userId, companyId, restUntil: Math.max(found.restUntil ?? 0, until ?? 0) };
	const resting = restOf(user, realTime(db, now));
	const ended = textOfEnded([
		{ kind: 'PASSWORD', count: passwordHash === null ? 0 : 1 },
		{ kind: 'SECOND_FACTOR', count: Number(added?.isFactorNew ?? 0) },
		{ kind: 'RECOVERY_CODES', count: Number(added?.areCodesNew ?? 0) },
		{ kind: 'DEVICE', count: added?.devices ?? 0 },
		...begun,
	]);
	const facts = { ended, ...(resting !== null && { restUntil: String(resting) }) };
	const next = passwordHash === null ? 'PROVIDER' : isClosed ? 'CLOSED' : 'LINK';
	const undone = newMail('address_undone', userId, companyId, now, { ...facts, next });
	const reset = next === 'LINK' ? await newLaterResetMail(gate, user, now) : null;
	const told = {
		kind: 'identity_undone' as const,
		companyId,
		data: { person: address, restUntil: String(until) },
	};
	return {
		replaced: { ...newMail('address_restored', userId, companyId, now, { ended }), recipient: email },
		restUntil: until,
		statements: [
			insertMail(db, { ...undone, recipient: address }),
			...(reset === null ? [] : [...saveTokens(db, [reset.stored]), insertMail(db, reset.mail)]),
			...(until === null ? [] : [insertMailsToAdmins(db, told, now, isOther(userId, userId))]),
		],
		ids: [undone.id, ...(reset === null ? [] : [reset.mail.id])],
	};
}

/** Finds a valid link or code of one of these kinds. `more` reads about it in the same round trip. */
export async function redeem(
	visited: Gate,
	kinds: readonly AddressLink[],
	token: string,
	more: (db: Db, link: GivenLink) => readonly Statement[] = () => [],
) {
	const { home, now, tokens, client, vault } = visited;
	const named = gateFor(visited, token);
	const given = presented(token);
	const [place] = await tokens.seal(`code from ${client.place}`);
	const marks = given.code === null ? [] : await vault.mark(given.code);
	const link = { key: given.key, marks };
	const reading = (db: Db) => [addressChangeOf(db, kinds, link), ...more(db, link)] as const;
	const [[counted], cells, ...here] = await batch(named.db, [
		countCode(named.db, place, given.code !== null, now),
		cellOfCode(named.db, marks, given.key),
		...reading(named.db),
	]);
	requireFew('codes', counted, now);
	const {
		gate,
		found: [[found], ...others],
	} = await locate<Read>(named, here as Read, cells, async (db) => (await batch(db, reading(db))) as Read);
	if (found === undefined || found.dateExpires <= now) throw linkNotValid();
	return { gate, found, others, forgotten: forgetAttempts(home, place) };
}

/** The rows that are read about a link. */
type Read = [FoundChange[], ...unknown[]];

/** The author of these events has no session, so the id of the link stands for it. */
export function recorded(
	{ db, now, requestId }: Gate,
	{ userId, roles }: FoundChange,
	changes: readonly Change[],
): Statement[] {
	if (changes.length === 0) return [];
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	return recordEvents(db, author, now, identified(changes, now));
}

function eventsOf(gate: Gate, found: FoundChange, others: Fields, more: readonly Change[] = []): Statement[] {
	const { userId, companyId, employerId, email, address, proves } = found;
	const about = aboutUser(userId, employerId ?? companyId);
	const dateProven = found.dateProven && toIso(found.dateProven);
	const after = { email: address, dateProven: proves ? toIso(gate.now) : null, ...others };
	const changes = alteration('user.updated', about, { email, dateProven }, after);
	return recorded(gate, found, [...changes, ...more]);
}
