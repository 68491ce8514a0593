import { cellOfAddress } from '../../../foundation/cells/whereabouts.ts';
import { aboutUser, alteration } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { toIso } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { invalidField, isRefusal } from '../../../foundation/core/refusals.ts';
import { inCell } from '../../../foundation/core/vault.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { commit, isStale } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { isUnanswered } from '../../../foundation/db/idempotency.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { newMail, tooManyInvitations } from '../../mail/rules.ts';
import { insertMail, insertMailIf } from '../../mail/store.ts';
import { requireFew } from '../../users/attempts/rules.ts';
import { countAttempt, countReset, forgetAttempts, touchAttempts } from '../../users/attempts/store.ts';
import { proofBy } from '../../users/identity/rules.ts';
import { prove, takeAddress } from '../../users/identity/store.ts';
import { addressOf, addressRegistered, emailKey } from '../../users/rules.ts';
import { attemptKeys, commitAt, type Gate, locate, openSession, whereverItIs } from '../gate.ts';
import { findUser, type ValidLink } from '../one-time/actions.ts';
import {
	linkNotValid,
	newMailedLink,
	newResetMail,
	type Presented,
	type Purpose,
	presented,
} from '../one-time/rules.ts';
import {
	type FoundToken,
	isUnspent,
	replaceToken,
	saveTokens,
	spendToken,
	tokenOf,
} from '../one-time/store.ts';
import { isUntold } from '../proofs/store.ts';
import { endSessionsOf } from '../store.ts';
import { winning } from '../winning/actions.ts';
import { CompanyAccountRequired, hashPassword, requireGoodPassword, verifyPassword } from './rules.ts';
import { ownPassword, type Recipient, recipientOf, setOwnPassword } from './store.ts';

/** Used as the user of an unknown address, so that the same work is done for it. */
const NOBODY = {
	userId: '00000000-0000-7000-8000-000000000000',
	companyId: null,
	isRegistered: true,
	isUnproven: false,
	restUntil: null,
};

/**
 * Sends a password link, or a new invitation to a person who has not registered. Response and time do not reveal whether the address is
 * known. Somebody else may have typed an address that is not proven, so its mailbox reads why it gets no link. While resets rest, the
 * mail says until when instead. Like the other functions here, it returns the ids of the mails, each with its cell.
 */
export async function requestReset(visited: Gate, email: string): Promise<string[]> {
	const { home, now, tokens, client } = visited;
	const address = emailKey(email);
	const [{ fromPlace: place }, [fromPlace], [fromOthers]] = await Promise.all([
		attemptKeys(visited, address),
		tokens.seal(`reset ${address} from ${client.place}`),
		tokens.seal(`reset ${address}`),
	]);
	const [[known], [others], inD1, cells] = await batch(home, [
		...countReset(home, { place, fromPlace, fromOthers }, now),
		recipientOf(home, address),
		cellOfAddress(home, address),
	]);
	requireFew('resets', known ?? others, now);
	const key = known === undefined ? fromOthers : fromPlace;
	const read = (db: Db) => batch(db, [recipientOf(db, address)]).then(([found]) => found);
	const {
		gate,
		found: [recipient],
		decoy,
	} = await locate(visited, inD1, cells, read);
	const sent = await sendLink(gate, recipient, key).catch(async (error) => {
		if (!isStale(error)) throw error;
		// The invited person has registered in the meantime.
		const [registered] = await read(gate.db);
		return sendLink(gate, registered, key);
	});
	// A link in a cell takes two writes, so the unrelated cell gets a write too, which takes as long.
	if (decoy !== null) await commit(decoy, [touchAttempts(decoy, key)]).catch(() => undefined);
	return sent;
}

async function sendLink(gate: Gate, recipient: Recipient | undefined, key: string): Promise<string[]> {
	const { db, home, now } = gate;
	const user = recipient ?? NOBODY;
	const { stored, mail: linked } = user.isRegistered
		? await newResetMail(gate, user, now)
		: await newMailedLink(gate, 'REGISTRATION', user, null, now);
	// To an address that is not proven, the mail names no company.
	const mail = user.isUnproven ? newMail('password_reset_unproven', user.userId, null, now) : linked;
	const links = recipient === undefined || stored === null || user.isUnproven ? [] : saveTokens(db, [stored]);
	// A link in a cell also writes in the directory. Without a link, this write takes as long.
	if (links.length === 0 && db !== home) await commit(home, [touchAttempts(home, key)]);
	const statements = [
		...(links.length === 0 ? [touchAttempts(db, key)] : links),
		...(recipient === undefined
			? []
			: user.isUnproven
				? [insertMailIf(db, mail, isUntold(user.userId, now - DAY_MS), null)]
				: [insertMail(db, mail)]),
	];
	const isSent = await commit(db, statements, tooManyInvitations(now)).then(() => true, isRefusedQuietly);
	return recipient === undefined || !isSent ? [] : [inCell(db, mail.id)];
}

const DAY_MS = 86_400_000;

/** An address with too many invitations gets no further one, and strangers do not learn that. */
function isRefusedQuietly(error: unknown): false {
	if (isRefusal(error, 'too_many_invitations')) return false;
	throw error;
}

