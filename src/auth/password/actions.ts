import { aboutUser, alteration } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import { toIso } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { invalidField, Refusal } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { commit, isStale } from '../../db/commit.ts';
import { batch, type Statement } from '../../db/database.ts';
import { isUnanswered } from '../../db/idempotency.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import type { Outcome } from '../../db/write.ts';
import { newMail, tooManyInvitations } from '../../mail/rules.ts';
import { insertMail, insertMailIf } from '../../mail/store.ts';
import { requireFew } from '../../users/attempts/rules.ts';
import {
	countAttempt,
	countCode,
	countReset,
	forgetAttempts,
	touchAttempts,
} from '../../users/attempts/store.ts';
import { emailKey } from '../../users/rules.ts';
import { attemptKeys, type Gate, openSession } from '../gate.ts';
import { linkNotValid, newMailedLink, type Purpose, presented, requireValid } from '../one-time/rules.ts';
import {
	countTry,
	type FoundToken,
	isUnspent,
	replaceToken,
	saveTokens,
	spendToken,
	tokenMarked,
	tokenOf,
} from '../one-time/store.ts';
import { endSessionsOf } from '../store.ts';
import { CompanyAccountRequired, hashPassword, requireGoodPassword, verifyPassword } from './rules.ts';
import { ownPassword, type Recipient, recipientOf, setOwnPassword } from './store.ts';

/** Stands for the user of an unknown address, so that the same work is done for it. */
const NOBODY = { userId: '00000000-0000-7000-8000-000000000000', companyId: null, isRegistered: true };

/**
 * Sends a password link, or a new invitation to a person who has not registered. Response and time do not
 * reveal whether the address is known. Returns the ids of the mails.
 */
export async function requestReset(gate: Gate, email: string): Promise<string[]> {
	const { db, now, tokens, client } = gate;
	const address = emailKey(email);
	const [{ fromPlace: place }, [fromPlace], [fromOthers]] = await Promise.all([
		attemptKeys(gate, address),
		tokens.seal(`reset ${address} from ${client.place}`),
		tokens.seal(`reset ${address}`),
	]);
	const [[known], [others], [recipient]] = await batch(db, [
		...countReset(db, { place, fromPlace, fromOthers }, now),
		recipientOf(db, address),
	]);
	requireFew('resets', known ?? others, now);
	const key = known === undefined ? fromOthers : fromPlace;
	return sendLink(gate, recipient, key).catch(async (error) => {
		if (!isStale(error)) throw error;
		// The invited person has registered in the meantime.
		const [[registered]] = await batch(db, [recipientOf(db, address)]);
		return sendLink(gate, registered, key);
	});
}

async function sendLink(
	{ db, now, vault }: Gate,
	recipient: Recipient | undefined,
	key: string,
): Promise<string[]> {
	const user = recipient ?? NOBODY;
	const purpose = user.isRegistered ? 'PASSWORD_RESET' : 'REGISTRATION';
	const { stored, mail } = await newMailedLink(vault, purpose, user, null, now);
	// A batch that writes takes longer, so the one for unknown addresses writes too.
	const statements =
		recipient === undefined ? [touchAttempts(db, key)] : [...saveTokens(db, [stored]), insertMail(db, mail)];
	const isSent = await commit(db, statements, tooManyInvitations(now)).then(() => true, isRefusedQuietly);
	return recipient === undefined || !isSent ? [] : [mail.id];
}

/** An address that has had too many invitations gets none, and strangers do not see it. */
function isRefusedQuietly(error: unknown): false {
	if (error instanceof Refusal && error.code === 'too_many_invitations') return false;
	throw error;
}