export async function confirmReset(
	visited: Gate,
	given: { token: string; password: string },
): Promise<string[]> {
	const { gate, user, statements, forgotten } = await redeem(visited, 'PASSWORD_RESET', given);
	const mail = newMail('password_changed', user.userId, user.companyId, gate.now);
	await commitAt(
		gate,
		[...statements, ...endSessionsOf(gate, user.userId, 'password_changed'), insertMail(gate.db, mail)],
		[forgotten],
		{ 'one_time_tokens.spent': linkNotValid },
	);
	return [inCell(gate.db, mail.id)];
}

/** Attempts are counted before the password is checked, so that parallel guesses count too. */
export async function changeOwnPassword(
	call: Call,
	{ currentPassword, password }: { currentPassword: string; password: string },
): Promise<Outcome<null>> {
	authorize(call.actor, 'changeOwnPassword');
	const { db, now, actor } = call;
	const key = `password ${actor.userId}`;
	const [[counted], [user]] = await load(call, [
		countAttempt(db, key, now, isUnanswered(call.claim)),
		ownPassword(db, actor.userId),
	]);
	requireFew('passwordChanges', counted, now);
	if (!(await verifyPassword(currentPassword, user?.passwordHash ?? null)) || user === undefined) {
		throw invalidField('currentPassword', 'wrong', 'currentPassword is wrong.');
	}
	requireGoodPassword(password, user);
	const mail = newMail('password_changed', actor.userId, user.companyId, now);
	return {
		before: null,
		after: null,
		statements: [
			setOwnPassword(db, actor.userId, user.revision + 1, await hashPassword(password), now),
			forgetAttempts(db, key),
			...endSessionsOf(call, actor.userId, 'password_changed', actor.sessionId),
			insertMail(db, mail),
		],
		changes: alteration('user.updated', aboutUser(actor.userId, user.companyId), {}, { password: 'changed' }),
		mails: [mail.id],
	};
}

export async function register(
	visited: Gate,
	invited: { token: string; password: string },
): ReturnType<typeof openSession> {
	const { gate, user, passwordHash, statements, forgotten } = await redeem(visited, 'REGISTRATION', invited);
	const proven = {
		userId: user.userId,
		emailKey: addressOf(user.emailKey),
		passwordHash,
		// A released code takes the account away from people with the old password.
		endsOthers: user.dateRegistered !== null,
	};
	const violations = {
		'one_time_tokens.spent': linkNotValid,
		'users.email_key': addressRegistered,
		// This happens when the company has required its identity provider since the link was read.
		'sessions.user_id': () => new CompanyAccountRequired(user.email),
	};
	return openSession(gate, proven, statements, violations, [forgotten]);
}

/** Sends a new invitation for a genuine link. The old link ends, so each link does this only once. Returns the ids of the mails. */
export async function renewInvitation(visited: Gate, token: string): Promise<string[]> {
	const given = presented(token);
	if (given.code !== null) return [];
	return (await whereverItIs(visited, token, given.key, (gate) => renewAt(gate, given))) ?? [];
}

async function renewAt(gate: Gate, given: Presented): Promise<string[] | null> {
	const { db, now } = gate;
	const [[found]] = await batch(db, [tokenOf(db, 'REGISTRATION', given)]);
	if (found === undefined) return null;
	const recipient = { userId: found.userId, companyId: found.companyId };
	const { stored, mail } = await newMailedLink(gate, 'REGISTRATION', recipient, null, now);
	const statements = [insertMailIf(db, mail, isUnspent(found.key)), replaceToken(db, found.key, stored)];
	const results = await commit(db, statements, tooManyInvitations(now)).catch(isRefusedQuietly);
	return results === false ? [] : (results[0] as { id: string }[]).map(({ id }) => inCell(db, id));
}

/** The user of a valid link or code, with the statements that use it. */
interface Redeemed extends ValidLink {
	passwordHash: string;
	/** These fail with `one_time_tokens.spent` when the link was used in the meantime. */
	statements: Statement[];
}

async function redeem(
	visited: Gate,
	purpose: Purpose,
	{ token, password }: { token: string; password: string },
): Promise<Redeemed> {
	const { gate, user, forgotten } = await findUser(visited, purpose, token);
	requireGoodPassword(password, user);
	const passwordHash = await hashPassword(password);
	const proof = proofBy(user.way);
	const takeOver = winning(gate, user.userId);
	const statements = [
		...(user.dateRegistered === null
			? takeAddress(gate.db, user, gate.now, proof === null ? undefined : takeOver)
			: []),
		...spendToken(gate.db, user, passwordHash, gate.now),
		...prove(gate.db, user, proof, gate.now, takeOver),
		...eventsOf(gate, user),
	];
	return { gate, user, forgotten, passwordHash, statements };
}

/** The author of these events has no session yet, so the id of the link stands for it. */
function eventsOf({ db, now, requestId }: Gate, user: FoundToken): Statement[] {
	const { userId, roles, companyId, dateRegistered, dateProven, way } = user;
	const isProven = dateProven === null && proofBy(way) !== null;
	const change = alteration(
		'user.updated',
		aboutUser(userId, companyId),
		{ dateRegistered: dateRegistered && toIso(dateRegistered) },
		{
			dateRegistered: toIso(dateRegistered ?? now),
			...(isProven && { dateProven: toIso(now) }),
			password: 'changed',
		},
	);
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	return recordEvents(db, author, now, identified(change, now));
}