/** Returns the ids of the mails. */
export async function confirmReset(
	gate: Gate,
	given: { token: string; password: string },
): Promise<string[]> {
	const { user, statements } = await redeem(gate, 'PASSWORD_RESET', given);
	const mail = newMail('password_changed', user.userId, user.companyId, gate.now);
	await commit(
		gate.db,
		[...statements, ...endSessionsOf(gate, user.userId, 'password_changed'), insertMail(gate.db, mail)],
		{ 'one_time_tokens.spent': linkNotValid },
	);
	return [mail.id];
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
	gate: Gate,
	invited: { token: string; password: string },
): ReturnType<typeof openSession> {
	const { user, passwordHash, statements } = await redeem(gate, 'REGISTRATION', invited);
	const proven = { userId: user.userId, emailKey: user.emailKey, passwordHash };
	return openSession(gate, proven, statements, {
		'one_time_tokens.spent': linkNotValid,
		// The company has required its identity provider since the link was read.
		'sessions.user_id': () => new CompanyAccountRequired(user.email),
	});
}

/**
 * Sends a new invitation for a genuine link. The old link ends, so that each link does this once. Returns
 * the ids of the mails.
 */
export async function renewInvitation({ db, now, vault }: Gate, token: string): Promise<string[]> {
	const given = presented(token);
	if (given.code !== null) return [];
	const [[found]] = await batch(db, [tokenOf(db, 'REGISTRATION', given)]);
	if (found === undefined) return [];
	const recipient = { userId: found.userId, companyId: found.companyId };
	const { stored, mail } = await newMailedLink(vault, 'REGISTRATION', recipient, null, now);
	const statements = [insertMailIf(db, mail, isUnspent(found.key)), replaceToken(db, found.key, stored)];
	const results = await commit(db, statements, tooManyInvitations(now)).catch(isRefusedQuietly);
	return results === false ? [] : (results[0] as { id: string }[]).map(({ id }) => id);
}

/** Returns the user of a valid link or code, which stays valid. Counts a try at a code, as its use does. */
export async function openLink(gate: Gate, purpose: Purpose, token: string): Promise<FoundToken> {
	const [user] = await found(gate, purpose, token);
	return user;
}

/** The user who a valid link or code belongs to. */
interface Redeemed {
	user: FoundToken;
	passwordHash: string;
	/** These fail with `one_time_tokens.spent` when the link was used in the meantime. */
	statements: Statement[];
}

async function redeem(
	gate: Gate,
	purpose: Purpose,
	{ token, password }: { token: string; password: string },
): Promise<Redeemed> {
	const { db, now } = gate;
	const [user, place] = await found(gate, purpose, token);
	requireGoodPassword(password, user);
	const passwordHash = await hashPassword(password);
	const statements = [
		...spendToken(db, user, passwordHash, now),
		forgetAttempts(db, place),
		...eventsOf(gate, user),
	];
	return { user, passwordHash, statements };
}

/** Tries at codes are counted before they are checked, so that parallel guesses count too. */
async function found(gate: Gate, purpose: Purpose, token: string): Promise<[FoundToken, place: string]> {
	const { db, now, tokens, client, vault } = gate;
	const given = presented(token);
	const [place] = await tokens.seal(`code from ${client.place}`);
	const marks = given.code === null ? [] : await vault.mark(given.code);
	const [[counted], , [keyed], [marked]] = await batch(db, [
		countCode(db, place, given.code !== null, now),
		countTry(db, given),
		tokenOf(db, purpose, given),
		tokenMarked(db, purpose, marks),
	]);
	requireFew('codes', counted, now);
	// A mark proves the whole code, as the key of a link proves its token.
	const user = await (marked === undefined
		? requireValid(given, keyed, now)
		: requireValid({ ...given, code: null }, marked, now));
	if (user.isBoundToSso) throw new CompanyAccountRequired(user.email);
	return [user, place];
}

/** The author has no session yet, so the use of the link stands in for it. */
function eventsOf({ db, now, requestId }: Gate, user: FoundToken): Statement[] {
	const { userId, roles, companyId, dateRegistered } = user;
	const change = alteration(
		'user.updated',
		aboutUser(userId, companyId),
		{ dateRegistered: dateRegistered && toIso(dateRegistered) },
		{ dateRegistered: toIso(dateRegistered ?? now), password: 'changed' },
	);
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	return recordEvents(db, author, now, identified(change, now));
}
